// SPDX-License-Identifier: GPL-3.0-or-later
// Animated GIFs (GIF89a): frames of the same size with one palette for all of them; each frame after the first holds only
// the rectangle that has changed.

/** Rows of red, green, blue and opacity, as a canvas has them; the opacity is ignored. */
export interface Frame {
  readonly pixels: Uint8ClampedArray;
  /** How long it is shown. */
  readonly milliseconds: number;
}

const COLOURS = 256;
const FIRST_BITS = 8; // of a pixel
const CODES_MOST = 4096;
const BLOCK_MOST = 255; // bytes of a block of data
const COARSE = 4; // if there are too many colours, those that differ by less than this in each part become one

/** A number of two bytes. */
const short = (value: number): number[] => [value & 0xff, value >> 8];

const textOf = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

/** In blocks that begin with their length, followed by an empty one. */
function blocksOf(bytes: readonly number[]): number[][] {
  const blocks: number[][] = [];
  for (let at = 0; at < bytes.length; at += BLOCK_MOST) {
    const block = bytes.slice(at, at + BLOCK_MOST);
    blocks.push([block.length, ...block]);
  }
  return [...blocks, [0]];
}

const colourAt = (pixels: Uint8ClampedArray, at: number): number =>
  ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);

const partsOf = (colour: number): readonly [number, number, number] => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Calls it for each run of pixels of the same colour. */
function forRuns(pixels: Uint8ClampedArray, run: (colour: number, from: number, to: number) => void): void {
  let from = 0;
  let colour = colourAt(pixels, 0);
  for (let at = 1; at <= pixels.length / 4; at++) {
    const next = at < pixels.length / 4 ? colourAt(pixels, 4 * at) : -1;
    if (next !== colour) {
      run(colour, from, at);
      colour = next;
      from = at;
    }
  }
}

/** At most 256 colours, the most frequent ones that differ from one another. */
async function paletteOf(frames: readonly Frame[]): Promise<number[]> {
  const counts = new Map<number, number>();
  for (const { pixels } of frames) {
    forRuns(pixels, (colour, from, to) => counts.set(colour, (counts.get(colour) ?? 0) + to - from));
    await turn();
  }
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  return byCount.length <= COLOURS ? byCount : spread(byCount);
}

/** The index of the nearest colour in the palette. */
function nearest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = partsOf(colour);
  const distances = palette.map((each) => {
    const [r, g, b] = partsOf(each);
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

/** The first colour of the list in each cell of a grid, which is made coarser until they are few enough. */
function spread(byCount: readonly number[]): number[] {
  for (let step = COARSE; ; step *= 2) {
    const cells = new Map<number, number>();
    for (const colour of byCount) {
      const [red, green, blue] = partsOf(colour).map((part) => Math.floor(part / step));
      const cell = ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
      cells.set(cell, cells.get(cell) ?? colour);
    }
    if (cells.size <= COLOURS) {
      return [...cells.values()];
    }
  }
}

/** LZW with codes of growing length, in GIF's bit order. */
function compress(pixels: Uint8Array): number[] {
  const clear = 1 << FIRST_BITS;
  const end = clear + 1;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  let length = FIRST_BITS + 1;
  let next = end + 1;
  let table = new Map<number, number>();
  const write = (code: number): void => {
    bits |= code << held;
    held += length;
    while (held >= 8) {
      bytes.push(bits & 0xff);
      bits >>>= 8;
      held -= 8;
    }
  };
  write(clear);
  let word = pixels[0] ?? 0;
  for (const pixel of pixels.subarray(1)) {
    const key = (word << FIRST_BITS) | pixel;
    const known = table.get(key);
    if (known !== undefined) {
      word = known;
      continue;
    }
    write(word);
    if (next < CODES_MOST) {
      table.set(key, next);
      length = next >> length === 1 ? length + 1 : length;
      next++;
    } else {
      write(clear);
      table = new Map();
      next = end + 1;
      length = FIRST_BITS + 1;
    }
    word = pixel;
  }
  write(word);
  length = next >> length === 1 ? length + 1 : length; // the reader has one more code by now
  write(end);
  if (held > 0) {
    bytes.push(bits & 0xff);
  }
  return bytes;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest rectangle that holds all pixels that differ; one pixel if none does. */
function changed(now: Uint8Array, before: Uint8Array | null, width: number): Box {
  const height = now.length / width;
  if (before === null) {
    return { left: 0, top: 0, width, height };
  }
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < now.length; at++) {
    if (now[at] !== before[at]) {
      const column = at % width;
      const row = (at - column) / width;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = row;
    }
  }
  return right < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function cut(pixels: Uint8Array, { left, top, width, height }: Box, stride: number): Uint8Array {
  const part = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (top + row) * stride + left;
    part.set(pixels.subarray(from, from + width), row * width);
  }
  return part;
}

/** The file, which repeats for ever. Other tasks can run between the frames. */
export async function writeGif(frames: readonly Frame[], width: number, height: number): Promise<Uint8Array> {
  const palette = await paletteOf(frames);
  const known = new Map<number, number>();
  const numberOf = (colour: number): number => {
    const found = known.get(colour) ?? nearest(palette, colour);
    known.set(colour, found);
    return found;
  };
  const file: number[][] = [
    [...textOf('GIF89a'), ...short(width), ...short(height), 0xf0 | (FIRST_BITS - 1), 0, 0], // a palette for all frames
    ...Array.from({ length: COLOURS }, (_, i) => [...partsOf(palette[i] ?? 0)]),
    [0x21, 0xff, 11, ...textOf('NETSCAPE2.0'), 3, 1, 0, 0, 0], // for ever
  ];
  let before: Uint8Array | null = null;
  for (const { pixels, milliseconds } of frames) {
    const now = new Uint8Array(width * height);
    forRuns(pixels, (colour, from, to) => now.fill(numberOf(colour), from, to));
    const box = changed(now, before, width);
    file.push([0x21, 0xf9, 4, 0x04, ...short(Math.round(milliseconds / 10)), 0, 0]); // the next frame is drawn over this one
    file.push([0x2c, ...[box.left, box.top, box.width, box.height].flatMap(short), 0, FIRST_BITS]);
    file.push(...blocksOf(compress(cut(now, box, width))));
    before = now;
    await turn();
  }
  return Uint8Array.from([...file, [0x3b]].flat());
}

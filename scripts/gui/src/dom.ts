// SPDX-License-Identifier: GPL-3.0-or-later
// Short ways to make elements.

const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string | number>>;

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Node[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export function button(text: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = html('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', onClick);
  return element;
}

/** Enables or disables a button. If it had the focus when it is disabled, a button beside it gets it. */
export function enable(element: HTMLButtonElement, enabled: boolean): void {
  const focused = document.activeElement === element;
  element.disabled = !enabled;
  if (focused && !enabled) {
    const beside = [...(element.parentElement?.querySelectorAll<HTMLElement>('button:enabled:not([hidden])') ?? [])];
    const after = beside.find((each) => (element.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
    (after ?? beside.at(-1) ?? element.closest('details')?.querySelector('summary'))?.focus({ preventScroll: true });
  }
}

/** Shows or hides a button; a hidden one passes the focus on, too. */
export function show(element: HTMLButtonElement, shown: boolean): void {
  enable(element, shown);
  element.hidden = !shown;
}

/** Does work while a button is disabled. It gets the focus back afterwards, unless something else has taken it. */
export async function busy(element: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  const focused = document.activeElement === element;
  element.disabled = true;
  await work();
  element.disabled = false;
  if (focused && document.activeElement === document.body) {
    element.focus({ preventScroll: true });
  }
}

/** A name of a control that stays when it is redrawn. */
const nameOf = (control: Element): string => `${control.tagName} ${control.getAttribute('aria-label') ?? (control.closest('label') ?? control).textContent}`;

/** Fills a box anew. The control in it that had the focus keeps it; if it is gone, the first one gets it. */
export function refill(box: HTMLElement, ...children: readonly Node[]): void {
  const focused = document.activeElement;
  const name = focused !== null && box.contains(focused) ? nameOf(focused) : null;
  box.replaceChildren(...children);
  if (name !== null) {
    const controls = [...box.querySelectorAll<HTMLElement>('button, input, select')];
    (controls.find((control) => nameOf(control) === name) ?? controls[0])?.focus({ preventScroll: true });
  }
}

/** Values with their texts, in the order shown. */
export type Choices<T extends string = string> = readonly (readonly [T, string])[];

/** A select box with its label; the choices may be in groups, each with a name. */
export function select<T extends string>(
  label: string,
  choices: Choices<T> | readonly (readonly [string, Choices<T>])[],
  value: T,
  onChange: (value: T) => void,
): HTMLLabelElement {
  const shown = (all: readonly (readonly [string, string | Choices])[]): HTMLElement[] =>
    all.map(([key, text]) =>
      typeof text === 'string' ? html('option', { value: key }, text) : html('optgroup', { label: key }, ...shown(text)));
  // Has a name of its own: the text of the label around it would include all choices.
  const element = html('select', { 'aria-label': label }, ...shown(choices));
  element.value = value;
  element.addEventListener('change', () => onChange(element.value as T));
  return html('label', { class: 'field' }, html('span', {}, label), element);
}

export function checkbox(label: string, checked: boolean, onChange: (checked: boolean) => void): HTMLLabelElement {
  const element = html('input', { type: 'checkbox' });
  element.checked = checked;
  element.addEventListener('change', () => onChange(element.checked));
  return html('label', { class: 'check' }, element, html('span', {}, label));
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Playing with a friend, by a link for each move.
import { sureToResign } from './ask';
import { EngineCrash } from './client';
import { button, checkbox, html, refill, select } from './dom';
import { readFen } from './fen';
import { type FriendGame, friendEnd, friendHash, newFriendGame, readFriendHash, relationOf, type Word } from './friendlink';
import { endText, NOTHING_PLAYED } from './gamefile';
import { type BoardName, type Color, otherColor } from './geometry';
import { keep, kept, onKept } from './kept';
import { S } from './language';
import { isLocal, pageAddress } from './links';
import { Refusal } from './moves';
import { said } from './said';
import type { Referee, Session } from './session';
import { type Cursor, movesTo, type Node } from './tree';

const KEY = 'bushka-friends';
const GAMES_MOST = 20; // games kept

/** A game as this side knows it. */
interface Known {
  readonly mine: Color;
  /** As it came from the other side, or as it began. */
  readonly received: FriendGame;
  /** The same with this side's answer, if it has given one. */
  readonly game: FriendGame;
  /** The link was copied or shared: the answer can no longer be taken back. */
  readonly sent: boolean;
}

export class FriendView implements Referee {
  readonly panel = html('section', { class: 'panel friend', 'aria-label': S.tabs.friend });
  private readonly top = html('div');
  private readonly form = html('div');
  /** The last one is the current game. */
  private games: readonly Known[] = kept(KEY, readGames, []);
  /** Where the current game stands; null until it is on the board. */
  private cursor: Cursor | null = null;
  /** Settled when, after the view was last entered, the current game is on the board. */
  entered = Promise.resolve();
  private board: BoardName = 'bushka';
  private colour: Color = 'W';

  constructor(
    private readonly session: Session,
    private readonly events: {
      readonly say: (text: string) => void;
      readonly refused: (error: unknown) => void;
      readonly analyse: () => void;
    },
  ) {
    this.panel.append(this.top, this.form);
    const [[, white], [, black]] = S.seats;
    const colours = [['W', white], ['B', black]] as const;
    this.form.append(
      html('h2', {}, S.friend.begin),
      html('p', {}, S.friend.intro),
      html(
        'div',
        { class: 'fields' },
        select(S.board.label, S.boards, this.board, (value) => {
          this.board = value;
        }),
        select(S.play.colourLabel, colours, this.colour, (value) => {
          this.colour = value;
        }),
      ),
      button(S.friend.beginButton, () => void this.begin(), { 'data-action': 'beginFriend' }),
    );
    session.onChange(() => this.panel.isConnected && this.draw());
    onKept(KEY, () => this.reread());
  }

  enter(): void {
    this.session.referee = this;
    this.entered = this.resume();
  }

  mayMove(side: Color): boolean {
    return this.isToAnswer && side === this.known?.mine && this.session.node === this.cursor?.node;
  }

  moved(node: Node): void {
    const { known, cursor } = this;
    if (known === undefined || cursor === null || node.parent !== cursor.node || !this.isToAnswer) {
      return;
    }
    this.cursor = { tree: cursor.tree, node };
    const { id, board } = known.received;
    this.answer({ id, board, moves: movesTo(node), turn: otherColor(known.mine), word: '' });
  }

  /** Opens the game in a link. Throws an Error if it cannot, and the games stay as they are. */
  async open(link: FriendGame): Promise<void> {
    const cursor = await this.read(link);
    const old = this.games.find(({ game }) => game.id === link.id);
    const relation = old === undefined ? 'newer' : relationOf(old.game, link);
    if (relation === 'other') {
      throw new Error(S.friend.otherCourse);
    }
    const over = friendEnd(link) !== null; // ended by the side to move, so not by this one
    const mine = old?.mine ?? (over ? otherColor(link.turn) : link.turn);
    const next = old !== undefined && relation !== 'newer' ? old : { mine, received: link, game: link, sent: false };
    this.keepGames([...this.games.filter((each) => each !== old), next]);
    if (!this.panel.isConnected) {
      return;
    }
    if (next !== old) {
      this.put(cursor, true);
      if (link.word !== '') {
        const { move } = cursor.node;
        const offered = link.word === 'offer' && move !== null ? S.moved(otherColor(mine), this.session.written(move), move.promotes) : '';
        this.events.say(`${offered} ${this.status()}`.trim());
      }
      return;
    }
    await this.resume();
    this.events.say(relation === 'older' ? S.friend.older : '');
  }

  private get known(): Known | undefined {
    return this.games.at(-1);
  }

  /** Is it this side's turn, and has it not answered yet? */
  private get isToAnswer(): boolean {
    const { known, cursor } = this;
    return known !== undefined && known.game === known.received && known.game.turn === known.mine && cursor !== null && cursor.tree.endAt(cursor.node) === null;
  }

  /** Builds the game in a link. Throws an Error if it is not a legal one. */
  private async read(link: FriendGame): Promise<Cursor> {
    const { board, moves } = link;
    const cursor = await this.session.build({ ...NOTHING_PLAYED, board, start: null, moves }).catch((error: unknown) => {
      throw error instanceof Refusal ? new Error(S.friend.illegal(said(error.message))) : error;
    });
    if (readFen(cursor.node.details.fen).side !== link.turn) {
      throw new Error(S.friend.damaged);
    }
    cursor.tree.setEnd(cursor.node, friendEnd(link));
    return cursor;
  }

  /** Puts the current game on the board; its last move is animated if it is news. */
  private put(cursor: Cursor, news: boolean): void {
    const { tree, node } = cursor;
    this.cursor = cursor;
    this.session.board.setFlipped(this.known?.mine === 'B');
    this.session.put({ tree, node: (news ? node.parent : null) ?? node });
    if (this.session.node !== node) {
      void this.session.goTo(node);
    }
    this.draw();
  }

  /** Another tab of the browser has changed the games. The one that is current here stays so. */
  private reread(): void {
    const { known } = this;
    const games = kept(KEY, readGames, []);
    const same = games.find(({ game }) => game.id === known?.game.id) ?? known;
    this.games = [...games.filter((each) => each !== same), ...(same === undefined ? [] : [same])];
    if (!this.panel.isConnected) {
      return;
    }
    const isOnBoard = this.cursor !== null && same !== undefined && known !== undefined && friendHash(same.game) === friendHash(known.game);
    if (isOnBoard) {
      this.draw();
    } else {
      void this.resume();
    }
  }

  /** Puts the current game on the board again. */
  private async resume(): Promise<void> {
    const { known } = this;
    this.cursor = null; // no move belongs to it until it is on the board
    this.session.release();
    try {
      const cursor = known === undefined ? await this.session.at(this.board, null) : await this.read(known.game);
      if (this.panel.isConnected && known === this.known) {
        this.put(cursor, false);
        this.cursor = known === undefined ? null : cursor;
        this.draw();
      }
    } catch (error) {
      if (!(error instanceof EngineCrash)) {
        this.keepGames(this.games.filter((each) => each !== known)); // what was kept is damaged
      }
      this.events.refused(error);
      this.draw();
    }
  }

  private async begin(): Promise<void> {
    const game = newFriendGame(this.board);
    this.keepGames([...this.games, { mine: this.colour, received: game, game, sent: false }]);
    await this.resume();
    this.session.board.reveal();
    this.events.say(this.status());
  }

  private answer(game: FriendGame): void {
    this.change({ game, sent: false });
    if (this.panel.isConnected) {
      this.session.update();
      this.events.say(this.status());
    }
  }

  private change(changes: Partial<Known>): void {
    const { known, cursor } = this;
    if (known !== undefined && cursor !== null) {
      const next = { ...known, ...changes };
      this.keepGames([...this.games.slice(0, -1), next]);
      cursor.tree.setEnd(cursor.node, friendEnd(next.game));
      this.draw();
    }
  }

  private keepGames(games: readonly Known[]): void {
    this.games = games.slice(-GAMES_MOST);
    // If nothing can be kept, the links still hold the game.
    keep(KEY, this.games.map(({ mine, received, game, sent }) => ({ mine, received: friendHash(received), game: friendHash(game), sent })));
  }

  private async takeBack(): Promise<void> {
    const { known } = this;
    if (known !== undefined && !known.sent) {
      this.keepGames([...this.games.slice(0, -1), { ...known, game: known.received }]);
      const before = this.known;
      await this.resume();
      if (this.panel.isConnected && before === this.known && this.cursor !== null) {
        this.events.say(friendEnd(known.game) === null ? S.play.takenBack : S.play.goesOn);
      }
    }
  }

  /** Answers with a word, without a move. */
  private say(word: Word): void {
    const { known } = this;
    if (known !== undefined) {
      this.answer({ ...known.received, word });
    }
  }

  private async resign(): Promise<void> {
    const id = this.known?.game.id;
    if ((await sureToResign()) && id === this.known?.game.id && this.isToAnswer) {
      this.say('resign');
    }
  }

  private status(): string {
    const { known, cursor } = this;
    if (known === undefined || cursor === null) {
      return S.friend.none;
    }
    const end = cursor.tree.endAt(cursor.node);
    const answered = known.game !== known.received;
    if (end !== null) {
      return `${endText(end)} ${answered ? S.friend.tell : ''}`.trim();
    }
    if (this.isToAnswer && this.session.node !== cursor.node) {
      return S.play.earlier;
    }
    if (this.isToAnswer) {
      return `${S.friend.yours(known.mine)} ${known.received.word === 'offer' ? S.friend.offered(otherColor(known.mine)) : ''}`.trim();
    }
    return answered || known.game.moves.length === 0 ? S.friend.send : S.friend.wait;
  }

  private draw(): void {
    const { known } = this;
    const parts: HTMLElement[] = [html('p', { class: 'status' }, this.status())];
    if (known !== undefined && this.cursor !== null) {
      const { tree, node } = this.cursor;
      const over = tree.endAt(node) !== null;
      const answered = known.game !== known.received;
      if (!this.isToAnswer && (answered || !over)) {
        parts.push(...this.linkBox(known, over));
      }
      const actions = [button(S.play.analyse, () => this.events.analyse())]; // first: it gets the focus of a button that is gone
      if (this.isToAnswer) {
        if (known.received.word === 'offer') {
          actions.push(button(S.friend.accept, () => this.say('agree'), { class: 'primary' }));
        }
        actions.push(button(S.play.resign, () => void this.resign(), { 'data-action': 'resignFriend' }));
      }
      if (answered && !known.sent) {
        actions.push(button(S.play.takeBack, () => void this.takeBack(), { 'data-action': 'takeBack' }));
      }
      parts.push(html('div', { class: 'actions' }, ...actions));
    }
    if (this.games.length > 1) {
      const names = this.games.map(({ game, mine }, i) => [String(i), S.friend.game(mine, game.moves.length, game.board, game.moves.at(-1) ?? '')] as const);
      parts.push(
        select(S.games.label, names, String(this.games.length - 1), (value) => {
          const chosen = this.games[Number(value)];
          if (chosen !== undefined) {
            this.keepGames([...this.games.filter((each) => each !== chosen), chosen]);
            void this.resume();
          }
        }),
      );
    }
    refill(this.top, ...parts);
  }

  private linkBox({ game, mine, sent }: Known, over: boolean): HTMLElement[] {
    const field = html('input', { type: 'text', class: 'fen', readonly: '', 'aria-label': S.friend.link });
    field.value = pageAddress() + friendHash(game);
    const noteSent = (): void => {
      if (this.known?.game === game) { // nothing else was done meanwhile
        this.change({ sent: true });
      }
    };
    const copy = async (): Promise<void> => {
      try {
        await navigator.clipboard.writeText(field.value);
        noteSent();
        this.events.say(S.friend.copied);
      } catch {
        field.select();
        this.events.say(S.share.notCopied);
      }
    };
    const hand = async (): Promise<void> => {
      await navigator.share({ title: S.title, url: field.value });
      noteSent();
    };
    field.addEventListener('copy', () => setTimeout(noteSent)); // once it is copied
    const offers = game.moves.length > 0 && game.turn !== mine && !over && !sent;
    return [
      field,
      ...(isLocal() ? [html('p', { class: 'figures' }, S.share.local)] : []),
      html(
        'div',
        { class: 'actions' },
        button(S.share.copyLink, () => void copy(), { class: 'primary', 'data-action': 'copyFriend' }),
        // If the system has a dialog for sharing, which may be closed without it.
        ...('share' in navigator ? [button(S.friend.share, () => void hand().catch(() => undefined))] : []),
      ),
      ...(offers ? [checkbox(S.friend.offer, game.word === 'offer', (on) => this.change({ game: { ...game, word: on ? 'offer' : '' } }))] : []),
    ];
  }
}

/** A game that was kept; null if it cannot be read. */
function readLink(hash: unknown): FriendGame | null {
  try {
    return readFriendHash(String(hash));
  } catch {
    return null;
  }
}

/** The games that were kept, as far as they can be read. */
function readGames(found: unknown): Known[] {
  return (Array.isArray(found) ? (found as Partial<Record<keyof Known, unknown>>[]) : []).flatMap((each) => {
    const received = readLink(each.received);
    const game = each.game === each.received ? received : readLink(each.game);
    return received === null || game === null ? [] : [{ mine: each.mine === 'B' ? 'B' : 'W', received, game, sent: each.sent === true }];
  });
}

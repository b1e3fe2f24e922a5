import type { CountedPosition } from '#findings';
import type { FindingBody } from './finding-body.ts';

/** One act on one finding; null is 'not there'. */
export interface Edit {
  readonly findingId: string;
  readonly before: FindingBody | null;
  readonly after: FindingBody | null;
}

/** The nipple of the scan before and after it was set. */
export interface NippleMove {
  readonly before: CountedPosition | null;
  readonly after: CountedPosition;
}

/** What one act of the reader did: to one finding, to several at once, or to the nipple. */
export interface Act {
  readonly edits: readonly Edit[];
  readonly nipple?: NippleMove;
}

const MOST_ACTS = 200;

/** An act where it stands among those of every scan, by when it was done or taken back. */
interface Step {
  readonly act: Act;
  readonly order: number;
}

let steps = 0;
const step = (act: Act): Step => ({ act, order: ++steps });

/** What was done and undone to the findings of one scan. */
export class EditHistory {
  #done: readonly Step[] = [];
  #undone: readonly Step[] = [];
  #pushedAt = 0;

  /** Where the act that undo would take back stands among those of every scan; 0 for none. */
  get lastDone(): number {
    return this.#done.at(-1)?.order ?? 0;
  }

  /** The same of the act that redo would do again. */
  get lastUndone(): number {
    return this.#undone.at(-1)?.order ?? 0;
  }

  /** The same of the newest act that was new. */
  get pushedAt(): number {
    return this.#pushedAt;
  }

  push(act: Act): void {
    const done = step(act);
    this.#pushedAt = done.order;
    this.#done = [...this.#done, done].slice(-MOST_ACTS);
    this.#undone = [];
  }

  /** Takes the newest act back; null when there is none. */
  undo(): Act | null {
    const act = this.#done.at(-1)?.act ?? null;
    if (act === null) return null;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, step(act)];
    return act;
  }

  redo(): Act | null {
    const act = this.#undone.at(-1)?.act ?? null;
    if (act === null) return null;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, step(act)];
    return act;
  }

  /** Someone else's change makes acts on this finding meaningless. */
  forget(findingId: string): void {
    const isOther = ({ act }: Step): boolean =>
      act.edits.every((edit) => edit.findingId !== findingId);
    this.#done = this.#done.filter(isOther);
    this.#undone = this.#undone.filter(isOther);
  }
}

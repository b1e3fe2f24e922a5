import type { PlanePosition } from '#geometry';
import type { FindingBody } from './finding-body.ts';

/** One act on one finding; null is 'not there'. */
export interface Edit {
  readonly findingId: string;
  readonly before: FindingBody | null;
  readonly after: FindingBody | null;
}

/** The nipple of the scan before and after it was set. */
export interface NippleMove {
  readonly before: PlanePosition | null;
  readonly after: PlanePosition;
}

/** What one act of the reader did: to one finding, to several at once, or to the nipple. */
export interface Act {
  readonly edits: readonly Edit[];
  readonly nipple?: NippleMove;
}

const MOST_ACTS = 200;

/** What was done and undone to the findings of one scan. */
export class EditHistory {
  #done: readonly Act[] = [];
  #undone: readonly Act[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  push(act: Act): void {
    this.#done = [...this.#done, act].slice(-MOST_ACTS);
    this.#undone = [];
  }

  /** Takes the newest act back; null when there is none. */
  undo(): Act | null {
    const act = this.#done.at(-1) ?? null;
    if (act === null) return null;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, act];
    return act;
  }

  redo(): Act | null {
    const act = this.#undone.at(-1) ?? null;
    if (act === null) return null;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, act];
    return act;
  }

  /** Someone else's change makes acts on this finding meaningless. */
  forget(findingId: string): void {
    const isOther = (act: Act): boolean => act.edits.every((edit) => edit.findingId !== findingId);
    this.#done = this.#done.filter(isOther);
    this.#undone = this.#undone.filter(isOther);
  }
}

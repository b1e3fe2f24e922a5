import type { CountedPosition } from '#findings';
import type { FindingBody } from './finding-body.ts';

/** A change of a finding; null means absent. */
export interface Edit {
  readonly findingId: string;
  readonly before: FindingBody | null;
  readonly after: FindingBody | null;
}

/** Nipple location before and after a move. */
export interface NippleMove {
  readonly before: CountedPosition | null;
  readonly after: CountedPosition;
}

/** A finding that the reader removed from their own list, or showed again. */
export interface HiddenChange {
  readonly findingId: string;
  readonly before: boolean;
  readonly after: boolean;
}

/** An undoable step: a change of one or more findings, of the reader's own list, or of the nipple. */
export interface EditStep {
  readonly edits: readonly Edit[];
  readonly hidden?: HiddenChange;
  readonly nipple?: NippleMove;
}

const MAX_STEPS = 200;

/** A step with a number that orders the steps of all scans; new each time it is done or undone. */
interface HistoryEntry {
  readonly step: EditStep;
  readonly order: number;
}

let entryCount = 0;
const createEntry = (step: EditStep): HistoryEntry => ({ step, order: ++entryCount });

/** Undo and redo history of the findings of a scan. */
export class EditHistory {
  #done: readonly HistoryEntry[] = [];
  #undone: readonly HistoryEntry[] = [];
  #lastPushedOrder = 0;

  /** Order of the next undo step over all scans; 0 if none. */
  get lastDoneOrder(): number {
    return this.#done.at(-1)?.order ?? 0;
  }

  /** Order of the next redo step over all scans; 0 if none. */
  get lastUndoneOrder(): number {
    return this.#undone.at(-1)?.order ?? 0;
  }

  /** Order of the latest new step over all scans; 0 if none. */
  get lastPushedOrder(): number {
    return this.#lastPushedOrder;
  }

  push(step: EditStep): void {
    const entry = createEntry(step);
    this.#lastPushedOrder = entry.order;
    this.#done = [...this.#done, entry].slice(-MAX_STEPS);
    this.#undone = [];
  }

  /** Moves the latest step to the redo list and returns the step; null if none. */
  undo(): EditStep | null {
    const step = this.#done.at(-1)?.step ?? null;
    if (step === null) return null;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, createEntry(step)];
    return step;
  }

  redo(): EditStep | null {
    const step = this.#undone.at(-1)?.step ?? null;
    if (step === null) return null;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, createEntry(step)];
    return step;
  }

  /** Removes all steps of a finding, because another user's change has invalidated them. */
  discard(findingId: string): void {
    const isUnrelated = ({ step }: HistoryEntry): boolean =>
      step.edits.every((edit) => edit.findingId !== findingId) &&
      step.hidden?.findingId !== findingId;
    this.#done = this.#done.filter(isUnrelated);
    this.#undone = this.#undone.filter(isUnrelated);
  }
}

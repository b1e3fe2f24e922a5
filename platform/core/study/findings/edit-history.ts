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
export interface EditStep {
  readonly edits: readonly Edit[];
  readonly nipple?: NippleMove;
}

const MAX_STEPS = 200;

/** An act where it stands among those of every scan, by when it was done or taken back. */
interface HistoryEntry {
  readonly step: EditStep;
  readonly order: number;
}

let entryCount = 0;
const createEntry = (step: EditStep): HistoryEntry => ({ step, order: ++entryCount });

/** What was done and undone to the findings of one scan. */
export class EditHistory {
  #done: readonly HistoryEntry[] = [];
  #undone: readonly HistoryEntry[] = [];
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

  push(step: EditStep): void {
    const done = createEntry(step);
    this.#pushedAt = done.order;
    this.#done = [...this.#done, done].slice(-MAX_STEPS);
    this.#undone = [];
  }

  /** Takes the newest act back; null when there is none. */
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

  /** Someone else's change makes acts on this finding meaningless. */
  discard(findingId: string): void {
    const isUnrelated = ({ step }: HistoryEntry): boolean =>
      step.edits.every((edit) => edit.findingId !== findingId);
    this.#done = this.#done.filter(isUnrelated);
    this.#undone = this.#undone.filter(isUnrelated);
  }
}

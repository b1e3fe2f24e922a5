import type { FindingBody } from './finding-body.ts';

/** One act on one finding; null is 'not there'. */
export interface Edit {
  readonly findingId: string;
  readonly before: FindingBody | null;
  readonly after: FindingBody | null;
}

const MOST_EDITS = 200;

/** What was done and undone to the findings of one scan. */
export class EditHistory {
  #done: readonly Edit[] = [];
  #undone: readonly Edit[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  push(edit: Edit): void {
    this.#done = [...this.#done, edit].slice(-MOST_EDITS);
    this.#undone = [];
  }

  /** Takes the newest act back; null when there is none. */
  undo(): Edit | null {
    const edit = this.#done.at(-1) ?? null;
    if (edit === null) return null;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, edit];
    return edit;
  }

  redo(): Edit | null {
    const edit = this.#undone.at(-1) ?? null;
    if (edit === null) return null;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, edit];
    return edit;
  }

  /** Someone else's change makes acts on this finding meaningless. */
  forget(findingId: string): void {
    this.#done = this.#done.filter((edit) => edit.findingId !== findingId);
    this.#undone = this.#undone.filter((edit) => edit.findingId !== findingId);
  }
}

import type { EarlyAnswers } from './early-answers.ts';

/** What the program knows of its own early beginning. */
export interface EarlyHold {
  readonly answers: Pick<EarlyAnswers, 'fetch'>;
  end(): void;
  firstPicture(limitMs: number): Promise<void>;
}

let held: EarlyHold | null = null;

export function holdEarly(early: EarlyHold): void {
  held = early;
}

/** The fetch of the program's own reads: what was asked for early is not asked for again. */
export const fetchOrEarly: typeof fetch = (input, init) =>
  held === null ? globalThis.fetch(input, init) : held.answers.fetch(input, init);

/** Nothing of what was asked for or shown early is wanted any more. */
export function endEarly(): void {
  held?.end();
}

/** Resolves with the first picture, or when there will be none; after `limitMs` at the latest. */
export async function firstPicture(limitMs: number): Promise<void> {
  await held?.firstPicture(limitMs);
}

import type { PreloadedResponses } from './preloaded-responses.ts';

/** What the program knows of its own early beginning. */
export interface BootPreload {
  readonly responses: Pick<PreloadedResponses, 'fetch'>;
  end(): void;
  waitForFirstImage(limitMs: number): Promise<void>;
}

let current: BootPreload | null = null;

export function setBootPreload(preload: BootPreload): void {
  current = preload;
}

/** The fetch of the program's own reads: what was asked for early is not asked for again. */
export const fetchOrPreloaded: typeof fetch = (input, init) =>
  current === null ? globalThis.fetch(input, init) : current.responses.fetch(input, init);

/** Nothing of what was asked for or shown early is wanted any more. */
export function endBootPreload(): void {
  current?.end();
}

/** Resolves with the first picture, or when there will be none; after `limitMs` at the latest. */
export async function waitForFirstImage(limitMs: number): Promise<void> {
  await current?.waitForFirstImage(limitMs);
}

import type { PreloadedResponses } from './preloaded-responses.ts';

/** Handle of the running preload, for the program. */
export interface BootPreload {
  readonly responses: Pick<PreloadedResponses, 'fetch'>;
  end(): void;
  waitForFirstImage(limitMs: number): Promise<void>;
}

let current: BootPreload | null = null;

export function setBootPreload(preload: BootPreload): void {
  current = preload;
}

/** Fetch of the program; reuses preloaded responses. */
export const fetchOrPreloaded: typeof fetch = (input, init) =>
  current === null ? globalThis.fetch(input, init) : current.responses.fetch(input, init);

/** Ends the preload and removes the boot preview. */
export function endBootPreload(): void {
  current?.end();
}

/** Resolves with the first image, when no image is expected, or after `limitMs`. */
export async function waitForFirstImage(limitMs: number): Promise<void> {
  await current?.waitForFirstImage(limitMs);
}

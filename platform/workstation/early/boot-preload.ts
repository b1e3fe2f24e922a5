import type { PreloadedResponses } from './preloaded-responses.ts';

/** Running preload of a study page, as the program uses it. */
export interface BootPreload {
  readonly responses: Pick<PreloadedResponses, 'fetch' | 'peek'>;
  /** Aborts unclaimed requests and removes the boot preview. */
  end(): void;
}

let current: BootPreload | null = null;

/** Makes the preload available to the program. */
export function setBootPreload(preload: BootPreload): void {
  current = preload;
}

/** `fetch` of the program; returns a preloaded response where there is one. */
export const fetchOrPreloaded: typeof fetch = (input, init) =>
  current === null ? globalThis.fetch(input, init) : current.responses.fetch(input, init);

/** Returns a copy of a preloaded response, which stays available; null if there is none. */
export const peekPreloaded = (url: string): Promise<Response | null> =>
  current === null ? Promise.resolve(null) : current.responses.peek(url);

/** Ends the preload and removes the boot preview. */
export function endBootPreload(): void {
  current?.end();
}

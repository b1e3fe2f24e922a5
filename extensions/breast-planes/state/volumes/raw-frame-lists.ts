import { createStore } from 'zustand/vanilla';
import { routes, type ScanFile } from '#contracts';
import type { ApiClient, ReadonlyStore } from '#core';
import { type Disposable, messageOf, ok, type Problem, problem, type Result } from '#foundation';
import { sortFrames } from '../../model/raw/raw-frames.ts';
import { imageTexts } from '../../texts/image-texts.ts';

/** All raw frames of a scan in playback order. */
export interface RawFrames {
  readonly frames: readonly ScanFile[];
  readonly problem: Problem | null;
  readonly loaded: boolean;
}

export const NOT_LOADED: RawFrames = { frames: [], problem: null, loaded: false };

interface Watched {
  readonly abort: AbortController;
  users: number;
}

/** Raw frames by scan, loaded once for all views that show them. */
export class RawFrameLists {
  readonly #api: ApiClient;
  readonly #watched = new Map<string, Watched>();
  readonly #store = createStore<Readonly<Record<string, RawFrames>>>()(() => ({}));

  constructor(api: ApiClient) {
    this.#api = api;
  }

  /** Frames by scan; absent without a view and until loaded. */
  get store(): ReadonlyStore<Readonly<Record<string, RawFrames>>> {
    return this.#store;
  }

  /**
   * Loads a scan's frames for the first view; disposing the last view aborts the load and discards
   * the frames.
   */
  watch(scanId: string): Disposable {
    const watched = this.#watched.get(scanId) ?? { abort: new AbortController(), users: 0 };
    watched.users += 1;
    if (watched.users === 1) {
      this.#watched.set(scanId, watched);
      void this.#read(scanId, watched.abort.signal);
    }
    let disposed = false;
    return {
      dispose: () => {
        if (disposed) return;
        disposed = true;
        watched.users -= 1;
        if (watched.users > 0) return;
        watched.abort.abort();
        this.#watched.delete(scanId);
        const { [scanId]: _, ...others } = this.#store.getState();
        this.#store.setState(others, true);
      },
    };
  }

  async #read(scanId: string, signal: AbortSignal): Promise<void> {
    const listed = await this.#list(scanId, signal).catch((thrown: unknown) => ({
      ok: false as const,
      problem: notListed(messageOf(thrown)),
    }));
    if (signal.aborted) return;
    const read = listed.ok
      ? { frames: listed.value, problem: null, loaded: true }
      : { frames: [], problem: listed.problem, loaded: true };
    this.#store.setState({ [scanId]: read });
  }

  async #list(scanId: string, signal: AbortSignal): Promise<Result<readonly ScanFile[]>> {
    const files: ScanFile[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#api.call(routes.listScanFiles, {
        params: { scanId },
        query: {
          fileCategory: 'SCAN_IMAGE',
          limit: 1000,
          ...(cursor === undefined ? {} : { cursor }),
        },
        signal,
      });
      if (!page.ok) return page;
      files.push(...page.value.items);
      cursor = page.value.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return ok(sortFrames(files));
  }
}

export const notListed = (detail: string): Problem =>
  problem(
    'FRAMES_NOT_LISTED',
    imageTexts.frames.notListed,
    detail,
    imageTexts.frames.nextList,
    'breast-planes',
  );

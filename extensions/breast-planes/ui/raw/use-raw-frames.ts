import { useEffect, useMemo, useRef, useState } from 'react';
import type { ScanFile } from '#contracts';
import { type ApiClient, apiToken, type ExtensionContext } from '#core';
import { fail, type Problem, type Result } from '#foundation';
import { useStore } from '#ui';
import { type DecodedFrame, decodeFrame } from '../../rendering/volume/decode-frame.ts';
import { PrefetchQueue } from '../../state/volumes/prefetch-queue.ts';
import {
  NOT_LOADED,
  notListed,
  RawFrameLists,
  type RawFrames,
} from '../../state/volumes/raw-frame-lists.ts';

/** Specification 9: simultaneous image prefetches. */
const PREFETCH = 20;
const MAX_CACHED_FRAMES = 120;

/** One list of frames for all views of an application. */
const listsOfApi = new WeakMap<ApiClient, RawFrameLists>();

function listsOf(api: ApiClient): RawFrameLists {
  const lists = listsOfApi.get(api) ?? new RawFrameLists(api);
  listsOfApi.set(api, lists);
  return lists;
}

/** All raw frames of a scan in playing order; views that stand side by side share one reading. */
export function useRawFrames(context: ExtensionContext, scanId: string): RawFrames {
  const lists = listsOf(context.use(apiToken));
  useEffect(() => {
    const watched = lists.watch(scanId);
    return () => watched.dispose();
  }, [lists, scanId]);
  return useStore(lists.store, (all) => all[scanId] ?? NOT_LOADED);
}

export interface ShownFrame {
  /** Index of the picture; stays the last one until the next is here. */
  readonly at: number;
  readonly frame: DecodedFrame;
}

/** Of those that are fetched ahead, so many lie behind: a hand turns back more often than a film. */
const BEHIND = 6;

/**
 * The picture of frame `at`; fetches some around it and keeps the latest ones. `views` that fetch
 * at the same time share what may be fetched at once.
 */
export function useFrameImage(
  context: ExtensionContext,
  frames: readonly ScanFile[],
  at: number,
  views = 1,
): { readonly shown: ShownFrame | null; readonly problem: Problem | null } {
  const byId = useRef<ReadonlyMap<string, ScanFile>>(new Map());
  byId.current = useMemo(() => new Map(frames.map((file) => [file.id, file])), [frames]);
  const [queue] = useState(() => {
    const load = async (id: string): Promise<Result<DecodedFrame>> => {
      const file = byId.current.get(id);
      return file === undefined ? fail(notListed(id)) : fetchFrame(context.use(apiToken), file);
    };
    return new PrefetchQueue(load, PREFETCH / views, MAX_CACHED_FRAMES);
  });
  const [shown, setShown] = useState<ShownFrame | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  useEffect(() => {
    const count = frames.length;
    const file = frames[at];
    if (file === undefined) return;
    const update = (): void => {
      const decoded = queue.get(file.id);
      if (decoded === undefined) return;
      setFailure(decoded.ok ? null : decoded.problem);
      if (decoded.ok) setShown({ at, frame: decoded.value });
      else queue.evict(file.id);
    };
    const listening = queue.on((id) => {
      if (id === file.id) update();
    });
    const ahead = Array.from({ length: PREFETCH - BEHIND }, (_, n) => at + n + 1);
    const behind = Array.from({ length: BEHIND - 1 }, (_, n) => at - n - 1);
    const around = [at, ...ahead, ...behind].map((n) => frames[(n + count) % count]?.id ?? file.id);
    queue.request([...new Set(around)]);
    update();
    return () => listening.dispose();
  }, [frames, at, queue]);
  return { shown, problem: failure };
}

async function fetchFrame(api: ApiClient, file: ScanFile): Promise<Result<DecodedFrame>> {
  const bytes = await api.download(`/scanfiles/${file.id}/download`);
  return bytes.ok ? decodeFrame(bytes.value) : bytes;
}

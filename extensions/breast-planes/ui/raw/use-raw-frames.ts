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

/** Maximum number of simultaneous image prefetches (specification 9). */
const PREFETCH = 20;
const MAX_CACHED_FRAMES = 120;

/** Frame lists by API client, shared by all views of an application. */
const listsOfApi = new WeakMap<ApiClient, RawFrameLists>();

function listsOf(api: ApiClient): RawFrameLists {
  const lists = listsOfApi.get(api) ?? new RawFrameLists(api);
  listsOfApi.set(api, lists);
  return lists;
}

/** Returns all raw frames of a scan in playback order; views of the same scan share a request. */
export function useRawFrames(context: ExtensionContext, scanId: string): RawFrames {
  const lists = listsOf(context.use(apiToken));
  useEffect(() => {
    const watched = lists.watch(scanId);
    return () => watched.dispose();
  }, [lists, scanId]);
  return useStore(lists.store, (all) => all[scanId] ?? NOT_LOADED);
}

export interface ShownFrame {
  /** Index of the shown frame; unchanged until the next frame is decoded. */
  readonly at: number;
  readonly frame: DecodedFrame;
}

/** Number of prefetched frames up to the current frame, because manual stepping often goes back. */
const BEHIND = 6;

/**
 * Returns the image of frame `at`, prefetches its neighbours and caches the latest frames. `views`
 * is the number of views that share the prefetch limit.
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

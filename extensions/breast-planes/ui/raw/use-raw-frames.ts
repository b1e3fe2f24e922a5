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

/**
 * Number of frames that a view requests, including the current frame; also the maximum number of
 * simultaneous downloads of all views of a scan.
 */
const MAX_PREFETCH = 20;
/** Number of requested frames before the current frame, because readers often step back. */
const FRAMES_BEHIND = 5;
/** Number of decoded frames that a view keeps. */
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
  return useStore(lists.store, (byScan) => byScan[scanId] ?? NOT_LOADED);
}

export interface ShownFrame {
  /** Index of the shown frame; unchanged until the next frame is decoded. */
  readonly at: number;
  readonly frame: DecodedFrame;
}

/**
 * Returns the image of frame `at`, prefetches its neighbours and caches the latest frames.
 * `sharingViews` is the number of views that share the prefetch limit.
 */
export function useFrameImage(
  context: ExtensionContext,
  frames: readonly ScanFile[],
  at: number,
  sharingViews = 1,
): { readonly shown: ShownFrame | null; readonly problem: Problem | null } {
  const byId = useRef<ReadonlyMap<string, ScanFile>>(new Map());
  byId.current = useMemo(() => new Map(frames.map((file) => [file.id, file])), [frames]);
  const [queue] = useState(() => {
    const load = async (id: string): Promise<Result<DecodedFrame>> => {
      const file = byId.current.get(id);
      return file === undefined ? fail(notListed(id)) : fetchFrame(context.use(apiToken), file);
    };
    return new PrefetchQueue(load, MAX_PREFETCH / sharingViews, MAX_CACHED_FRAMES);
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
    const subscription = queue.on((id) => {
      if (id === file.id) update();
    });
    const framesAhead = MAX_PREFETCH - 1 - FRAMES_BEHIND;
    const ahead = Array.from({ length: framesAhead }, (_, n) => at + n + 1);
    const behind = Array.from({ length: FRAMES_BEHIND }, (_, n) => at - n - 1);
    const ids = [at, ...ahead, ...behind].map((n) => frames[(n + count) % count]?.id ?? file.id);
    queue.request([...new Set(ids)]);
    update();
    return () => subscription.dispose();
  }, [frames, at, queue]);
  return { shown, problem: failure };
}

async function fetchFrame(api: ApiClient, file: ScanFile): Promise<Result<DecodedFrame>> {
  const bytes = await api.download(`/scanfiles/${file.id}/download`);
  return bytes.ok ? decodeFrame(bytes.value) : bytes;
}

import { useEffect, useRef, useState } from 'react';
import { routes, type ScanFile } from '#contracts';
import { type ApiClient, apiToken, type ExtensionContext } from '#core';
import { fail, messageOf, ok, type Problem, problem, type Result } from '#foundation';
import { framesInOrder } from '../model/raw-frames.ts';
import { type DecodedFrame, decodeFrame } from '../rendering/decode-frame.ts';
import { PrefetchQueue } from '../state/prefetch-queue.ts';
import { pictureTexts } from '../texts/picture-texts.ts';

/** Specification 9: simultaneous image prefetches. */
const PREFETCH = 20;
const KEPT_FRAMES = 120;

export interface RawFrames {
  readonly frames: readonly ScanFile[];
  readonly problem: Problem | null;
  readonly loaded: boolean;
}

/** All raw frames of a scan in playing order. */
export function useRawFrames(context: ExtensionContext, scanId: string): RawFrames {
  const [state, setState] = useState<RawFrames>({ frames: [], problem: null, loaded: false });
  useEffect(() => {
    const abort = new AbortController();
    const done = (next: RawFrames): void => {
      if (!abort.signal.aborted) setState(next);
    };
    listFrames(context.use(apiToken), scanId, abort.signal).then(
      (listed) =>
        done(
          listed.ok
            ? { frames: listed.value, problem: null, loaded: true }
            : { frames: [], problem: listed.problem, loaded: true },
        ),
      (thrown: unknown) =>
        done({ frames: [], problem: notListed(messageOf(thrown)), loaded: true }),
    );
    return () => abort.abort();
  }, [context, scanId]);
  return state;
}

async function listFrames(
  api: ApiClient,
  scanId: string,
  signal: AbortSignal,
): Promise<Result<readonly ScanFile[]>> {
  const files: ScanFile[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.call(routes.listScanFiles, {
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
  return ok(framesInOrder(files));
}

export interface ShownFrame {
  /** Index of the picture; stays the last one until the next is here. */
  readonly at: number;
  readonly frame: DecodedFrame;
}

/** Of those that are fetched ahead, so many lie behind: a hand turns back more often than a film. */
const BEHIND = 6;

/** The picture of frame `at`; fetches some around it and keeps the latest ones. */
export function useFramePicture(
  context: ExtensionContext,
  frames: readonly ScanFile[],
  at: number,
): { readonly shown: ShownFrame | null; readonly problem: Problem | null } {
  const byId = useRef(new Map<string, ScanFile>());
  const [queue] = useState(() => {
    const load = async (id: string): Promise<Result<DecodedFrame>> => {
      const file = byId.current.get(id);
      return file === undefined ? fail(notListed(id)) : fetchFrame(context.use(apiToken), file);
    };
    return new PrefetchQueue(load, PREFETCH, KEPT_FRAMES);
  });
  const [shown, setShown] = useState<ShownFrame | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  useEffect(() => {
    byId.current = new Map(frames.map((file) => [file.id, file]));
    const count = frames.length;
    const file = frames[at];
    if (file === undefined) return;
    const look = (): void => {
      const decoded = queue.get(file.id);
      if (decoded === undefined) return;
      setFailure(decoded.ok ? null : decoded.problem);
      if (decoded.ok) setShown({ at, frame: decoded.value });
      else queue.forget(file.id);
    };
    const listening = queue.on((id) => {
      if (id === file.id) look();
    });
    const ahead = Array.from({ length: PREFETCH - BEHIND }, (_, n) => at + n + 1);
    const behind = Array.from({ length: BEHIND - 1 }, (_, n) => at - n - 1);
    const around = [at, ...ahead, ...behind].map((n) => frames[(n + count) % count]?.id ?? file.id);
    queue.want([...new Set(around)]);
    look();
    return () => listening.dispose();
  }, [frames, at, queue]);
  return { shown, problem: failure };
}

async function fetchFrame(api: ApiClient, file: ScanFile): Promise<Result<DecodedFrame>> {
  const bytes = await api.download(`/scanfiles/${file.id}/download`);
  return bytes.ok ? decodeFrame(bytes.value) : bytes;
}

const notListed = (detail: string): Problem =>
  problem(
    'FRAMES_NOT_LISTED',
    pictureTexts.frames.notListed,
    detail,
    pictureTexts.frames.nextList,
    'breast-planes',
  );

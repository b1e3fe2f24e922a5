import { useEffect, useState } from 'react';
import { routes, type ScanFile } from '#contracts';
import { type ApiClient, apiToken, type ExtensionContext } from '#core';
import { messageOf, ok, type Problem, problem, type Result } from '#foundation';
import { framesInOrder } from '../model/raw-frames.ts';
import { type DecodedFrame, decodeFrame } from '../rendering/decode-frame.ts';
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

/** The picture of frame `at`; fetches some ahead and keeps the latest ones. */
export function useFramePicture(
  context: ExtensionContext,
  frames: readonly ScanFile[],
  at: number,
): { readonly shown: ShownFrame | null; readonly problem: Problem | null } {
  const [store] = useState(() => new Map<string, Promise<Result<DecodedFrame>>>());
  const [shown, setShown] = useState<ShownFrame | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  useEffect(() => {
    let left = false;
    const api = context.use(apiToken);
    const wanted = [frames[at], ...frames.slice(at + 1, at + 1 + PREFETCH)];
    for (const file of wanted) {
      if (file !== undefined && !store.has(file.id)) store.set(file.id, fetchFrame(api, file));
    }
    for (const id of [...store.keys()].slice(0, Math.max(0, store.size - KEPT_FRAMES))) {
      if (!wanted.some((file) => file?.id === id)) store.delete(id);
    }
    const file = frames[at];
    void (file === undefined ? undefined : store.get(file.id))?.then((decoded) => {
      if (left) return;
      setFailure(decoded.ok ? null : decoded.problem);
      if (decoded.ok) setShown({ at, frame: decoded.value });
      else if (file !== undefined) store.delete(file.id);
    });
    return () => {
      left = true;
    };
  }, [context, frames, at, store]);
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

import { useEffect, useState } from 'react';
import type { ApiClient } from '#core';
import type { Problem } from '#foundation';
import { createNewestImage, type NewestImage } from '../state/newest-image.ts';
import { decodeFrame, type FrameImage } from './decode-frame.ts';

export interface LiveFrame {
  /** Null until the first one has come. */
  readonly frame: FrameImage | null;
  readonly problem: Problem | null;
}

/** The newest stored frame of a scan, fetched and decoded; older ones are skipped. */
export function useLiveFrame(api: ApiClient, fileId: string | null): LiveFrame {
  const [live, setLive] = useState<LiveFrame>({ frame: null, problem: null });
  const [loader, setLoader] = useState<NewestImage | null>(null);
  useEffect(() => {
    let left = false;
    let newest = 0;
    const problemShown = (problem: Problem): void => setLive((last) => ({ ...last, problem }));
    const next = createNewestImage({
      api,
      onImage: (bytes) => {
        newest += 1;
        const turn = newest;
        void decodeFrame(bytes).then((decoded) => {
          // Decoding may overtake: only the latest that was fetched is drawn.
          if (left || turn !== newest) return;
          if (decoded.ok) setLive({ frame: decoded.value, problem: null });
          else problemShown(decoded.problem);
        });
      },
      onProblem: problemShown,
    });
    setLoader(next);
    return () => {
      left = true;
      next.dispose();
    };
  }, [api]);
  useEffect(() => {
    if (fileId !== null) loader?.show(fileId);
  }, [loader, fileId]);
  return live;
}

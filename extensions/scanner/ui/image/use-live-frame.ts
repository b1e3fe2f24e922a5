import { useEffect, useState } from 'react';
import type { ApiClient } from '#core';
import type { Problem } from '#foundation';
import { createNewestImage } from '../../state/scan/newest-image.ts';
import type { ScanRun } from '../../state/scan/scan-run.ts';
import { decodeFrame, type FrameImage } from '../shared/decode-frame.ts';

export interface LiveFrame {
  /** Null until the first frame has arrived. */
  readonly frame: FrameImage | null;
  readonly problem: Problem | null;
}

/**
 * Returns the newest stored frame of a scan, downloaded and decoded; skips older frames. Calls
 * `onFrame` with each frame before the render.
 */
export function useLiveFrame(
  api: ApiClient,
  newest: ScanRun['newest'],
  onFrame: (frame: FrameImage) => void,
): LiveFrame {
  const [live, setLive] = useState<LiveFrame>({ frame: null, problem: null });
  useEffect(() => {
    let cancelled = false;
    let downloaded = 0;
    let lastDrawn = 0;
    const showProblem = (problem: Problem): void => setLive((last) => ({ ...last, problem }));
    const loader = createNewestImage({
      api,
      onImage: (bytes) => {
        downloaded += 1;
        const imageNumber = downloaded;
        void decodeFrame(bytes).then((decoded) => {
          // Decoding may finish out of order; drops frames older than the drawn frame.
          if (cancelled || imageNumber < lastDrawn) return;
          lastDrawn = imageNumber;
          if (!decoded.ok) return showProblem(decoded.problem);
          onFrame(decoded.value);
          setLive({ frame: decoded.value, problem: null });
        });
      },
      onProblem: showProblem,
    });
    const show = (): void => {
      const { tick } = newest.getState();
      if (tick !== null) loader.show(tick.fileId);
    };
    show();
    // Subscribes to the tick itself, so that the download starts before the page renders.
    const unsubscribe = newest.subscribe(show);
    return () => {
      cancelled = true;
      unsubscribe();
      loader.dispose();
    };
  }, [api, newest, onFrame]);
  return live;
}

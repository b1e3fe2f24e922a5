import { useEffect, useState } from 'react';
import type { ApiClient } from '#core';
import type { Problem } from '#foundation';
import { createNewestImage, type NewestImage } from '../../state/scan/newest-image.ts';
import type { ScanRun } from '../../state/scan/scan-run.ts';
import { decodeFrame, type FrameImage } from '../shared/decode-frame.ts';

export interface LiveFrame {
  /** Null until the first frame has arrived. */
  readonly frame: FrameImage | null;
  readonly problem: Problem | null;
}

const NO_FRAME: LiveFrame = { frame: null, problem: null };

/**
 * Returns the newest stored frame of a scan, downloaded and decoded; skips older frames. Removes the
 * frame with its attempt. Calls `onFrame` with each frame before the render.
 */
export function useLiveFrame(
  api: ApiClient,
  newest: ScanRun['newest'],
  onFrame: (frame: FrameImage) => void,
): LiveFrame {
  const [live, setLive] = useState(NO_FRAME);
  useEffect(() => {
    const showProblem = (problem: Problem): void => setLive((last) => ({ ...last, problem }));
    const showFrame = (frame: FrameImage): void => {
      onFrame(frame);
      setLive({ frame, problem: null });
    };
    const createLoader = (): NewestImage => loadFrames(api, showFrame, showProblem);
    let loader = createLoader();
    let shownEpoch: number | null = null;
    const show = (): void => {
      const { tick } = newest.getState();
      if (shownEpoch !== null && tick?.epoch !== shownEpoch) {
        // A new loader, because an image of the older attempt may still be loading.
        loader.dispose();
        loader = createLoader();
        setLive(NO_FRAME);
      }
      shownEpoch = tick?.epoch ?? null;
      if (tick !== null) loader.show(tick.fileId);
    };
    show();
    // Subscribes to the tick itself, so that the download starts before the page renders.
    const unsubscribe = newest.subscribe(show);
    return () => {
      unsubscribe();
      loader.dispose();
    };
  }, [api, newest, onFrame]);
  return live;
}

/** Downloads and decodes the requested frames until disposed. */
function loadFrames(
  api: ApiClient,
  onFrame: (frame: FrameImage) => void,
  onProblem: (problem: Problem) => void,
): NewestImage {
  let disposed = false;
  let downloaded = 0;
  let lastDrawn = 0;
  const loader = createNewestImage({
    api,
    onImage: (bytes) => {
      downloaded += 1;
      const imageNumber = downloaded;
      void decodeFrame(bytes).then((decoded) => {
        // Decoding may finish out of order; drops frames older than the drawn frame.
        if (disposed || imageNumber < lastDrawn) return;
        lastDrawn = imageNumber;
        if (decoded.ok) onFrame(decoded.value);
        else onProblem(decoded.problem);
      });
    },
    onProblem,
  });
  return {
    show: (fileId) => loader.show(fileId),
    dispose() {
      disposed = true;
      loader.dispose();
    },
  };
}

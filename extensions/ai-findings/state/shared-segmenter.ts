import type { FrameSegmenter } from './frame-session.ts';

/**
 * Returns a function that opens one segmenter for all its users, because the model takes much memory.
 * The segmenter is disposed with its last user, and created again for the next one.
 */
export function sharedSegmenter(create: () => FrameSegmenter): () => FrameSegmenter {
  let shared: FrameSegmenter | null = null;
  let users = 0;
  return () => {
    const segmenter = shared ?? create();
    shared = segmenter;
    users += 1;
    let isDisposed = false;
    return {
      segment: (frame, prompt, shift) => segmenter.segment(frame, prompt, shift),
      prepare: () => segmenter.prepare(),
      dispose() {
        if (isDisposed) return;
        isDisposed = true;
        users -= 1;
        if (users > 0) return;
        segmenter.dispose();
        shared = null;
      },
    };
  };
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFrameSegmenter } from './create-frame-segmenter.ts';
import type { LesionPrompt } from './segment-frame.ts';

/** Worker that never answers. */
class SilentWorker extends EventTarget {
  postMessage(): void {
    posted += 1;
  }
  terminate(): void {
    posted = 0;
  }
}

let posted = 0;
beforeEach(() => vi.stubGlobal('Worker', SilentWorker));
afterEach(() => vi.unstubAllGlobals());

const FRAME = { key: 'a', width: 1, height: 1, bytes: new Uint8Array(1) };
const PROMPT: LesionPrompt = { clicks: { inside: [{ x: 0, y: 0 }], outside: [] } };
const ENDED = { ok: false, problem: { code: 'SEGMENTER_FAILED', detail: 'The image was closed.' } };

describe('a disposed segmenter', () => {
  it('fails the requests that wait and later ones, without a message to the worker', async () => {
    const segmenter = createFrameSegmenter();
    const waiting = segmenter.segment(FRAME, PROMPT);
    expect(posted).toBe(1);
    segmenter.dispose();
    expect(await waiting).toMatchObject(ENDED);
    const late = segmenter.segment(FRAME, PROMPT);
    const silence = new Promise((resolve) => setTimeout(resolve, 50, 'no answer'));
    expect(await Promise.race([late, silence])).toMatchObject(ENDED);
    expect(posted).toBe(0);
  });
});

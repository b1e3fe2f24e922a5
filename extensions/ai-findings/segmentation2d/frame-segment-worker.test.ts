import { afterEach, expect, it, vi } from 'vitest';
import type { SegmentAnswer } from './segment-messages.ts';

vi.mock('./open-frame-model.ts', () => ({ openFrameModel: async () => ({ ok: true, value: {} }) }));
vi.mock('./open-web-session.ts', () => ({ openWebSession: async () => null }));
afterEach(() => vi.unstubAllGlobals());

it('the segmentation worker answers SEGMENTER_FAILED when a request throws', async () => {
  const worker = new EventTarget();
  vi.stubGlobal('addEventListener', worker.addEventListener.bind(worker));
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(1)));
  const response = new Promise<SegmentAnswer>((resolve) => vi.stubGlobal('postMessage', resolve));
  await import('./frame-segment-worker.ts');
  const frame = { width: 1, height: 1, bytes: null };
  worker.dispatchEvent(new MessageEvent('message', { data: { id: 7, frame } }));
  expect(await response).toMatchObject({
    id: 7,
    result: { ok: false, problem: { code: 'SEGMENTER_FAILED' } },
  });
});

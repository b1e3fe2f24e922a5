import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SegmentAnswer } from './segment-messages.ts';

const opened = vi.fn(async () => ({ ok: true, value: { card: {} } }));
const outlined = vi.fn();
vi.mock('./segment-frame.ts', () => ({ segmentFrame: outlined, lesionAt: vi.fn() }));
vi.mock('./open-frame-model.ts', () => ({ openFrameModel: opened }));
vi.mock('./open-web-session.ts', () => ({ openWebSession: async () => null }));
afterEach(() => vi.unstubAllGlobals());

/** Starts the worker and returns what sends a message to it, and its next response. */
async function startWorker() {
  vi.resetModules();
  const worker = new EventTarget();
  vi.stubGlobal('addEventListener', worker.addEventListener.bind(worker));
  vi.stubGlobal('fetch', async () => new Response(new Uint8Array(1)));
  const response = new Promise<SegmentAnswer>((resolve) => vi.stubGlobal('postMessage', resolve));
  await import('./frame-segment-worker.ts');
  const send = (data: object) => worker.dispatchEvent(new MessageEvent('message', { data }));
  return { send, response };
}

const request = (locale: string) => ({
  kind: 'segment',
  id: 7,
  locale,
  frame: { width: 1, height: 1, bytes: null },
});

describe('the segmentation worker', () => {
  it('answers SEGMENTER_FAILED when a request throws', async () => {
    const { send, response } = await startWorker();
    send(request('en'));
    expect(await response).toMatchObject({
      id: 7,
      result: {
        ok: false,
        problem: { code: 'SEGMENTER_FAILED', title: 'The segmentation failed' },
      },
    });
  });

  it('answers in the language of the page', async () => {
    const { send, response } = await startWorker();
    send(request('de'));
    expect(await response).toMatchObject({
      result: { problem: { title: 'Die Segmentierung ist fehlgeschlagen' } },
    });
  });

  it('runs one request after the other, and none again for a moved border', async () => {
    const { send, response } = await startWorker();
    const running: (() => void)[] = [];
    outlined.mockImplementation(
      () =>
        new Promise((resolve) => {
          const lesion = { outline: [], score: 1 };
          running.push(() => resolve({ ok: true, value: { lesion, probability: null } }));
        }),
    );
    const frame = { key: 'a', width: 1, height: 1, bytes: new Uint8Array(1) };
    const first = { ...request('en'), frame, prompt: 'p', thresholdShift: 0 };
    send(first);
    send({ ...first, prompt: 'q' });
    await expect.poll(() => running.length).toBe(1);
    running[0]?.();
    await response;
    await expect.poll(() => running.length).toBe(2);
    running[1]?.();
    send(first);
    send({ ...first, prompt: 'q' });
    send({ ...first, prompt: 'r' });
    await expect.poll(() => running.length).toBe(3);
    expect(outlined).toHaveBeenCalledTimes(3);
  });

  it('loads the model once for the preparation and the first request', async () => {
    const { send, response } = await startWorker();
    opened.mockClear();
    send({ kind: 'prepare' });
    await expect.poll(() => opened.mock.calls.length).toBe(1);
    send(request('en'));
    await response;
    expect(opened).toHaveBeenCalledTimes(1);
  });
});

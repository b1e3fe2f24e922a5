import { describe, expect, it } from 'vitest';
import { anInput } from '../testing/an-input.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { runInWorker } from './run-in-worker.ts';

const ID = 'org.example.model';

function start(signal = new AbortController().signal) {
  const worker = new FakeWorker();
  const clock = manualClock();
  const progress: number[] = [];
  const result = runInWorker({
    extensionId: ID,
    moduleUrl: 'https://clinic.example/third-party/org.example.model/dist/detector.js',
    folderUrl: 'https://clinic.example/third-party/org.example.model/',
    input: anInput(),
    limitMs: 60_000,
    signal,
    onProgress: (part) => void progress.push(part),
    clock,
    createWorker: () => worker,
  });
  return { worker, clock, progress, result };
}

const DONE = { kind: 'done', proposals: [{ score: 1 }], cut: 2, messages: ['Searched'] };

describe('the worker of a provider', () => {
  it('gets module and input, and ends with its result', async () => {
    const { result, worker, progress, clock } = start();
    worker.receive({ kind: 'progress', part: 0.4 });
    worker.receive({ kind: 'progress', part: 7 });
    worker.receive(DONE);
    expect(await result).toEqual({ ok: true, value: DONE });
    expect(worker.sent).toMatchObject([{ input: { sizes: [20, 20, 20] } }]);
    expect(progress).toEqual([0.4, 1]);
    expect([worker.terminated, clock.pending]).toEqual([1, 0]);
  });

  it('ends at the time limit when the provider never returns', async () => {
    const { result, worker, clock } = start();
    await clock.advance(59_999);
    expect(worker.terminated).toBe(0);
    await clock.advance(1);
    expect(worker.terminated).toBe(1);
    expect(await result).toMatchObject({
      ok: false,
      problem: { code: 'PROVIDER_TOO_SLOW', source: ID, detail: expect.stringContaining('60 s') },
    });
  });

  it('ends at once when the run is cancelled', async () => {
    const stop = new AbortController();
    const { result, worker, clock } = start(stop.signal);
    stop.abort();
    expect(await result).toMatchObject({ problem: { code: 'PROVIDER_CANCELLED', source: ID } });
    expect([worker.terminated, clock.pending]).toEqual([1, 0]);
  });

  it('ends when it floods the page with messages', async () => {
    const { result, worker } = start();
    for (let n = 0; n <= 10_000; n++) worker.receive({ kind: 'progress', part: 0 });
    expect(worker.terminated).toBe(1);
    expect(await result).toMatchObject({ problem: { code: 'PROVIDER_FLOODED', source: ID } });
  });

  it.each([
    ['an error of the provider', { kind: 'threw', reason: 'the weights are missing' }, /weights/],
    ['an unknown message', { kind: 'token' }, /invalid message/],
    ['no object', null, /invalid message/],
    ['more proposals than allowed', { ...DONE, proposals: new Array(1_001).fill(0) }, /invalid/],
    ['progress that is not a number', { kind: 'progress', part: Number.NaN }, /invalid message/],
  ])('fails and names the extension after %s', async (_title, message, reason) => {
    const { result, worker } = start();
    worker.receive(message);
    expect(worker.terminated).toBe(1);
    expect(await result).toMatchObject({
      problem: { code: 'PROVIDER_FAILED', source: ID, detail: expect.stringMatching(reason) },
    });
  });

  it.each([
    [undefined, /crashed or could not be loaded/],
    ['Uncaught RangeError: out of memory', /out of memory/],
  ])('fails when it crashes with the message %s', async (message, reason) => {
    const { result, worker } = start();
    worker.crash(message);
    expect(await result).toMatchObject({
      problem: { code: 'PROVIDER_FAILED', detail: expect.stringMatching(reason) },
    });
  });
});

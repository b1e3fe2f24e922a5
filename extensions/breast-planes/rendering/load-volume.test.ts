import { describe, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { fail, ok, problem } from '#foundation';
import { aScanFile, aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { loadVolume } from './load-volume.ts';

const full = aScanFile();
const coarse = aScanFile({ role: 'PYRAMID' });
const levels = [full, coarse].map((file) => ({ file, url: '' }));
const scanVolume = { file: full, levels };
const nrrdOf = (size: number) =>
  writeNrrd(volumeToNrrd(aVolume({ sizes: [size, size, size] }), {}));
const away = problem('NOT_FOUND', 'Not found', 'The file is not there.', 'Look elsewhere.');

async function load(
  bytesOf: (file: ScanFile) => Uint8Array | null,
  signal = new AbortController(),
) {
  const steps: string[] = [];
  const done = await loadVolume(
    scanVolume,
    async (file) => {
      const bytes = bytesOf(file);
      return bytes === null ? fail(away) : ok(bytes);
    },
    signal.signal,
    ({ kind, volume }) => steps.push(`${kind} ${volume.geometry.sizes[0]}`),
    (skipped) => steps.push(`skipped ${skipped.code}`),
  );
  return { steps, done };
}

describe('loading a volume', () => {
  it('shows the coarse level first, then the full one, under ids without a colon', async () => {
    const { steps, done } = await load((file) => nrrdOf(file === full ? 8 : 4));
    expect(steps).toEqual(['coarse 4', 'complete 8']);
    expect(done.ok).toBe(true);
  });

  it('goes on without a coarse level that cannot be read', async () => {
    const { steps, done } = await load((file) => (file === full ? nrrdOf(8) : null));
    expect(steps).toEqual(['skipped NOT_FOUND', 'complete 8']);
    expect(done.ok).toBe(true);
  });

  it('says what is wrong with a full level that breaks off, after the coarse one was shown', async () => {
    const { steps, done } = await load((file) =>
      file === full ? nrrdOf(8).subarray(0, -100) : nrrdOf(4),
    );
    expect(steps).toEqual(['coarse 4']);
    expect(done).toMatchObject({ ok: false, problem: { code: 'VOLUME_TRUNCATED' } });
  });

  it('tells nothing more once it was given up', async () => {
    const abort = new AbortController();
    abort.abort();
    const { steps, done } = await load(() => nrrdOf(4), abort);
    expect(steps).toEqual([]);
    expect(done.ok).toBe(true);
  });

  it('names the answer that has no levels', async () => {
    const none = { file: full, levels: [] };
    const done = await loadVolume(
      none,
      async () => fail(away),
      AbortSignal.any([]),
      () => undefined,
      () => undefined,
    );
    expect(done).toMatchObject({ ok: false, problem: { code: 'VOLUME_EMPTY' } });
  });
});

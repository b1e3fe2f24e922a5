import { afterEach, describe, expect, it } from 'vitest';
import type { ScanVolume } from '#contracts';
import { fail, ok, problem } from '#foundation';
import { aScanFile, aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import type { ProgressiveVolume } from '../model/planes/progressive-volume.ts';
import { claimPreload, dropPreloads, PreloadedVolume, storePreload } from './preloaded-volume.ts';
import type { ByteSource } from './volume/byte-source.ts';

afterEach(dropPreloads);

function storeCube(size: number, role: 'PRIMARY' | 'PYRAMID') {
  const paint = (_: unknown, [i, j, k]: readonly number[]) =>
    ((i ?? 0) + 3 * (j ?? 0) + (k ?? 0)) % 251;
  const bytes = writeNrrd(volumeToNrrd(aVolume({ sizes: [size, size, size], paint }), {}));
  return { file: aScanFile({ role, byteLength: bytes.length }), bytes };
}

/** Preloads a volume of 2 MB and its coarse level; the connection fails after `readableRanges` reads. */
function createPreload(readableRanges = Number.POSITIVE_INFINITY) {
  const files = [storeCube(136, 'PRIMARY'), storeCube(16, 'PYRAMID')];
  const bytesOf = (id: string) =>
    files.find(({ file }) => file.id === id)?.bytes ?? new Uint8Array();
  const signals: AbortSignal[] = [];
  let reads = 0;
  const broken = fail({ ...problem('EARLY_BYTES', '', '', ''), status: 0 });
  const source = (signal: AbortSignal): ByteSource => {
    signals.push(signal);
    return {
      readAll: async (file) => ok(bytesOf(file.id)),
      async readRange(file, { from, to }, into, onBytes) {
        await Promise.resolve();
        reads += 1;
        if (signal.aborted || reads > readableRanges) return broken;
        into.set(bytesOf(file.id).subarray(from, to));
        onBytes(to - from);
        return ok(undefined);
      },
    };
  };
  const scanVolume = {
    levels: files.map(({ file }) => ({ file, url: '' })),
  } as unknown as ScanVolume;
  const preload = new PreloadedVolume({
    scanId: 'scan',
    scanVolume,
    token: 'mine',
    source,
    now: () => 0,
    startSlice: () => 68,
  });
  storePreload(preload);
  const fileId = files[0]?.file.id ?? '';
  return {
    preload,
    fileId,
    isAborted: () => signals.every(({ aborted }) => aborted),
    reads: () => reads,
  };
}

describe('a preloaded volume', () => {
  it('is handed over once with the same voxels, without further reads', async () => {
    const { preload, fileId, reads } = createPreload();
    const preloadedVolumes: ProgressiveVolume[] = [];
    const preloaded = await preload.full((progressiveVolume) =>
      preloadedVolumes.push(progressiveVolume),
    );
    const readsBeforeClaim = reads();
    const claimed = claimPreload('scan', fileId, 'mine');
    expect(claimed).toBe(preload);
    expect(claimPreload('scan', fileId, 'mine')).toBeNull();
    const levels: string[] = [];
    claimed?.subscribeLevels(({ id }) => levels.push(id));
    expect(levels).toHaveLength(1);
    const resumedVolumes: ProgressiveVolume[] = [];
    const resumed = await claimed?.resume({
      onProgressiveVolume: (progressiveVolume) => resumedVolumes.push(progressiveVolume),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    expect(resumedVolumes).toEqual(preloadedVolumes);
    expect(resumed).toBe(preloaded);
    expect(reads()).toBe(readsBeforeClaim);
  });

  it.each([
    ['of another file after a new reconstruction', 'another', 'mine'],
    ['of another token', null, 'of another user'],
    ['while no user is signed in', null, null],
  ])('is rejected and aborted %s', (_what, file, token) => {
    const { fileId, isAborted } = createPreload();
    expect(claimPreload('scan', file ?? fileId, token)).toBeNull();
    expect(isAborted()).toBe(true);
    expect(claimPreload('scan', fileId, 'mine')).toBeNull();
  });

  it('is aborted with the load that resumes the preload', async () => {
    const { fileId, isAborted } = createPreload();
    const load = new AbortController();
    const resumed = claimPreload('scan', fileId, 'mine')?.resume({
      onProgressiveVolume: () => undefined,
      onProgress: () => undefined,
      signal: load.signal,
    });
    load.abort();
    expect(isAborted()).toBe(true);
    await resumed;
  });

  it('fails when the connection breaks, so that the consumer can read again', async () => {
    const { preload } = createPreload(1);
    expect((await preload.full(() => undefined)).ok).toBe(false);
  });

  it('is aborted when dropped or replaced by a preload of the same scan', () => {
    const first = createPreload();
    const second = createPreload();
    expect([first.isAborted(), second.isAborted()]).toEqual([true, false]);
    dropPreloads();
    expect(second.isAborted()).toBe(true);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import type { ScanVolume } from '#contracts';
import { fail, ok, problem } from '#foundation';
import { aScanFile, aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import type { GrowingVolume } from '../model/planes/growing-volume.ts';
import { dropEarlyVolumes, EarlyVolume, keepEarlyVolume, takeEarlyVolume } from './early-volume.ts';
import type { ByteSource } from './volume/load-volume.ts';

afterEach(dropEarlyVolumes);

function stored(size: number, role: 'PRIMARY' | 'PYRAMID') {
  const paint = (_: unknown, [i, j, k]: readonly number[]) =>
    ((i ?? 0) + 3 * (j ?? 0) + (k ?? 0)) % 251;
  const bytes = writeNrrd(volumeToNrrd(aVolume({ sizes: [size, size, size], paint }), {}));
  return { file: aScanFile({ role, byteLength: bytes.length }), bytes };
}

/** A volume of 2 MB and a coarse level of it, loaded early; `breaks` ends the line after so many reads. */
function begun(breaks = Number.POSITIVE_INFINITY) {
  const files = [stored(136, 'PRIMARY'), stored(16, 'PYRAMID')];
  const bytesOf = (id: string) =>
    files.find(({ file }) => file.id === id)?.bytes ?? new Uint8Array();
  const signals: AbortSignal[] = [];
  let reads = 0;
  const broken = fail({ ...problem('EARLY_BYTES', '', '', ''), status: 0 });
  const source = (signal: AbortSignal): ByteSource => {
    signals.push(signal);
    return {
      whole: async (file) => ok(bytesOf(file.id)),
      async part(file, { from, to }, into, onBytes) {
        await Promise.resolve();
        reads += 1;
        if (signal.aborted || reads > breaks) return broken;
        into.set(bytesOf(file.id).subarray(from, to));
        onBytes(to - from);
        return ok(undefined);
      },
    };
  };
  const scanVolume = {
    levels: files.map(({ file }) => ({ file, url: '' })),
  } as unknown as ScanVolume;
  const early = new EarlyVolume({
    scanId: 'scan',
    scanVolume,
    token: 'mine',
    source,
    now: () => 0,
    startSlice: () => 68,
  });
  keepEarlyVolume(early);
  const fileId = files[0]?.file.id ?? '';
  return {
    early,
    fileId,
    isEnded: () => signals.every(({ aborted }) => aborted),
    reads: () => reads,
  };
}

describe('a volume whose load began early', () => {
  it('is gone on with once: the same voxels, read once', async () => {
    const { early, fileId, reads } = begun();
    const first: GrowingVolume[] = [];
    const shown = await early.full((growing) => first.push(growing));
    const before = reads();
    const taken = takeEarlyVolume('scan', fileId, 'mine');
    expect(taken).toBe(early);
    expect(takeEarlyVolume('scan', fileId, 'mine')).toBeNull();
    const levels: string[] = [];
    taken?.followLevels(({ id }) => levels.push(id));
    expect(levels).toHaveLength(1);
    const again: GrowingVolume[] = [];
    const done = await taken?.goOn({
      onGrowing: (growing) => again.push(growing),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    expect(again).toEqual(first);
    expect(done).toBe(shown);
    expect(reads()).toBe(before);
  });

  it.each([
    ['of another file, as a new reconstruction has', 'another', 'mine'],
    ['of another bearer', null, 'of somebody else'],
    ['while nobody is signed in', null, null],
  ])('is not taken %s, and ends', (_what, file, token) => {
    const { fileId, isEnded } = begun();
    expect(takeEarlyVolume('scan', file ?? fileId, token)).toBeNull();
    expect(isEnded()).toBe(true);
    expect(takeEarlyVolume('scan', fileId, 'mine')).toBeNull();
  });

  it('ends with the load that goes on with it', async () => {
    const { fileId, isEnded } = begun();
    const end = new AbortController();
    const going = takeEarlyVolume('scan', fileId, 'mine')?.goOn({
      onGrowing: () => undefined,
      onProgress: () => undefined,
      signal: end.signal,
    });
    end.abort();
    expect(isEnded()).toBe(true);
    await going;
  });

  it('says so where its line breaks off, so that its bytes are asked for anew', async () => {
    const { early } = begun(1);
    expect((await early.full(() => undefined)).ok).toBe(false);
  });

  it('ends when nobody takes it, and when another begins for its scan', () => {
    const first = begun();
    const second = begun();
    expect([first.isEnded(), second.isEnded()]).toEqual([true, false]);
    dropEarlyVolumes();
    expect(second.isEnded()).toBe(true);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import type { ScanVolume } from '#contracts';
import { settle } from '#core/testing';
import { fail, ok, problem } from '#foundation';
import { aScanFile, aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { dropPreloads, PreloadedVolume, storePreload } from '../rendering/preloaded-volume.ts';
import type { ByteSource } from '../rendering/volume/byte-source.ts';
import { openStudy } from './test-support/open-study.ts';
import { VolumeLoad } from './volume-load.ts';

afterEach(dropPreloads);

function storeCube(size: number, role: 'PRIMARY' | 'PYRAMID') {
  const sizes = [size, size, size] as const;
  const bytes = writeNrrd(volumeToNrrd(aVolume({ sizes, paint: () => 7 }), {}));
  return { file: aScanFile({ role, byteLength: bytes.length }), bytes };
}

/** Creates a volume load with a started preload that fails after `readableRanges` ranges. */
async function startPreloaded(
  readableRanges = Number.POSITIVE_INFINITY,
  files = [storeCube(136, 'PRIMARY'), storeCube(16, 'PYRAMID')],
) {
  const { backend, context, reading, scanId, session } = await openStudy();
  const bytesOf = (id: string) => files.find(({ file }) => file.id === id)?.bytes;
  let ranges = 0;
  const source: ByteSource = {
    readAll: async (file) => ok(bytesOf(file.id) ?? new Uint8Array()),
    async readRange(file, { from, to }, into) {
      ranges += 1;
      if (ranges > readableRanges) return fail(problem('EARLY_BYTES', '', '', ''));
      into.set(bytesOf(file.id)?.subarray(from, to) ?? []);
      return ok(undefined);
    },
  };
  const levels = files.map(({ file }) => ({ file, url: '' }));
  const scanVolume = { levels } as unknown as ScanVolume;
  const request = { scanId, scanVolume, now: () => 0, startSlice: () => 68, source: () => source };
  storePreload(new PreloadedVolume({ ...request, token: session.token() ?? '' }));
  const file = files[0]?.file;
  if (file === undefined) throw new Error('No file');
  const earlierCalls = backend.server.calls.length;
  const load = new VolumeLoad(context, scanId, file);
  load.start();
  return {
    load,
    reading,
    entry: () => reading.store.getState().volumes[scanId],
    requests: () => backend.server.calls.slice(earlierCalls).map(({ route }) => route),
  };
}

describe('a preloaded volume', () => {
  it('is complete without further requests', async () => {
    const { entry, requests } = await startPreloaded();
    await expect.poll(() => entry()?.status).toBe('complete');
    expect(entry()?.volume?.voxels[1000]).toBe(7);
    expect(requests()).toEqual([]);
  });

  it('is requested again after a failed preload, and reports the error of the second attempt', async () => {
    const { entry, requests } = await startPreloaded(1);
    await expect.poll(() => entry()?.status).toBe('failed');
    expect(requests()).toContain('downloadScanFile');
    expect(entry()?.problem).toMatchObject({ code: 'NOT_FOUND' });
    expect(entry()?.volume?.geometry.sizes).toEqual([16, 16, 16]);
  });

  it('shows loaded slices when coarse levels are missing, and is then complete', async () => {
    const states: (readonly [string | undefined, boolean])[] = [];
    const { entry, requests, reading } = await startPreloaded(undefined, [
      storeCube(136, 'PRIMARY'),
    ]);
    reading.store.subscribe(({ volumes }) => {
      const entry = Object.values(volumes)[0];
      states.push([entry?.partial?.id.replace(/.*-/, ''), entry?.volume != null]);
    });
    await expect.poll(() => entry()?.status).toBe('complete');
    expect(states).toContainEqual(['black', false]);
    expect(entry()).toMatchObject({ partial: null, geometry: { sizes: [136, 136, 136] } });
    expect(requests()).toEqual([]);
  });

  it('stops loading when the load is disposed', async () => {
    const { entry, load } = await startPreloaded();
    load.dispose();
    await settle();
    expect(entry()?.status).toBe('loading');
  });
});

import { describe, expect, it } from 'vitest';
import { routes, type ScanVolume } from '#contracts';
import { apiToken, type ExtensionContext } from '#core';
import { settle } from '#core/testing';
import { fail, ok, problem } from '#foundation';
import { imageToMm, type Vec3 } from '#geometry';
import { aScanFile, aVolume } from '#testing';
import { type Volume, volumeToNrrd, writeNrrd } from '#volume';
import { MAX_VOLUMES } from '../state/volumes/volume-cache.ts';
import { openStudy } from './test-support/open-study.ts';
import { createVolumeReader } from './volume-reader.ts';

/** Grey level that differs along every axis, so that a mirrored or transposed image is detected. */
const paint = (_: Vec3, [i, j, k]: Vec3): number => 20 + 4 * i + 9 * j + k;

const fine = aVolume({ sizes: [24, 12, 20], spacingMm: [0.5, 1, 0.5], paint });
const reduced = aVolume({ sizes: [12, 6, 10], spacingMm: [1, 2, 1], paint: () => 99 });

function stored(volume: Volume) {
  const bytes = writeNrrd(volumeToNrrd(volume, { dynamicRangeDb: '60' }));
  const { sizes, spacingMm, originMm, coverageRadiusMm } = volume.geometry;
  const header = {
    sizes: sizes.join(' '),
    spacingMm: [...spacingMm],
    originMm: [...originMm],
    coverageRadiusMm,
  };
  return { file: aScanFile({ byteLength: bytes.length, header }), bytes };
}

/** A context whose server has the volume in two levels; `gate` delays the full level. */
async function anApi(gate: Promise<void> = Promise.resolve()) {
  const opened = await openStudy();
  let levels = [stored(fine), stored(reduced)];
  const [full] = levels;
  const downloads: string[] = [];
  const api = {
    call: async (route: unknown) =>
      route === routes.getVolume
        ? ok({
            file: levels[0]?.file,
            levels: levels.map(({ file }) => ({ file, url: '' })),
          } as ScanVolume)
        : fail(problem('NOT_FOUND', 'Not found', '', '')),
    download: async (path: string) => {
      downloads.push(path);
      const found = levels.find(({ file }) => path.includes(file.id));
      if (found === full) await gate;
      return found === undefined ? fail(problem('NOT_FOUND', '', '', '')) : ok(found.bytes);
    },
  };
  const { use } = opened.context;
  const context = {
    ...opened.context,
    use: (token: unknown) => (token === apiToken ? api : use(token as never)),
  } as unknown as ExtensionContext;
  return {
    ...opened,
    downloads,
    fileId: full?.file.id ?? '',
    reader: createVolumeReader(context),
    /** Stores a newer volume of the scan; returns the id of its file. */
    supersede(volume: Volume): string {
      const newer = stored(volume);
      levels = [newer, stored(reduced)];
      return newer.file.id;
    },
  };
}

const never = new Promise<void>(() => undefined);

describe('the volume reader', () => {
  it('opens voxels, geometry and dynamic range of the full level in millimetres', async () => {
    const { reader, scanId, fileId } = await anApi();
    const result = await reader.open(scanId);
    if (!result.ok) throw new Error(result.problem.code);
    const volume = result.value;
    expect(volume).toMatchObject({ scanId, fileId, level: 'full', dynamicRangeDb: 60 });
    expect(volume.sizes).toEqual([24, 12, 20]);
    expect(volume.voxels).toEqual(fine.voxels);
    const mm = volume.voxelToMm([3, 4, 5]);
    expect(mm).toEqual([-4.25, 4.5, -2.25]);
    expect(volume.mmToVoxel(mm)).toEqual([3, 4, 5]);
    expect(volume.isCovered([12, 4, 10])).toBe(true);
    expect(volume.isCovered([0, 4, 0])).toBe(false);
  });

  it('reslices every plane so that each pixel shows the voxel at its own millimetres', async () => {
    const { reader, scanId } = await anApi();
    const result = await reader.open(scanId);
    if (!result.ok) throw new Error(result.problem.code);
    const volume = result.value;
    const position = { sag: 1.5, tra: -0.5, depth: 5, rad: 90 };
    let checked = 0;
    for (const plane of ['COR', 'TRA', 'SAG', 'RAD'] as const) {
      const slice = volume.slice(plane, position, { pxPerMm: 2 });
      expect(slice.greyLevels).toHaveLength(slice.widthPx * slice.heightPx);
      for (let row = 0; row < slice.heightPx; row++) {
        for (let column = 0; column < slice.widthPx; column++) {
          const grey = slice.greyLevels[row * slice.widthPx + column] ?? 0;
          const [i, j, k] = volume.mmToVoxel(slice.pixelToMm(column, row));
          const inside = i > 0 && i < 23 && j > 0 && j < 11 && k > 0 && k < 19;
          if (grey === 0 || !inside) continue;
          checked += 1;
          expect(Math.abs(grey - paint([0, 0, 0], [i, j, k]))).toBeLessThanOrEqual(0.51);
        }
      }
      expect(slice.pixelToMm(-0.5, -0.5)[1]).toBeCloseTo(imageToMm(slice.frame, 0, 0)[1], 6);
    }
    expect(checked).toBeGreaterThan(500);
  });

  it('returns the coarse level at once while the full level still loads', async () => {
    const { reader, scanId } = await anApi(never);
    const result = await reader.open(scanId, { level: 'coarse' });
    expect(result.ok && result.value.level).toBe('coarse');
    expect(result.ok && result.value.voxels[0]).toBe(99);
  });

  it('shares one load between callers and views', async () => {
    const { reader, scanId, downloads } = await anApi();
    await Promise.all([reader.open(scanId), reader.open(scanId), reader.open(scanId)]);
    expect(new Set(downloads).size).toBe(downloads.length);
  });

  it('opens the latest volume although the cache has a superseded one', async () => {
    const { reader, scanId, fileId, supersede } = await anApi();
    const first = await reader.open(scanId);
    const repainted = aVolume({ sizes: [24, 12, 20], spacingMm: [0.5, 1, 0.5], paint: () => 7 });
    const newId = supersede(repainted);
    const second = await reader.open(scanId);
    if (!first.ok || !second.ok) throw new Error('not opened');
    expect([first.value.fileId, second.value.fileId]).toEqual([fileId, newId]);
    expect(second.value.voxels).toEqual(repainted.voxels);
    expect(first.value.voxels).toEqual(fine.voxels);
  });

  it('fails with ABORTED when the caller cancels, before the call and during the load', async () => {
    const { reader, scanId } = await anApi(never);
    const early = await reader.open(scanId, { signal: AbortSignal.abort() });
    expect(!early.ok && early.problem.code).toBe('ABORTED');
    const abort = new AbortController();
    const late = reader.open(scanId, { signal: abort.signal });
    await settle();
    abort.abort();
    expect(await late).toMatchObject({ ok: false, problem: { code: 'ABORTED' } });
  });

  it('fails with the Problem of the server', async () => {
    const { context, scanId, backend } = await openStudy();
    expect(backend.scans.length).toBeGreaterThan(0);
    const result = await createVolumeReader(context).open(scanId);
    expect(!result.ok && result.problem.code).toBe('NOT_FOUND');
  });

  it('fails by name while other volumes use the memory for full levels', async () => {
    const { reader, reading } = await anApi();
    for (let n = 0; n < MAX_VOLUMES; n++) {
      reading.volumeCache.put(`other-${n}`, { drop: () => undefined });
      reading.volumeCache.use(`other-${n}`);
      reading.volumeCache.markActive(`other-${n}`);
    }
    const result = await reader.open('scan-of-another-study');
    expect(!result.ok && result.problem.code).toBe('VOLUME_CACHE_FULL');
  });

  it('releases the volume once, however often it is disposed', async () => {
    const { reader, scanId, reading } = await anApi();
    const [first, second] = [await reader.open(scanId), await reader.open(scanId)];
    if (!first.ok || !second.ok) throw new Error('not opened');
    first.value.dispose();
    first.value.dispose();
    for (let n = 0; n < MAX_VOLUMES; n++) {
      reading.volumeCache.put(`other-${n}`, { drop: () => undefined });
      reading.volumeCache.use(`other-${n}`);
    }
    // Still in use by the second caller; without users the cache would drop the volume.
    expect(reading.store.getState().volumes[scanId]).toBeDefined();
    second.value.dispose();
    reading.volumeCache.use('other-0');
    expect(reading.store.getState().volumes[scanId]).toBeUndefined();
  });
});

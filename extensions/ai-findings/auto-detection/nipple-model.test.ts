import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { positionToMm, type Vec3 } from '#geometry';
import type { NippleVolume } from '#server/extension';
import { volumeToNrrd, writeNrrd } from '#volume';
import { locateNipple, NIPPLE_WEIGHTS } from '../nipple/index.ts';
import { ballVolume } from '../test-support/ball-volume.ts';
import { nippleModel } from './nipple-model.ts';
import { readDbVolume } from './read-db-volume.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clockface-nipple-model-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SIZES: Vec3 = [80, 40, 80];
const SPACING_MM: Vec3 = [1, 1, 1];
const ORIGIN_MM: Vec3 = [-39.5, 0.5, -39.5];

/** Writes a volume with a dark column off the axis, and returns its path and bytes. */
async function writeVolume(keyValues: Record<string, string>) {
  const source = ballVolume({
    sizes: SIZES,
    spacingMm: SPACING_MM,
    originMm: ORIGIN_MM,
    balls: [{ centreMm: [6, 12, -4], radiiMm: [5, 12, 5], db: -48 }],
  });
  const bytes = writeNrrd(volumeToNrrd(source, keyValues));
  const filePath = join(folder, 'volume.nrrd');
  await writeFile(filePath, bytes);
  return { bytes, filePath, geometry: source.geometry };
}

const locate = (filePath: string) =>
  nippleModel.locate({ filePath } as NippleVolume, new AbortController().signal);

describe('the built-in nipple model', () => {
  it('returns the plane position of the location that the finder gives in millimetres', async () => {
    const { bytes, filePath, geometry } = await writeVolume({ dynamicRangeDb: '60' });
    const position = await locate(filePath);
    const read = await readDbVolume(bytes, null);
    const located = read.ok ? locateNipple(read.value.volume, NIPPLE_WEIGHTS) : read;
    if (!located.ok) throw new Error(located.problem.title);
    const foundMm = positionToMm(geometry, position);
    for (const axis of [0, 1, 2] as const) {
      expect(foundMm[axis]).toBeCloseTo(located.value.positionMm[axis]);
    }
  });

  it('rejects a volume with a dynamic range below 50 dB, and reads one of 50 dB', async () => {
    const read = async (dynamicRangeDb: string) =>
      readDbVolume((await writeVolume({ dynamicRangeDb })).bytes, null);
    expect(await read('49.9')).toMatchObject({
      ok: false,
      problem: { code: 'DYNAMIC_RANGE_TOO_SMALL' },
    });
    expect(await read('50')).toMatchObject({ ok: true });
    const { filePath } = await writeVolume({ dynamicRangeDb: '40' });
    await expect(locate(filePath)).rejects.toMatchObject({
      problem: { code: 'DYNAMIC_RANGE_TOO_SMALL' },
    });
  });

  it('rejects a volume of unknown dynamic range', async () => {
    const { filePath } = await writeVolume({});
    await expect(locate(filePath)).rejects.toMatchObject({
      problem: { code: 'DYNAMIC_RANGE_UNKNOWN' },
    });
  });
});

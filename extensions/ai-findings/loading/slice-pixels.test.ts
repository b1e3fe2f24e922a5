import { describe, expect, it } from 'vitest';
import type { OpenedVolume, VolumeReader } from '#core';
import { ok } from '#foundation';
import { imageFrame, mmToPosition, scannedVolumeGeometry, type Vec3, voxelToMm } from '#geometry';
import { sliceReader } from './slice-pixels.ts';

const geometry = scannedVolumeGeometry([40, 20, 40], [1, 1, 1], 20);
/** Grey level of a voxel at its depth, so that slices darken downwards. */
const voxels = Uint8Array.from(
  { length: 40 * 20 * 40 },
  (_, n) => 200 - 5 * (Math.floor(n / 40) % 20),
);
const CENTRE: Vec3 = voxelToMm(geometry, [20, 10, 20]);
const position = mmToPosition(geometry, null, CENTRE, 0);

/** Reads a slice through the centre; `disposed` counts the volumes that were closed again. */
async function readSlice(plane: 'TRA' | 'COR', hasReader = true) {
  let disposed = 0;
  const opened = { geometry, voxels, fileId: 'volume', dispose: () => (disposed += 1) };
  const reader: VolumeReader = { open: async () => ok(opened as unknown as OpenedVolume) };
  const read = sliceReader(() => (hasReader ? reader : null));
  const image = { scanId: 'scan', plane, position, fileId: null, frameIdx: 0 };
  const frame = imageFrame(geometry, plane, null, position);
  return { read: await read(image, frame, new AbortController().signal), disposed };
}

describe('a slice for the 2D segmenter', () => {
  it('has 320 square pixels at its longer edge, depth downwards, and names its volume', async () => {
    const { read, disposed } = await readSlice('TRA');
    if (!read.ok) throw new Error(read.problem.detail);
    const { width, height, bytes, volumeFileId } = read.value;
    expect([width, height, volumeFileId]).toEqual([320, 160, 'volume']);
    const middleOf = (row: number): number => bytes[row * width + width / 2] ?? 0;
    // The first and the last row lie in the first and the last voxel.
    expect([middleOf(0), middleOf(height - 1)]).toEqual([200, 105]);
    expect(middleOf(80)).toBeGreaterThan(145);
    expect(middleOf(80)).toBeLessThan(155);
    expect(disposed).toBe(1);
  });

  it('is refused in the coronal plane, which shows no depth', async () => {
    const { read } = await readSlice('COR');
    expect(read).toMatchObject({ ok: false, problem: { code: 'OUTSIDE_MODEL_DOMAIN' } });
  });

  it('is refused while no extension opens volumes', async () => {
    const { read } = await readSlice('TRA', false);
    expect(read).toMatchObject({ ok: false, problem: { code: 'IMAGE_UNREADABLE' } });
  });
});

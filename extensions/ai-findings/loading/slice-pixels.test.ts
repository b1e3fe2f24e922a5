import { describe, expect, it } from 'vitest';
import type { OpenedVolume, VolumeReader } from '#core';
import { ok } from '#foundation';
import { imageFrame, mmToPosition, scannedVolumeGeometry, type Vec3, voxelToMm } from '#geometry';
import { sliceReader } from './slice-pixels.ts';

/** 180 mm wide and 40 mm deep. */
const geometry = scannedVolumeGeometry([90, 20, 90], [2, 2, 2], 90);
/** Grey level of a voxel: darker downwards, and a bright line 40 mm right of the middle. */
const voxels = Uint8Array.from({ length: 90 * 20 * 90 }, (_, n) =>
  n % 90 === 65 ? 255 : 200 - 5 * (Math.floor(n / 90) % 20),
);
const CENTRE: Vec3 = voxelToMm(geometry, [45, 10, 45]);
const position = mmToPosition(geometry, null, CENTRE, 0);

interface Asked {
  /** Horizontal place of the click. */
  readonly u?: number;
  readonly hasReader?: boolean;
}

/** Reads a slice through the centre; `disposed` counts the volumes that were closed again. */
async function readSlice({ u = 0.5, hasReader = true }: Asked) {
  let disposed = 0;
  const dispose = (): void => {
    disposed += 1;
  };
  const opened = { geometry, voxels, fileId: 'volume', dispose };
  const reader: VolumeReader = { open: async () => ok(opened as unknown as OpenedVolume) };
  const read = sliceReader(() => (hasReader ? reader : null));
  const image = { scanId: 'scan', plane: 'TRA', position, fileId: null, frameIdx: 0 } as const;
  const frame = imageFrame(geometry, 'TRA', null, position);
  const prompt = { inside: [{ u, v: 0.5 }], box: null } as const;
  const result = await read({ image, frame, prompt }, new AbortController().signal);
  return { result, disposed };
}

describe('a slice for the 2D segmenter', () => {
  it('is 60 mm wide about the click, with square pixels and its whole depth downwards', async () => {
    const { result, disposed } = await readSlice({});
    if (!result.ok) throw new Error(result.problem.detail);
    const { pixels, area, volume } = result.value;
    expect([pixels.width, pixels.height]).toEqual([320, 213]);
    expect(area.min).toEqual({ u: expect.closeTo(1 / 3, 6), v: 0 });
    expect(area.max).toEqual({ u: expect.closeTo(2 / 3, 6), v: 1 });
    expect(volume).toEqual({ fileId: 'volume', geometry });
    const middleOf = (row: number): number => pixels.bytes[row * 320 + 160] ?? 0;
    // The first and the last row lie in the outer halves of the border voxels.
    expect([middleOf(0), middleOf(212)]).toEqual([200, 105]);
    expect(Math.abs(middleOf(106) - 152)).toBeLessThan(3);
    expect(disposed).toBe(1);
  });

  it('shows the tissue about the click in its place', async () => {
    const lineMm = 65.5 * 2;
    const { result } = await readSlice({ u: 0.7 });
    if (!result.ok) throw new Error(result.problem.detail);
    const { pixels, area } = result.value;
    const row = pixels.bytes.slice(100 * 320, 101 * 320);
    const brightest = row.indexOf(Math.max(...row));
    const u = area.min.u + ((brightest + 0.5) / 320) * (area.max.u - area.min.u);
    expect(Math.abs(u * 180 - lineMm)).toBeLessThan(0.5);
  });

  it('stays inside the slice beside its edge', async () => {
    const { result } = await readSlice({ u: 0.02 });
    expect(result).toMatchObject({ ok: true, value: { area: { min: { u: 0, v: 0 } } } });
  });

  it('fails by name while no extension opens volumes', async () => {
    const { result } = await readSlice({ hasReader: false });
    expect(result).toMatchObject({ ok: false, problem: { code: 'IMAGE_UNREADABLE' } });
  });
});

import { describe, expect, it } from 'vitest';
import { imageFrame, scannedVolumeGeometry, VOLUME_PLANES, type VolumePlane } from '#geometry';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { DEFAULT_PRESENTATION } from '../../model/planes/plane-presentation.ts';
import { savedImageLayout } from '../../model/planes/saved-image.ts';
import { resliceSavedImage } from './reslice-saved-image.ts';

const SIZES = [101, 41, 121] as const;
const SPACING = [0.5, 0.4, 0.3] as const;
const geometry = scannedVolumeGeometry(SIZES, SPACING, 25);
const position = { sag: 0, tra: 0, depth: 20, rad: 90 };

type Voxel = readonly [number, number, number];

/** Pairs of voxels in the middle of each plane, and their distance in mm to the right and down. */
const MARKERS: Readonly<Record<VolumePlane, readonly [Voxel, Voxel, number, number]>> = {
  // 40 voxels of 0.5 mm to the patient's left, 30 of 0.3 mm towards the feet.
  COR: [[30, 20, 75], [70, 20, 45], 20, 9],
  // Depth is down: 20 voxels of 0.4 mm.
  TRA: [[30, 10, 60], [70, 30, 60], 20, 8],
  // Head at the left: 30 voxels of 0.3 mm towards the feet are to the right.
  SAG: [[50, 10, 75], [50, 30, 45], 9, 8],
  RAD: [[30, 10, 60], [70, 30, 60], 20, 8],
};

function withMarkers(markers: readonly Voxel[]): LoadedVolume {
  const voxels = new Uint8Array(SIZES[0] * SIZES[1] * SIZES[2]);
  for (const [i, j, k] of markers) voxels[i + SIZES[0] * (j + SIZES[1] * k)] = 250;
  return { id: 'markers', geometry, voxels };
}

/** Renders the plane and returns its brightest pixels on the left and on the right half. */
async function brightest(plane: VolumePlane, markers: readonly Voxel[]) {
  const frame = imageFrame(geometry, plane, null, position);
  const saved = savedImageLayout(plane, frame);
  if (!saved.ok) throw new Error(saved.problem.title);
  const { width, height } = saved.value.view;
  const presentation = DEFAULT_PRESENTATION;
  const pixels = await resliceSavedImage(
    { volume: withMarkers(markers), frame, presentation },
    saved.value,
  );
  expect(pixels).toHaveLength(width * height);
  const brightestIn = (from: number, to: number) => {
    let [sum, x, y] = [0, 0, 0];
    for (let row = 0; row < height; row++) {
      for (let column = from; column < to; column++) {
        const grey = pixels[row * width + column] ?? 0;
        sum += grey;
        x += grey * (column + 0.5);
        y += grey * (row + 0.5);
      }
    }
    return { x: x / sum, y: y / sum };
  };
  const middle = Math.floor(width / 2);
  return [brightestIn(0, middle), brightestIn(middle, width)] as const;
}

describe('a saved image', () => {
  it.each(VOLUME_PLANES)('shows markers of the %s plane 7 px apart for each mm', async (plane) => {
    const [a, b, rightMm, downMm] = MARKERS[plane];
    const [left, right] = await brightest(plane, [a, b]);
    expect(right.x - left.x).toBeCloseTo(7 * rightMm, 0);
    expect(right.y - left.y).toBeCloseTo(7 * downMm, 0);
  });

  it('equals the slice that is rendered in one piece', async () => {
    const frame = imageFrame(geometry, 'TRA', null, position);
    const saved = savedImageLayout('TRA', frame);
    if (!saved.ok) throw new Error(saved.problem.title);
    const volume = withMarkers(MARKERS.TRA.slice(0, 2) as readonly Voxel[]);
    const request = { volume, frame, presentation: DEFAULT_PRESENTATION };
    expect(await resliceSavedImage(request, saved.value, 7)).toEqual(
      await resliceSavedImage(request, saved.value, 10_000),
    );
  });
});

import { describe, expect, it } from 'vitest';
import {
  imageFrame,
  mmToPosition,
  scannedVolumeGeometry,
  type Vec3,
  VOLUME_PLANES,
  type VolumeGeometry,
  type VolumePlane,
  voxelToMm,
} from '#geometry';
import type { PaintedLabels, PaintedValues } from '../../model/overlays/painted-voxels.ts';
import { layoutImage, type Pan } from '../../model/planes/image-layout.ts';
import { DEFAULT_PRESENTATION, type Slab } from '../../model/planes/plane-presentation.ts';
import { paintOverlay } from './paint-overlay.ts';
import { resliceImage } from './reslice-image.ts';

const SLICE: Slab = { kind: 'mean', thicknessMm: 0 };
const view = { width: 500, height: 420 };
const volume = scannedVolumeGeometry([60, 40, 50], [0.6, 0.8, 0.5], 18);
const nippleMm: Vec3 = [1, 1, -2];

function voxelsWith(geometry: VolumeGeometry, [i, j, k]: Vec3, value: number): Uint8Array {
  const [nx, ny, nz] = geometry.sizes;
  const voxels = new Uint8Array(nx * ny * nz);
  voxels[i + nx * (j + ny * k)] = value;
  return voxels;
}

function imageAt(plane: VolumePlane, pointMm: Vec3, zoom: number, pan: Pan, slab = SLICE) {
  const position = mmToPosition(volume, nippleMm, pointMm, 0);
  const frame = imageFrame(volume, plane, nippleMm, position);
  return { frame, layout: layoutImage(frame, view, zoom, pan), view, slab };
}
type Request = ReturnType<typeof imageAt>;

/** Returns the brightest-weighted centre of what is drawn, in pixels of the view. */
function greyCentre(voxels: Uint8Array, { frame, layout, slab }: Request) {
  const grey = resliceImage(
    {
      volume: { id: 'v', geometry: volume, voxels },
      frame,
      pxPerMm: layout.pxPerMm,
      widthPx: view.width,
      heightPx: view.height,
      presentation: { ...DEFAULT_PRESENTATION, slab },
    },
    { rightPx: -layout.leftPx, downPx: -layout.topPx },
  );
  return centreOf(view.width, (n) => grey[n] ?? 0, grey.length, 0, 0);
}

function centreOf(
  width: number,
  weight: (n: number) => number,
  count: number,
  left: number,
  top: number,
) {
  let [sum, x, y] = [0, 0, 0];
  for (let n = 0; n < count; n++) {
    const amount = weight(n);
    sum += amount;
    x += amount * (left + (n % width) + 0.5);
    y += amount * (top + Math.floor(n / width) + 0.5);
  }
  return sum === 0 ? null : { x: x / sum, y: y / sum };
}

const labelsOf = (labels: Uint8Array, style?: 'outline'): PaintedLabels => ({
  kind: 'labelmap',
  grid: volume,
  labels,
  colours: { 7: '#FF8000' },
  ...(style === undefined ? {} : { style }),
});

function labelCentre(overlay: PaintedLabels | PaintedValues, request: Request) {
  const image = paintOverlay(overlay, request);
  if (image === null) return null;
  const { pixels, widthPx, leftPx, topPx } = image;
  return centreOf(widthPx, (n) => pixels[n * 4 + 3] ?? 0, pixels.length / 4, leftPx, topPx);
}

describe('a labelmap', () => {
  const voxel: Vec3 = [38, 11, 17];
  const pointMm = voxelToMm(volume, voxel);
  const views: readonly [number, Pan][] = [
    [4, { rightMm: 0, downMm: 0 }],
    [9, { rightMm: 3.3, downMm: -1.7 }],
  ];

  for (const plane of VOLUME_PLANES) {
    it(`is drawn within half a voxel of the grey voxel in the plane ${plane}, at every zoom and pan`, () => {
      for (const [zoom, pan] of views) {
        for (const slab of [SLICE, { kind: 'mip', thicknessMm: 3 } as const]) {
          const request = imageAt(plane, pointMm, zoom, pan, slab);
          const grey = greyCentre(voxelsWith(volume, voxel, 255), request);
          const label = labelCentre(labelsOf(voxelsWith(volume, voxel, 7)), request);
          if (grey === null || label === null) throw new Error('nothing is drawn');
          const halfVoxelPx = (Math.min(...volume.spacingMm) / 2) * zoom;
          expect(Math.abs(grey.x - label.x)).toBeLessThanOrEqual(halfVoxelPx);
          expect(Math.abs(grey.y - label.y)).toBeLessThanOrEqual(halfVoxelPx);
        }
      }
    });
  }

  it('is drawn from a grid of its own, a box of the volume', () => {
    const request = imageAt('COR', pointMm, 9, { rightMm: 0, downMm: 0 });
    const originMm = voxelToMm(volume, [36, 10, 16]);
    const box = { sizes: [4, 3, 3] as Vec3, spacingMm: volume.spacingMm, originMm };
    const labels = new Uint8Array(36);
    labels[2 + 4 * (1 + 3 * 1)] = 7;
    const whole = labelCentre(labelsOf(voxelsWith(volume, voxel, 7)), request);
    const part = labelCentre({ ...labelsOf(labels), grid: box }, request);
    expect(part?.x).toBeCloseTo(whole?.x ?? Number.NaN, 6);
    expect(part?.y).toBeCloseTo(whole?.y ?? Number.NaN, 6);
  });

  it('is drawn in its colours; the label 0 and labels without a colour are transparent', () => {
    const request = imageAt('COR', pointMm, 4, { rightMm: 0, downMm: 0 });
    const image = paintOverlay(labelsOf(voxelsWith(volume, voxel, 7)), request);
    const drawn = new Set<string>();
    for (let n = 0; n < (image?.pixels.length ?? 0); n += 4) {
      drawn.add([...(image?.pixels.slice(n, n + 4) ?? [])].join(' '));
    }
    expect([...drawn].sort()).toEqual(['0 0 0 0', '255 128 0 255']);
    expect(labelCentre(labelsOf(voxelsWith(volume, voxel, 8)), request)).toBeNull();
  });

  it('is absent from slices that do not cut it and shown by a slab that does', () => {
    const adjacentMm = voxelToMm(volume, [voxel[0], voxel[1] + 2, voxel[2]]);
    const labels = labelsOf(voxelsWith(volume, voxel, 7));
    const pan = { rightMm: 0, downMm: 0 };
    expect(labelCentre(labels, imageAt('COR', adjacentMm, 4, pan))).toBeNull();
    const slab = { kind: 'mean', thicknessMm: 4 } as const;
    expect(labelCentre(labels, imageAt('COR', adjacentMm, 4, pan, slab))).not.toBeNull();
  });

  it('can be drawn as an outline, which leaves the middle free', () => {
    const labels = new Uint8Array(60 * 40 * 50).fill(7);
    const request = imageAt('COR', pointMm, 9, { rightMm: 0, downMm: 0 });
    const image = paintOverlay({ ...labelsOf(labels, 'outline') }, request);
    if (image === null) throw new Error('nothing is drawn');
    const alphaAt = (x: number, y: number) => image.pixels[(y * image.widthPx + x) * 4 + 3];
    expect(alphaAt(0, 100)).toBe(255);
    expect(alphaAt(100, 100)).toBe(0);
  });
});

describe('a scalar overlay', () => {
  const grid = {
    sizes: [3, 1, 1] as Vec3,
    spacingMm: [4, 4, 4] as Vec3,
    originMm: [-4, 10, 0] as Vec3,
  };
  const scalar: PaintedValues = {
    kind: 'scalar',
    grid,
    values: new Float32Array([0.1, 0.5, 2]),
    range: [0.25, 0.75],
    colours: ['#000000', '#FF0000'],
  };

  it('blends the colour table over the range and leaves smaller values out', () => {
    const image = paintOverlay(scalar, imageAt('COR', [0, 10, 0], 5, { rightMm: 0, downMm: 0 }));
    if (image === null) throw new Error('nothing is drawn');
    const colourAt = (x: number) => [...image.pixels.slice(x * 4, x * 4 + 4)];
    expect(colourAt(5)).toEqual([0, 0, 0, 0]);
    expect(colourAt(Math.floor(image.widthPx / 2))).toEqual([128, 0, 0, 255]);
    expect(colourAt(image.widthPx - 5)).toEqual([255, 0, 0, 255]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  imageFrame,
  type RecordedBox,
  scannedVolumeGeometry,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import { aVolume } from '#testing';
import {
  planeToEnd,
  sliceRange,
  startPosition,
  stepPlane,
  withPlaneAt,
} from '../../model/planes/linked-position.ts';
import { DEFAULT_PRESENTATION, type SlabKind } from '../../model/planes/plane-presentation.ts';
import { isInSoundField } from '../../model/planes/sound-field.ts';
import { resliceImage } from './reslice-image.ts';

const PX_PER_MM = 2;
const [cos, sin] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
const tilted: RecordedBox = {
  cornerMm: [-15, 8, -14],
  edgesMm: [
    [30, 0, 0],
    [0, 20 * cos, 20 * sin],
    [0, -20 * sin, 20 * cos],
  ],
};

const geometries: Readonly<Record<string, VolumeGeometry>> = {
  'of even sizes, recorded to its corners': scannedVolumeGeometry([40, 24, 36], [1, 1, 1], 60),
  'of odd sizes, recorded to its corners': scannedVolumeGeometry([41, 25, 37], [1, 0.7, 1], 60),
  'scanned within a radius': scannedVolumeGeometry([40, 24, 44], [1, 1, 0.9], 13),
  'resampled from oblique axes': {
    ...scannedVolumeGeometry([40, 40, 40], [1, 1, 1], 60),
    recordedBox: tilted,
  },
};

/** Returns a volume whose tissue is white and whose other voxels are black. */
function volumeOf(geometry: VolumeGeometry) {
  const { sizes, spacingMm } = geometry;
  const paint = (mm: Vec3): number => (isInSoundField(geometry, mm) ? 255 : 0);
  return { id: 'tissue', ...aVolume({ sizes, spacingMm, paint }), geometry };
}

function brightest(
  volume: ReturnType<typeof volumeOf>,
  plane: VolumePlane,
  position: ReturnType<typeof startPosition>,
  slab: { readonly kind: SlabKind; readonly thicknessMm: number },
): number {
  const frame = imageFrame(volume.geometry, plane, null, position);
  const image = resliceImage({
    volume,
    frame,
    pxPerMm: PX_PER_MM,
    widthPx: Math.ceil(frame.widthMm * PX_PER_MM),
    heightPx: Math.ceil(frame.heightMm * PX_PER_MM),
    presentation: { ...DEFAULT_PRESENTATION, slab },
  });
  return image.reduce((max, grey) => Math.max(max, grey), 0);
}

const PLANES = ['COR', 'TRA', 'SAG'] as const;
const SLABS = [
  { kind: 'mean', thicknessMm: 0 },
  { kind: 'mean', thicknessMm: 4 },
  { kind: 'mip', thicknessMm: 10 },
] as const;

describe.each(Object.keys(geometries))('a volume %s', (name) => {
  const volume = volumeOf(geometries[name] as VolumeGeometry);
  const { geometry } = volume;
  const start = startPosition(geometry, null);

  it.each(PLANES)(
    'shows tissue in the first and the last slice of %s, with every slab',
    (plane) => {
      for (const end of ['first', 'last'] as const) {
        const home = planeToEnd(geometry, start, plane, end);
        for (const slab of SLABS) {
          expect(
            brightest(volume, plane, home, slab),
            `${end} ${slab.thicknessMm}`,
          ).toBeGreaterThan(60);
        }
      }
    },
  );

  it.each(PLANES)('is scrolled to the same first and last slice of %s in steps', (plane) => {
    for (const [end, by] of [
      ['first', -10],
      ['last', 20],
    ] as const) {
      let position = start;
      for (let n = 0; n < 10; n++) position = stepPlane(geometry, position, plane, by);
      expect(position).toEqual(planeToEnd(geometry, start, plane, end));
    }
  });

  it.each(PLANES)('has no slice of %s with tissue a whole voxel beyond the ends', (plane) => {
    const { min, max } = sliceRange(geometry, plane);
    const plain = SLABS[0];
    for (const value of [min - 1.51, max + 1.51]) {
      const beyond = withPlaneAt(geometry, start, plane, value);
      const isClamped =
        beyond[plane === 'COR' ? 'depth' : plane === 'SAG' ? 'sag' : 'tra'] !== value;
      if (!isClamped) expect(brightest(volume, plane, beyond, plain), `${value}`).toBe(0);
    }
  });
});

import { unwrap } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import {
  DEFAULT_DEVICE_SETTINGS,
  type FrameGeometry,
  type RawHeader,
  type SweepPlan,
} from '../../extensions/scanner/model/index.ts';
import {
  type RawSweep,
  type Reconstruction,
  reconstruct,
} from '../../extensions/scanner/reconstruction/index.ts';
import { seededRandom } from '../../platform/server/evaluations/metrics/index.ts';

export { seededRandom };

/** Note printed with every accuracy figure. */
export const ON_A_PHANTOM = 'measured on a computer phantom; the gap to patients is unknown';

/** Grey levels per decibel at the default dynamic range. */
export const GREY_LEVELS_PER_DB = 255 / DEFAULT_DEVICE_SETTINGS.dynamicRangeDb;

/** Returns the header with the geometry of the frames of a figure. */
export function headerOf({ sweep, frame, clockDeg }: SweepPlan): RawHeader {
  const { lines: _lines, samples: _samples, ...placement } = frame;
  const { devSetSchemaVersion, depthMm: _depth, ...settings } = DEFAULT_DEVICE_SETTINGS;
  return {
    schema: 1,
    plane: 'half',
    content: 'BMODE',
    side: 'L',
    epoch: 1,
    speedOfSoundMps: 1540,
    sweep,
    deviceAngle: { direction: 1, zeroDeg: 0 },
    clockDeg: [...clockDeg],
    settingsVersion: devSetSchemaVersion,
    axisColumn: -frame.firstLateralMm / frame.lateralPitchMm,
    ...placement,
    ...settings,
  };
}

/** Returns the sweep of a plan whose frames contain `data`, depth fastest. */
export function sweepOf(plan: SweepPlan, data: Uint8Array): RawSweep {
  return { header: headerOf(plan), frame: plan.frame, frames: plan.clockDeg.length, data };
}

export async function volumeOf(
  sweeps: readonly RawSweep[],
  voxelMm: number,
): Promise<Reconstruction> {
  return unwrap(await reconstruct(sweeps, { voxelMm, progress: async () => undefined }));
}

/** Calls `visit` with index and mm coordinates of every voxel in a cube around a point. */
export function visitBox(
  geometry: VolumeGeometry,
  centreMm: readonly [number, number, number],
  halfMm: number,
  visit: (index: number, x: number, y: number, z: number) => void,
): void {
  const [nx, ny, nz] = geometry.sizes;
  const span = (axis: 0 | 1 | 2): readonly [number, number] => {
    const origin = geometry.originMm[axis];
    const spacing = geometry.spacingMm[axis];
    return [
      Math.max(0, Math.ceil((centreMm[axis] - halfMm - origin) / spacing)),
      Math.min([nx, ny, nz][axis]! - 1, Math.floor((centreMm[axis] + halfMm - origin) / spacing)),
    ];
  };
  const [i0, i1] = span(0);
  const [j0, j1] = span(1);
  const [k0, k1] = span(2);
  const [ox, oy, oz] = geometry.originMm;
  const [dx, dy, dz] = geometry.spacingMm;
  for (let k = k0; k <= k1; k += 1) {
    for (let j = j0; j <= j1; j += 1) {
      for (let i = i0; i <= i1; i += 1) {
        visit(i + nx * (j + ny * k), ox + i * dx, oy + j * dy, oz + k * dz);
      }
    }
  }
}

/** Returns a frame geometry with a shifted axis, as of a misaligned array. */
export const shifted = (frame: FrameGeometry, mm: number): FrameGeometry => ({
  ...frame,
  firstLateralMm: frame.firstLateralMm + mm,
});

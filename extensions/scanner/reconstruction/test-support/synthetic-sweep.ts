import { radialDirection, type Vec3 } from '#geometry';
import {
  type FrameGeometry,
  type RawHeader,
  type SweepName,
  sampleToAxisPoint,
} from '../../model/index.ts';
import type { RawSweep } from '../sweeps/raw-sweep.ts';

/** Returns the geometry of a small sweep: CEN upright, PER tilted, 60 mm reach, 30 mm deep. */
export function smallFrame(sweep: SweepName): FrameGeometry {
  const shared = { lines: 100, samples: 100, lateralPitchMm: 0.4, depthStepMm: 0.3 };
  return sweep === 'CEN'
    ? { ...shared, firstLateralMm: 0, firstDepthMm: 0.15, tiltDeg: 0, planeOffsetMm: 0 }
    : { ...shared, firstLateralMm: 12, firstDepthMm: 1, tiltDeg: -6, planeOffsetMm: 0 };
}

/** Returns the header of a B-mode sweep of a left breast with this geometry. */
export function headerOf(
  sweep: SweepName,
  frame: FrameGeometry,
  clockDeg: readonly number[],
): RawHeader {
  const { lateralPitchMm, firstLateralMm, depthStepMm, firstDepthMm, tiltDeg, planeOffsetMm } =
    frame;
  return {
    schema: 1,
    sweep,
    plane: 'half',
    content: 'BMODE',
    side: 'L',
    clockDeg: [...clockDeg],
    lateralPitchMm,
    firstLateralMm,
    depthStepMm,
    firstDepthMm,
    tiltDeg,
    axisColumn: -firstLateralMm / lateralPitchMm,
    planeOffsetMm,
    speedOfSoundMps: 1540,
    deviceAngle: { direction: 1, zeroDeg: 0 },
    epoch: 1,
    settingsVersion: 1,
    acquisitionMode: 'BMODE',
    dynamicRangeDb: 60,
    frequencyHz: 5e6,
    focusMm: 25,
    filterName: 'FAMODE3',
    compound: false,
    doubler: true,
  };
}

/** Samples a function of space into a sweep exactly, without beam simulation. */
export function sweepOf(
  sweep: SweepName,
  frame: FrameGeometry,
  clockDeg: readonly number[],
  greyLevelAt: (point: Vec3) => number,
): RawSweep {
  const { lines, samples, planeOffsetMm } = frame;
  const data = new Uint8Array(lines * samples * clockDeg.length);
  const directions = clockDeg.map(radialDirection);
  for (let line = 0; line < lines; line += 1) {
    for (let sample = 0; sample < samples; sample += 1) {
      const { radiusMm, depthMm } = sampleToAxisPoint(frame, { line, sample });
      directions.forEach(([sin, , cos], frameIdx) => {
        const x = radiusMm * sin + planeOffsetMm * cos;
        const z = radiusMm * cos - planeOffsetMm * sin;
        data[(frameIdx * lines + line) * samples + sample] = Math.round(
          greyLevelAt([x, depthMm, z]),
        );
      });
    }
  }
  return { header: headerOf(sweep, frame, clockDeg), frame, frames: clockDeg.length, data };
}

/** Clock angles of a full circle, 1° apart. */
export const CIRCLE: readonly number[] = Array.from({ length: 360 }, (_, i) => i);

import { describe, expect, it } from 'vitest';
import { imageToMm, scannedVolumeGeometry } from '#geometry';
import {
  frameDegThrough,
  rawGeometryOf,
  rawImageFrame,
} from '../../extensions/breast-planes/model/raw/raw-geometry.ts';
import {
  clockDegOfDevice,
  encodeRawHeader,
  frameGeometryOf,
  mmToSample,
  sampleToMm,
} from '../../extensions/scanner/model/index.ts';

// The scanner writes a header of this kind; the reconstruction and the raw views read it.

const SIZE = { lines: 192, samples: 200 };
/** Length of the array along its lines. */
const ARRAY_MM = 62.4;
const ZERO_DEG = 41;
const volume = scannedVolumeGeometry([120, 50, 120], [0.9, 0.8, 0.9], 54);
const shared = {
  schema: 1,
  plane: 'half',
  lateralPitchMm: ARRAY_MM / SIZE.lines,
  depthStepMm: 0.2,
  speedOfSoundMps: 1540,
  epoch: 1,
  settingsVersion: 1,
  acquisitionMode: 'BMODE',
  content: 'BMODE',
  dynamicRangeDb: 60,
  frequencyHz: 10e6,
  focusMm: 20,
  filterName: 'FAMODE1',
  compound: false,
  doubler: false,
} as const;
const sweeps = [
  { sweep: 'CEN', firstLateralMm: 0, firstDepthMm: 0.1, tiltDeg: 0, planeOffsetMm: 0 },
  { sweep: 'PER', firstLateralMm: 14, firstDepthMm: 4, tiltDeg: -6, planeOffsetMm: 0.35 },
] as const;
const cases = (['R', 'L'] as const).flatMap((side) =>
  ([1, -1] as const).flatMap((direction) => sweeps.map((sweep) => ({ ...sweep, side, direction }))),
);

describe('the location of a raw sample', () => {
  it.each(cases)(
    'is the same in the raw view and in the reconstruction: $side, $sweep, rotation sense $direction',
    ({ side, direction, ...sweep }) => {
      const deviceAngle = { direction, zeroDeg: ZERO_DEG };
      for (let hour = 0; hour < 12; hour += 1) {
        const deviceDeg = (hour * 30 * direction + ZERO_DEG + 360) % 360;
        const clockDeg = clockDegOfDevice(deviceAngle, deviceDeg);
        expect(clockDeg).toBeCloseTo(hour * 30, 9);
        const axisColumn = -sweep.firstLateralMm / shared.lateralPitchMm;
        const header = { ...shared, ...sweep, side, clockDeg: [clockDeg], deviceAngle, axisColumn };
        const reconstructedGeometry = frameGeometryOf(header as never, SIZE.lines, SIZE.samples);
        const read = rawGeometryOf(encodeRawHeader(header as never), SIZE.lines, SIZE.samples, {
          side,
          deviceAngle,
        });
        if (!read.ok || read.value === null) throw new Error('The header could not be read');
        const frame = rawImageFrame(read.value, volume);
        for (const [line, sample] of [
          [0, 0],
          [191, 0],
          [0, 199],
          [120.25, 63.5],
        ] as const) {
          const actual = imageToMm(frame, (line + 0.5) / SIZE.lines, (sample + 0.5) / SIZE.samples);
          sampleToMm(reconstructedGeometry, clockDeg, { line, sample }).forEach((mm, axis) => {
            expect(actual[axis]).toBeCloseTo(mm, 9);
          });
          // The first line of CEN lies on the rotation axis, where every angle is the same location.
          if (line === 0 && sweep.sweep === 'CEN') continue;
          const back = mmToSample(reconstructedGeometry, actual);
          const deg = frameDegThrough(read.value.planeOffsetMm, volume, actual);
          const differenceDeg = ((back.clockDeg - deg + 540) % 360) - 180;
          expect(Math.abs(differenceDeg)).toBeLessThan(1e-7);
          expect(back.line).toBeCloseTo(line, 6);
        }
      }
    },
  );
});

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

/** The scanner writes this header; the reconstruction and the raw views read it. */
const SIZE = { lines: 192, samples: 200 };
const volume = scannedVolumeGeometry([120, 50, 120], [0.9, 0.8, 0.9], 54);
const shared = {
  schema: 1,
  plane: 'half',
  lateralPitchMm: 62.4 / SIZE.lines,
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

describe('a location in a raw frame', () => {
  it.each(cases)(
    'matches that of the sample in the reconstruction: $side, $sweep, rotation sense $direction',
    ({ side, direction, ...sweep }) => {
      const deviceAngle = { direction, zeroDeg: 41 };
      for (let hour = 0; hour < 12; hour += 1) {
        const deviceDeg = (hour * 30 * direction + 41 + 720) % 360;
        const clockDeg = clockDegOfDevice(deviceAngle, deviceDeg);
        expect(clockDeg).toBeCloseTo(hour * 30, 9);
        const axisColumn = -sweep.firstLateralMm / shared.lateralPitchMm;
        const header = { ...shared, ...sweep, side, clockDeg: [clockDeg], deviceAngle, axisColumn };
        const importedGeometry = frameGeometryOf(header as never, SIZE.lines, SIZE.samples);
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
          sampleToMm(importedGeometry, clockDeg, { line, sample }).forEach((mm, n) => {
            expect(actual[n]).toBeCloseTo(mm, 9);
          });
          if (line === 0 && sweep.sweep === 'CEN') continue;
          const back = mmToSample(importedGeometry, actual);
          const deg = frameDegThrough(read.value.planeOffsetMm, volume, actual);
          expect(Math.abs(((back.clockDeg - deg + 540) % 360) - 180)).toBeLessThan(1e-7);
          expect(back.line).toBeCloseTo(line, 6);
        }
      }
    },
  );
});

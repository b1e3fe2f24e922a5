import { describe, expect, it } from 'vitest';
import {
  clockDegOfDevice,
  DEFAULT_DEVICE_SETTINGS,
  type FrameGeometry,
  type SweepPlan,
  scannerSettingsSchema,
  sweepPlans,
} from '../../model/index.ts';
import { calibrateAxis } from '../../reconstruction/calibration/calibrate-axis.ts';
import { createPhantom } from '../../simulator/index.ts';
import type { RecordedFrame, ScanRequest } from '../driver/scanner-driver.ts';
import { SimulatorDriver, type SimulatorSettings } from '../driver/simulator-driver.ts';
import { rawHeaderOf } from './raw-files.ts';

const SIZE = { lines: 64, samples: 100 };
const [CEN] = sweepPlans('FULL', SIZE, 45);
if (CEN === undefined) throw new Error('The protocol has no sweeps');
const SEED = 6;

/** Requests frames of the central sweep at some of its indices. */
function requestOf(indices: readonly number[], frame: FrameGeometry = CEN!.frame): ScanRequest {
  const plan: SweepPlan = { ...CEN!, frame };
  return {
    scanId: 'one',
    side: 'L',
    protocol: 'FULL',
    settings: DEFAULT_DEVICE_SETTINGS,
    sweeps: [plan],
    only: { CEN: indices, PER: [] },
  };
}

/** Patient of all tests, shared because creating a patient is slow. */
const phantom = createPhantom(SEED, 'L');

function driverWith(change: Partial<SimulatorSettings>): SimulatorDriver {
  const settings = { speedFactor: 10_000, seed: SEED, ...change };
  return new SimulatorDriver(settings, undefined, () => phantom);
}

const recorded = (
  change: Partial<SimulatorSettings>,
  request: ScanRequest,
): Promise<RecordedFrame[]> => framesOf(driverWith(change), request);

async function framesOf(driver: SimulatorDriver, request: ScanRequest): Promise<RecordedFrame[]> {
  const frames: RecordedFrame[] = [];
  for await (const event of driver.record(request, new AbortController().signal)) {
    if (event.kind === 'frame') frames.push(event);
  }
  return frames;
}

const conditionsOf = (change: object) => {
  const { patient, machine } = scannerSettingsSchema.parse(change);
  return { patient, machine };
};

/**
 * Returns the samples by which the deep part of a frame lies below that of another frame, at the
 * best correlation of their lines.
 */
function depthShift(one: Uint8Array, other: Uint8Array): number {
  const scores = Array.from({ length: 21 }, (_, i) => {
    let sum = 0;
    for (let line = 8; line < 56; line += 1) {
      for (let j = 20; j < 80; j += 1) {
        const at = line * SIZE.samples + j;
        sum += Math.abs((one[at] ?? 0) - (other[at + i - 10] ?? 0));
      }
    }
    return sum;
  });
  return scores.indexOf(Math.min(...scores)) - 10;
}

describe('breathing', () => {
  it('lifts the tissue towards the array and lowers the tissue again, by frame index', async () => {
    const breath = conditionsOf({ patient: { breathingMm: 2.25 } });
    // Half a breath is 2 s, or 48 frames.
    const indices = [0, 48, 96];
    const still = await recorded({}, requestOf(indices));
    const moved = await recorded(breath, requestOf(indices));
    const shifts = moved.map(({ grey }, i) => depthShift(still[i]!.grey, grey));
    // 2.25 mm are five samples of 0.45 mm.
    expect(shifts).toEqual([0, -5, 0]);
    const repeated = await recorded(breath, requestOf([48]));
    expect(repeated[0]!.grey).toEqual(moved[1]!.grey);
  });
});

describe('a patient who moves too much', () => {
  it('is visible as shifted tissue for a while, also in gaps that are recorded later', async () => {
    const indices = [40, 44, 200];
    const still = await recorded({}, requestOf(indices));
    const driver = driverWith({ faults: [{ code: 'TooMuchMovement', at: 1 }] });
    const moved = await framesOf(driver, requestOf(indices));
    const off = moved.map(({ grey }, i) => meanDifference(grey, still[i]!.grey));
    expect(off[0]).toBe(0);
    expect(off[1]).toBeGreaterThan(5);
    // About a tenth is left after 6.5 s.
    expect(off[2]).toBeLessThan(off[1]!);
    const [gap] = await framesOf(driver, requestOf([44]));
    expect(gap!.grey).toEqual(moved[1]!.grey);
    const [other] = await framesOf(driver, { ...requestOf([44]), scanId: 'another' });
    expect(other!.grey).toEqual(still[1]!.grey);
  });
});

describe('an inexact encoder', () => {
  it('reports its own angle while the frame shows another angle', async () => {
    const { deviceAngle } = driverWith({}).describe();
    const indices = [10, 11, 12, 13];
    const exact = await recorded({}, requestOf(indices));
    const jittered = await recorded(
      conditionsOf({ machine: { encoderJitterDeg: 3 } }),
      requestOf(indices),
    );
    expect(jittered.map(({ deviceDeg }) => clockDegOfDevice(deviceAngle, deviceDeg))).toEqual(
      indices,
    );
    const off = jittered.map(({ grey }, i) => meanDifference(grey, exact[i]!.grey));
    expect(Math.max(...off)).toBeGreaterThan(4);
  });
});

describe('an array that is displaced from the axis', () => {
  it('reports its nominal axis, and is detected by calibration', async () => {
    // Starts before the axis, so that opposite frames see the same locations.
    const frame = { ...CEN!.frame, firstLateralMm: -6, lateralPitchMm: 0.325 };
    const indices = Array.from({ length: 72 }, (_, i) => 5 * i);
    const request = requestOf(indices, frame);
    const frames = await recorded(conditionsOf({ machine: { axisOffsetMm: 0.65 } }), request);
    const device = driverWith({}).describe();
    const context = {
      scanId: 'one',
      epoch: 1,
      side: 'L' as const,
      device,
      settings: DEFAULT_DEVICE_SETTINGS,
    };
    const angles = frames.map(({ deviceDeg }) => deviceDeg);
    const header = rawHeaderOf(context, request.sweeps[0]!, angles);
    expect(header.axisColumn).toBeCloseTo(6 / 0.325);
    const data = Uint8Array.from(frames.flatMap(({ grey }) => [...grey]));
    const verdict = calibrateAxis({ header, frame, frames: frames.length, data });
    expect(verdict.state).toBe('CALIBRATED');
    // The array starts 0.65 mm nearer to the axis than its header states: two columns.
    expect(verdict.used).toBeCloseTo(6 / 0.325 - 2, 0);
  });
});

describe('lost contact', () => {
  it('leaves stripes near the array and no echoes below, only in its sector', async () => {
    const withoutContact = conditionsOf({
      patient: { lostContact: { fromDeg: 80, toDeg: 120, beyondMm: 30 } },
    });
    const indices = [60, 100];
    const reference = await recorded({}, requestOf(indices));
    const [outside, inside] = await recorded(withoutContact, requestOf(indices));
    expect(outside!.grey).toEqual(reference[0]!.grey);
    const level = (
      grey: Uint8Array,
      lines: readonly [number, number],
      from: number,
      to: number,
    ) => {
      let sum = 0;
      for (let line = lines[0]; line < lines[1]; line += 1) {
        for (let j = from; j < to; j += 1) sum += grey[line * SIZE.samples + j] ?? 0;
      }
      return sum / (lines[1] - lines[0]) / (to - from);
    };
    const [near, far] = [
      [2, 24],
      [36, 60],
    ] as const;
    expect(level(inside!.grey, far, 40, 80)).toBeLessThan(
      0.4 * level(reference[1]!.grey, far, 40, 80),
    );
    expect(level(inside!.grey, near, 40, 80)).toBeCloseTo(
      level(reference[1]!.grey, near, 40, 80),
      -1,
    );
    expect(level(inside!.grey, far, 2, 12)).toBeGreaterThan(60);
  });
});

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (const [i, value] of one.entries()) sum += Math.abs(value - (other[i] ?? 0));
  return sum / one.length;
}

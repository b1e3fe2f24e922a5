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
    scanId: 'scan',
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

const recordFrames = (
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
 * Returns the shift in samples, at most 10 in each direction, by which the tissue in `moved` lies
 * deeper than in `still`: the shift with the smallest sum of differences.
 */
function depthShift(still: Uint8Array, moved: Uint8Array): number {
  const differences = Array.from({ length: 21 }, (_, i) => {
    let sum = 0;
    for (let line = 8; line < 56; line += 1) {
      for (let sample = 20; sample < 80; sample += 1) {
        const index = line * SIZE.samples + sample;
        sum += Math.abs((still[index] ?? 0) - (moved[index + i - 10] ?? 0));
      }
    }
    return sum;
  });
  return differences.indexOf(Math.min(...differences)) - 10;
}

describe('breathing', () => {
  it('lifts the tissue towards the array and lowers the tissue again, by frame index', async () => {
    const breath = conditionsOf({ patient: { breathingMm: 2.25 } });
    // Half a breath is 2 s, or 48 frames.
    const indices = [0, 48, 96];
    const still = await recordFrames({}, requestOf(indices));
    const moved = await recordFrames(breath, requestOf(indices));
    const shifts = moved.map(({ grey }, i) => depthShift(still[i]!.grey, grey));
    // 2.25 mm are five samples of 0.45 mm.
    expect(shifts).toEqual([0, -5, 0]);
    const repeated = await recordFrames(breath, requestOf([48]));
    expect(repeated[0]!.grey).toEqual(moved[1]!.grey);
  });
});

describe('a patient who moves too much', () => {
  it('shifts the tissue in the frames for a while, also in gaps that are recorded later', async () => {
    const indices = [40, 44, 200];
    const still = await recordFrames({}, requestOf(indices));
    const driver = driverWith({ faults: [{ code: 'TooMuchMovement', at: 1 }] });
    const moved = await framesOf(driver, requestOf(indices));
    const differences = moved.map(({ grey }, i) => meanDifference(grey, still[i]!.grey));
    expect(differences[0]).toBe(0);
    expect(differences[1]).toBeGreaterThan(5);
    // About a tenth of the shift is left after 156 frames, or 6.5 s.
    expect(differences[2]).toBeLessThan(differences[1]!);
    const [gapFrame] = await framesOf(driver, requestOf([44]));
    expect(gapFrame!.grey).toEqual(moved[1]!.grey);
    const [otherScanFrame] = await framesOf(driver, { ...requestOf([44]), scanId: 'another' });
    expect(otherScanFrame!.grey).toEqual(still[1]!.grey);
  });
});

describe('an inexact encoder', () => {
  it('reports the planned angle while the frame shows another angle', async () => {
    const { deviceAngle } = driverWith({}).describe();
    const indices = [10, 11, 12, 13];
    const exact = await recordFrames({}, requestOf(indices));
    const jittered = await recordFrames(
      conditionsOf({ machine: { encoderJitterDeg: 3 } }),
      requestOf(indices),
    );
    expect(jittered.map(({ deviceDeg }) => clockDegOfDevice(deviceAngle, deviceDeg))).toEqual(
      indices,
    );
    const differences = jittered.map(({ grey }, i) => meanDifference(grey, exact[i]!.grey));
    expect(Math.max(...differences)).toBeGreaterThan(4);
  });
});

describe('an array that is displaced from the axis', () => {
  it('reports the nominal axis, and is detected by calibration', async () => {
    // Starts before the axis, so that opposite frames see the same locations.
    const frame = { ...CEN!.frame, firstLateralMm: -6, lateralPitchMm: 0.325 };
    const indices = Array.from({ length: 72 }, (_, i) => 5 * i);
    const request = requestOf(indices, frame);
    const frames = await recordFrames(conditionsOf({ machine: { axisOffsetMm: 0.65 } }), request);
    const device = driverWith({}).describe();
    const context = {
      scanId: 'scan',
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
    const reference = await recordFrames({}, requestOf(indices));
    const [outside, inside] = await recordFrames(withoutContact, requestOf(indices));
    expect(outside!.grey).toEqual(reference[0]!.grey);
    const meanGrey = (
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
    const nearLines = [2, 24] as const;
    const farLines = [36, 60] as const;
    expect(meanGrey(inside!.grey, farLines, 40, 80)).toBeLessThan(
      0.4 * meanGrey(reference[1]!.grey, farLines, 40, 80),
    );
    expect(meanGrey(inside!.grey, nearLines, 40, 80)).toBeCloseTo(
      meanGrey(reference[1]!.grey, nearLines, 40, 80),
      -1,
    );
    expect(meanGrey(inside!.grey, farLines, 2, 12)).toBeGreaterThan(60);
  });
});

function meanDifference(grey: Uint8Array, reference: Uint8Array): number {
  let sum = 0;
  for (const [i, value] of grey.entries()) sum += Math.abs(value - (reference[i] ?? 0));
  return sum / grey.length;
}

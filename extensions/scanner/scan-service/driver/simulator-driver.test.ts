import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { clockDegOfDevice, DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../../model/index.ts';
import type { RecordedFrame, ScanRequest } from './scanner-driver.ts';
import { patientSeed, SimulatorDriver } from './simulator-driver.ts';

const SCAN = '01980000-0000-7000-8000-00000000000a';

function requestOf(scanId: string, frames = 5): ScanRequest {
  const sweeps = sweepPlans('UQQ', { lines: 24, samples: 24 }, 45).map((plan) => ({
    ...plan,
    clockDeg: plan.clockDeg.slice(0, frames),
  }));
  return {
    scanId,
    side: 'L',
    protocol: 'UQQ',
    sweeps,
    settings: DEFAULT_DEVICE_SETTINGS,
    only: null,
  } as const;
}

async function recordFrames(
  driver: SimulatorDriver,
  request: ScanRequest,
): Promise<RecordedFrame[]> {
  const frames: RecordedFrame[] = [];
  for await (const event of driver.record(request, new AbortController().signal)) {
    if (event.kind === 'frame') frames.push(event);
  }
  return frames;
}

const hash = (frames: readonly RecordedFrame[]): string => {
  const sum = createHash('sha256');
  for (const frame of frames) sum.update(frame.grey);
  return sum.digest('hex');
};

/** Shared by all tests, because creating a simulated patient is slow. */
const driver = new SimulatorDriver({ speedFactor: 1000, seed: 1 });

describe('the simulated scanner', () => {
  it('delivers every frame of both sweeps once, in order, at its planned angle', async () => {
    const request = requestOf(SCAN);
    const frames = await recordFrames(driver, request);
    expect(frames.map(({ sweep, frameIdx }) => `${sweep} ${frameIdx}`)).toEqual(
      ['CEN', 'PER'].flatMap((sweep) => [0, 1, 2, 3, 4].map((i) => `${sweep} ${i}`)),
    );
    const { deviceAngle } = driver.describe();
    for (const { sweep, frameIdx, deviceDeg } of frames) {
      const expectedDeg = request.sweeps.find((candidate) => candidate.sweep === sweep)!.clockDeg[
        frameIdx
      ]!;
      expect(clockDegOfDevice(deviceAngle, deviceDeg)).toBeCloseTo(expectedDeg);
    }
    expect(driver.hardware().motor180?.positionDeg).toBe(-6);
  });

  it('simulates the same patient for the same scan, and another patient for another scan unless a seed is set', async () => {
    const otherScan = SCAN.replace(/a$/, 'b');
    const recordScanOf = (scanId: string) =>
      recordFrames(new SimulatorDriver({ speedFactor: 1000, seed: null }), requestOf(scanId, 2));
    expect(hash(await recordScanOf(SCAN))).toBe(hash(await recordScanOf(SCAN)));
    expect(patientSeed({ seed: null }, SCAN)).not.toBe(patientSeed({ seed: null }, otherScan));
    expect(patientSeed({ seed: 7 }, SCAN)).toBe(7);
  });

  it('delivers frames no faster than the configured pace', async () => {
    const realTime = new SimulatorDriver({ speedFactor: 1, seed: 1 });
    const startedMs = performance.now();
    let lastFrameMs = startedMs;
    for await (const _ of realTime.record(requestOf(SCAN, 6), new AbortController().signal)) {
      lastFrameMs = performance.now();
    }
    // Eleven intervals of 1000/24 ms after the first frame; a busy machine can only be slower.
    expect(lastFrameMs - startedMs).toBeGreaterThan((11 * 1000) / 24 - 20);
  });

  it('ends at once when stopped in a pause', async () => {
    const stop = new AbortController();
    let count = 0;
    for await (const _ of driver.record(requestOf(SCAN, 100), stop.signal)) {
      count += 1;
      if (count === 3) {
        driver.pause();
        setTimeout(() => stop.abort(), 30);
      }
    }
    expect(count).toBe(3);
  });

  it('is no longer paused in the next scan after a scan was stopped in a pause', async () => {
    const stop = new AbortController();
    driver.pause();
    setTimeout(() => stop.abort(), 10);
    for await (const _ of driver.record(requestOf(SCAN), stop.signal))
      throw new Error('A frame was delivered in the pause');
    const settings = DEFAULT_DEVICE_SETTINGS;
    const prepared = driver.prepare({ settings, cupDepthMm: null }, new AbortController().signal);
    for await (const { outcome } of prepared) expect(outcome).toBe('Passed');
    expect(await recordFrames(driver, requestOf(SCAN))).toHaveLength(10);
  });
});

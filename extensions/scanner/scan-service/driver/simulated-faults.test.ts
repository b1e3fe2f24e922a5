import { beforeEach, describe, expect, it } from 'vitest';
import { DIAGNOSTIC_ERRORS, mayContinue, SCAN_ERROR_CODES, type ScanErrorCode } from '#contracts';
import { DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../../model/index.ts';
import { prepare } from './preparation.ts';
import { type CheckResult, DriverError, type ScanRequest } from './scanner-driver.ts';
import { SimulatorDriver } from './simulator-driver.ts';

const CODES = SCAN_ERROR_CODES.filter((code) => code !== 'NoError');
const FRAMES = 6;
const never = new AbortController().signal;

const request: ScanRequest = {
  scanId: '01980000-0000-7000-8000-00000000000a',
  side: 'L',
  protocol: 'UQQ',
  only: null,
  sweeps: sweepPlans('UQQ', { lines: 16, samples: 16 }, 45).map((plan) => ({
    ...plan,
    clockDeg: plan.clockDeg.slice(0, FRAMES / 2),
  })),
  settings: DEFAULT_DEVICE_SETTINGS,
};

/** A crash ends the process; here it is only noted. */
const crashes: string[] = [];
/** One for all tests: making its patient is the slow part. */
const driver = new SimulatorDriver({ speedFactor: 5_000, seed: 1 }, () => crashes.push('crash'));

beforeEach(async () => {
  crashes.length = 0;
  await driver.reset();
});

async function record() {
  const events: string[] = [];
  let failure: ScanErrorCode | null = null;
  try {
    for await (const event of driver.record(request, never)) {
      events.push(event.kind === 'warning' ? event.errorCode : 'frame');
    }
  } catch (thrown) {
    if (!(thrown instanceof DriverError)) throw thrown;
    failure = thrown.errorCode;
  }
  return { events, failure };
}

const prepareDevice = (checks: CheckResult[] = [], device = driver) =>
  prepare(device, { settings: DEFAULT_DEVICE_SETTINGS, cupDepthMm: null }, 10_000, never, (check) =>
    checks.push(check),
  );

describe('a fault of the simulated scanner before a scan', () => {
  it.each(CODES)('%s is what the preparation fails with, once', async (code) => {
    driver.failAt({ code, at: 'prepare' });
    const { errorCode, failed } = await prepareDevice();
    expect(errorCode).toBe(code);
    // A check names it where there is one for it; the disk is the service's own.
    const named = Object.entries(DIAGNOSTIC_ERRORS).some(
      ([check, error]) => error === code && check !== 'disk' && check !== 'transducer',
    );
    expect(failed.length).toBe(named ? 1 : 0);
    expect(crashes).toEqual(code === 'ScanServiceNotAvailable' ? ['crash'] : []);
    expect((await prepareDevice()).errorCode).toBe('NoError');
  });

  it('in the transducer names its elements', async () => {
    driver.failAt({ code: 'HardwareError', at: 'transducer' });
    const checks: CheckResult[] = [];
    for await (const check of driver.checkTransducer(never)) checks.push(check);
    expect(checks.map(({ check, outcome }) => `${check} ${outcome}`)).toEqual([
      'probe Passed',
      'transducer Failed',
    ]);
    expect(checks[1]?.failedElements).toEqual([17, 18, 101]);
  });
});

describe('a fault of the simulated scanner in a scan', () => {
  it.each(CODES)('%s comes at its frame, as a choice or as the end', async (code) => {
    driver.failAt({ code, at: 2 });
    const { events, failure } = await record();
    const frames = (count: number) => Array.from({ length: count }, () => 'frame');
    if (mayContinue(code)) {
      expect([events, failure]).toEqual([[...frames(2), code, ...frames(FRAMES - 2)], null]);
    } else {
      expect([events, failure]).toEqual([frames(2), code]);
    }
    expect(crashes).toEqual(code === 'ScanServiceNotAvailable' ? ['crash'] : []);
    await driver.reset();
    expect(await record()).toEqual({ events: frames(FRAMES), failure: null });
  });

  it('shows in the sensors too', async () => {
    driver.failAt({ code: 'TooMuchMovement', at: 0 });
    driver.failAt({ code: 'WaterCriticallyLow', at: 1 });
    driver.failAt({ code: 'MotorStallDetected', at: 2 });
    const sensorStates: (boolean | undefined)[][] = [];
    for await (const event of driver.record(request, never)) {
      const { motionSensor, waterSensor, motor360 } = driver.hardware();
      if (event.kind === 'warning')
        sensorStates.push([motionSensor?.ok, waterSensor?.ok, motor360?.ok]);
    }
    expect(sensorStates).toEqual([
      [false, true, true],
      [false, false, true],
      [false, false, false],
    ]);
    await driver.reset();
    const { motionSensor, waterSensor, motor360 } = driver.hardware();
    expect([motionSensor?.ok, waterSensor?.ok, motor360?.ok]).toEqual([true, true, true]);
  });

  it('leaves a patient who has moved time to lie still: the scan can be started again at once', async () => {
    // Slow enough that the checks themselves are no time to settle in.
    const slow = new SimulatorDriver({
      speedFactor: 20,
      seed: 1,
      faults: [{ code: 'TooMuchMovement', at: 0 }],
    });
    for await (const event of slow.record(request, never)) if (event.kind === 'warning') break;
    expect(slow.hardware().motionSensor?.ok).toBe(false);
    expect((await prepareDevice([], slow)).errorCode).toBe('NoError');
    expect(slow.hardware().motionSensor?.ok).toBe(true);
  });

  it('goes by in a pause too: the sensors tell what is, not what was', async () => {
    driver.failAt({ code: 'TooMuchMovement', at: 1 });
    for await (const event of driver.record(request, never)) {
      if (event.kind === 'frame') continue;
      driver.pause();
      await expect.poll(() => driver.hardware().motionSensor?.ok).toBe(true);
      break;
    }
    driver.resume();
  });

  it('comes by itself when the water runs out', async () => {
    driver.failAt({ code: 'WaterCriticallyLow', at: 5 });
    await record();
    // Nobody filled it up: the next scan is prepared in vain.
    const { errorCode } = await prepareDevice();
    expect(errorCode).toBe('WaterCriticallyLow');
    await driver.reset();
    expect((await prepareDevice()).errorCode).toBe('NoError');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { DIAGNOSTIC_ERRORS, mayContinue, SCAN_ERROR_CODES, type ScanErrorCode } from '#contracts';
import { DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../../model/index.ts';
import { prepare } from './preparation.ts';
import { type CheckResult, DriverError, type ScanRequest } from './scanner-driver.ts';
import { SimulatorDriver } from './simulator-driver.ts';

const CODES = SCAN_ERROR_CODES.filter((code) => code !== 'NoError');
const FRAMES = 6;
const neverAborted = new AbortController().signal;

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

/** Records crashes, which would otherwise end the process. */
const crashes: string[] = [];
/** Shared by all tests, because creating the simulated patient is slow. */
const driver = new SimulatorDriver({ speedFactor: 5_000, seed: 1 }, () => crashes.push('crash'));

beforeEach(async () => {
  crashes.length = 0;
  await driver.reset();
});

async function record() {
  const events: string[] = [];
  let failure: ScanErrorCode | null = null;
  try {
    for await (const event of driver.record(request, neverAborted)) {
      events.push(event.kind === 'warning' ? event.errorCode : 'frame');
    }
  } catch (thrown) {
    if (!(thrown instanceof DriverError)) throw thrown;
    failure = thrown.errorCode;
  }
  return { events, failure };
}

const prepareDevice = (checks: CheckResult[] = [], device = driver) =>
  prepare(
    device,
    { settings: DEFAULT_DEVICE_SETTINGS, cupDepthMm: null },
    10_000,
    neverAborted,
    (check) => checks.push(check),
  );

describe('the simulated scanner before a scan', () => {
  it.each(CODES)('fails the preparation once with %s', async (code) => {
    driver.failAt({ code, at: 'prepare' });
    const { errorCode, failed } = await prepareDevice();
    expect(errorCode).toBe(code);
    // A check names the fault if there is a matching check; the disk check belongs to the service.
    const named = Object.entries(DIAGNOSTIC_ERRORS).some(
      ([check, error]) => error === code && check !== 'disk' && check !== 'transducer',
    );
    expect(failed.length).toBe(named ? 1 : 0);
    expect(crashes).toEqual(code === 'ScanServiceNotAvailable' ? ['crash'] : []);
    expect((await prepareDevice()).errorCode).toBe('NoError');
  });

  it('names the failed elements after a transducer fault', async () => {
    driver.failAt({ code: 'HardwareError', at: 'transducer' });
    const checks: CheckResult[] = [];
    for await (const check of driver.checkTransducer(neverAborted)) checks.push(check);
    expect(checks.map(({ check, outcome }) => `${check} ${outcome}`)).toEqual([
      'probe Passed',
      'transducer Failed',
    ]);
    expect(checks[1]?.failedElements).toEqual([17, 18, 101]);
  });
});

describe('the simulated scanner in a scan', () => {
  it.each(CODES)('raises %s at the requested frame, as a warning or as a failure', async (code) => {
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

  it('rejects a fault for a frame that is passed or does not exist, and never raises it', async () => {
    const responses: string[] = [];
    const events: string[] = [];
    for await (const { kind } of driver.record(request, neverAborted)) {
      events.push(kind);
      if (events.length !== 3) continue;
      for (const at of [2, FRAMES, FRAMES - 1]) {
        responses.push(driver.failAt({ code: 'TooManyShadows', at }));
      }
    }
    expect(responses).toEqual(['FramePassed', 'NoSuchFrame', 'Accepted']);
    expect(events.filter((kind) => kind === 'warning')).toHaveLength(1);
    expect(driver.failAt({ code: 'TooManyShadows', at: 720 })).toBe('NoSuchFrame');
    expect((await record()).events).not.toContain('TooManyShadows');
  });

  it('shows a fault in the sensor values too', async () => {
    driver.failAt({ code: 'TooMuchMovement', at: 0 });
    driver.failAt({ code: 'WaterCriticallyLow', at: 1 });
    driver.failAt({ code: 'MotorStallDetected', at: 2 });
    const sensorStates: (boolean | undefined)[][] = [];
    for await (const event of driver.record(request, neverAborted)) {
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

  it('gives a patient who moved time to settle, so that the scan can be restarted at once', async () => {
    // Slow enough that the patient does not settle during the checks alone.
    const slow = new SimulatorDriver({
      speedFactor: 20,
      seed: 1,
      faults: [{ code: 'TooMuchMovement', at: 0 }],
    });
    for await (const event of slow.record(request, neverAborted))
      if (event.kind === 'warning') break;
    expect(slow.hardware().motionSensor?.ok).toBe(false);
    expect((await prepareDevice([], slow)).errorCode).toBe('NoError');
    expect(slow.hardware().motionSensor?.ok).toBe(true);
  });

  it('lets a movement settle during a pause too, because sensors report current values', async () => {
    expect.hasAssertions();
    driver.failAt({ code: 'TooMuchMovement', at: 1 });
    for await (const event of driver.record(request, neverAborted)) {
      if (event.kind === 'frame') continue;
      driver.pause();
      await expect.poll(() => driver.hardware().motionSensor?.ok).toBe(true);
      break;
    }
    driver.resume();
  });

  it('fails the next preparation too after the water ran out, until a reset refills the water', async () => {
    driver.failAt({ code: 'WaterCriticallyLow', at: 5 });
    await record();
    const { errorCode } = await prepareDevice();
    expect(errorCode).toBe('WaterCriticallyLow');
    await driver.reset();
    expect((await prepareDevice()).errorCode).toBe('NoError');
  });
});

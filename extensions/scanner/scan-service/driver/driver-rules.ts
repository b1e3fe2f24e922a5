import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { DIAGNOSTIC_CHECKS, hardwareStateSchema, mayContinue, SCAN_ERROR_CODES } from '#contracts';
import {
  clockDegOfDevice,
  DEFAULT_DEVICE_SETTINGS,
  type DeviceSettings,
  type SweepPlan,
  sweepPlans,
} from '../../model/index.ts';
import {
  type CheckResult,
  DriverError,
  type FramesOfSweeps,
  type RecordedFrame,
  type ScannerDriver,
  type ScanRequest,
  type ScanWarning,
} from './scanner-driver.ts';

/** Creates an idle driver that is ready to use. */
export type DriverFactory = () => ScannerDriver | Promise<ScannerDriver>;

/** A rule of the driver contract; `verify` throws on a violation. */
export interface DriverRule {
  readonly rule: string;
  verify(createDriver: DriverFactory): Promise<void>;
}

/** Maximum time for a driver to end an operation after an abort. */
const ENDS_WITHIN_MS = 2_000;
/** Frames per sweep in the test recordings. */
const FRAMES = 6;
/** Maximum deviation from the planned angle: half the step between two frames. */
const ANGLE_TOLERANCE_DEG = 0.5;
const SCAN = '01980000-0000-7000-8000-00000000000c';

function requestOf(only: FramesOfSweeps | null = null, change: Partial<DeviceSettings> = {}) {
  const sweeps: readonly SweepPlan[] = sweepPlans('UQQ', { lines: 24, samples: 24 }, 45).map(
    (plan) => ({ ...plan, clockDeg: plan.clockDeg.slice(0, FRAMES) }),
  );
  const settings = { ...DEFAULT_DEVICE_SETTINGS, ...change };
  return { scanId: SCAN, side: 'R', protocol: 'UQQ', sweeps, settings, only } as const;
}

/** Everything that a recording delivers. */
interface Recorded {
  readonly frames: readonly RecordedFrame[];
  readonly warnings: readonly ScanWarning[];
}

const neverAborted = (): AbortSignal => new AbortController().signal;

async function recordAll(
  driver: ScannerDriver,
  request: ScanRequest,
  signal = neverAborted(),
  onFrame: (count: number) => void = () => undefined,
): Promise<Recorded> {
  const frames: RecordedFrame[] = [];
  const warnings: ScanWarning[] = [];
  for await (const event of driver.record(request, signal)) {
    if (event.kind === 'warning') warnings.push(event);
    else {
      frames.push(event);
      onFrame(frames.length);
    }
  }
  return { frames, warnings };
}

async function checksOf(checks: AsyncIterable<CheckResult>): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for await (const check of checks) results.push(check);
  return results;
}

/** Returns the result of `work`; fails if the work takes more than `limitMs`. */
async function within<T>(
  operation: string,
  work: Promise<T>,
  limitMs = ENDS_WITHIN_MS,
): Promise<T> {
  const ended = new AbortController();
  const timeout = sleep(limitMs, undefined, { signal: ended.signal }).then(() =>
    assert.fail(`${operation} took more than ${limitMs} ms`),
  );
  timeout.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    ended.abort();
  }
}

/**
 * Starts a recording that calls `onSecondFrame` after two frames. `paceMs` is the time of these
 * frames; limits scale with this pace, because neither driver nor machine must be fast.
 */
function recordWithHook(driver: ScannerDriver, signal: AbortSignal, onSecondFrame: () => void) {
  const startedMs = performance.now();
  const secondFrame = Promise.withResolvers<number>();
  let count = 0;
  const work = recordAll(driver, requestOf(), signal, (recorded) => {
    count = recorded;
    if (recorded !== 2) return;
    onSecondFrame();
    secondFrame.resolve(performance.now() - startedMs);
  });
  // Rejects when the recording ends before its second frame.
  const paceMs = Promise.race([
    secondFrame.promise,
    work.then(() => assert.fail('the recording ended before its second frame')),
  ]);
  paceMs.catch(() => undefined);
  return { work, paceMs, count: () => count };
}

/** Returns the maximum time of a whole recording, given the time of its first two frames. */
const recordingLimitMs = (paceMs: number): number => ENDS_WITHIN_MS + 2 * FRAMES * paceMs;

const namesOf = ({ frames }: Recorded): readonly string[] =>
  frames.map(({ sweep, frameIdx }) => `${sweep} ${frameIdx}`);
const expectedNames = (only: FramesOfSweeps): readonly string[] => [
  ...only.CEN.map((idx) => `CEN ${idx}`),
  ...only.PER.map((idx) => `PER ${idx}`),
];
const ALL_FRAMES: FramesOfSweeps = {
  CEN: Array.from({ length: FRAMES }, (_, i) => i),
  PER: Array.from({ length: FRAMES }, (_, i) => i),
};

function assertChecks(checks: readonly CheckResult[]): void {
  const names = checks.map(({ check }) => check);
  assert.equal(new Set(names).size, names.length, `a check is reported twice: ${names.join(', ')}`);
  for (const { check, detail, failedElements, outcome } of checks) {
    assert.ok(DIAGNOSTIC_CHECKS.includes(check), `unknown check ${check}`);
    assert.ok((detail ?? '').length <= 160, `the detail of ${check} is longer than 160 characters`);
    assert.deepEqual(
      [...failedElements],
      [...new Set(failedElements)].sort((a, b) => a - b),
      'failed elements are not unique and ascending',
    );
    const mayListElements = check === 'transducer' && outcome === 'Failed';
    assert.ok(
      mayListElements || failedElements.length === 0,
      `${check} with outcome ${outcome} lists failed elements`,
    );
  }
}

/** Rules of the `ScannerDriver` contract; every driver must pass them. */
export const DRIVER_RULES: readonly DriverRule[] = [
  {
    rule: 'describes itself and reports its sensors, idle and while recording',
    async verify(createDriver) {
      const driver = await createDriver();
      const { deviceAngle } = driver.describe();
      hardwareStateSchema.parse(driver.hardware());
      await recordAll(driver, requestOf(), neverAborted(), () => {
        hardwareStateSchema.parse(driver.hardware());
        assert.deepEqual(
          driver.describe().deviceAngle,
          deviceAngle,
          'the device angle changed during the recording',
        );
      });
    },
  },
  {
    rule: 'prepares and reports each check once',
    async verify(createDriver) {
      const driver = await createDriver();
      const request = { settings: DEFAULT_DEVICE_SETTINGS, cupDepthMm: 60 };
      assertChecks(await checksOf(driver.prepare(request, neverAborted())));
      assertChecks(
        await checksOf(driver.prepare({ ...request, cupDepthMm: null }, neverAborted())),
      );
    },
  },
  {
    rule: 'aborts a preparation without an error',
    async verify(createDriver) {
      const driver = await createDriver();
      const stop = new AbortController();
      const request = { settings: DEFAULT_DEVICE_SETTINGS, cupDepthMm: null };
      const preparing = checksOf(driver.prepare(request, stop.signal));
      stop.abort();
      await within('aborting the preparation', preparing);
      assert.equal(namesOf(await recordAll(driver, requestOf())).length, 2 * FRAMES);
    },
  },
  {
    rule: 'checks the transducer and reports that check last',
    async verify(createDriver) {
      const driver = await createDriver();
      const checks = await checksOf(driver.checkTransducer(neverAborted()));
      assertChecks(checks);
      assert.equal(checks.at(-1)?.check, 'transducer');
    },
  },
  {
    rule: 'records every frame once, complete, at its angle and in the planned order',
    async verify(createDriver) {
      const driver = await createDriver();
      const request = requestOf();
      const recorded = await recordAll(driver, request);
      assert.deepEqual(namesOf(recorded), expectedNames(ALL_FRAMES));
      const { deviceAngle } = driver.describe();
      for (const { sweep, frameIdx, deviceDeg, grey } of recorded.frames) {
        const plan = request.sweeps.find((candidate) => candidate.sweep === sweep);
        assert.equal(grey.length, 24 * 24, 'a frame differs from the planned size');
        const offDeg = clockDegOfDevice(deviceAngle, deviceDeg) - (plan?.clockDeg[frameIdx] ?? 0);
        const errorDeg = Math.abs(((((offDeg + 180) % 360) + 360) % 360) - 180);
        assert.ok(
          errorDeg <= ANGLE_TOLERANCE_DEG,
          `${sweep} ${frameIdx} is ${errorDeg}° off the planned angle`,
        );
      }
    },
  },
  {
    rule: 'does not reuse the bytes of delivered frames',
    async verify(createDriver) {
      const driver = await createDriver();
      const copies: Uint8Array[] = [];
      const frames: RecordedFrame[] = [];
      for await (const event of driver.record(requestOf(), neverAborted())) {
        if (event.kind !== 'frame') continue;
        frames.push(event);
        copies.push(event.grey.slice());
      }
      for (const [i, { grey }] of frames.entries()) {
        assert.deepEqual(grey, copies[i], `frame ${i} changed after it was delivered`);
      }
      const buffers = new Set(frames.map(({ grey }) => grey));
      assert.equal(buffers.size, frames.length, 'two frames share their bytes');
    },
  },
  {
    rule: 'delivers the signal of all frames or of none, and none in B-mode',
    async verify(createDriver) {
      const driver = await createDriver();
      const { frames } = await recordAll(driver, requestOf(null, { acquisitionMode: 'RF' }));
      const [first] = frames;
      for (const { rf } of frames) {
        assert.equal(rf === null, first?.rf === null, 'only some frames have a signal');
        if (rf === null) continue;
        assert.equal(rf.data.length, rf.lines * rf.samples, 'the signal of a frame is incomplete');
        assert.deepEqual([rf.lines, rf.samples], [first?.rf?.lines, first?.rf?.samples]);
      }
      const plain = await recordAll(driver, requestOf(null, { acquisitionMode: 'BMODE' }));
      assert.ok(
        plain.frames.every(({ rf }) => rf === null),
        'B-mode frames have a signal',
      );
    },
  },
  {
    rule: 'records only the gaps of an interrupted scan',
    async verify(createDriver) {
      const driver = await createDriver();
      const gaps: FramesOfSweeps = { CEN: [1, 4], PER: [0, 5] };
      assert.deepEqual(namesOf(await recordAll(driver, requestOf(gaps))), expectedNames(gaps));
      const last: FramesOfSweeps = { CEN: [], PER: [3] };
      assert.deepEqual(namesOf(await recordAll(driver, requestOf(last))), expectedNames(last));
      const none: FramesOfSweeps = { CEN: [], PER: [] };
      assert.deepEqual(
        namesOf(await within('an empty recording', recordAll(driver, requestOf(none)))),
        [],
      );
    },
  },
  {
    rule: 'stops without an error and is ready for another scan',
    async verify(createDriver) {
      const driver = await createDriver();
      const stop = new AbortController();
      const { work, paceMs } = recordWithHook(driver, stop.signal, () => stop.abort());
      await paceMs;
      assert.equal(
        (await within('stopping', work)).frames.length,
        2,
        'a frame was delivered after the stop',
      );
      assert.deepEqual(namesOf(await recordAll(driver, requestOf())), expectedNames(ALL_FRAMES));
    },
  },
  {
    rule: 'stops in a pause and resumes there without losing a frame',
    async verify(createDriver) {
      const driver = await createDriver();
      const { work, paceMs, count } = recordWithHook(driver, neverAborted(), () => driver.pause());
      // A frame in progress may still be delivered.
      const frameMs = 300 + (await paceMs);
      await sleep(frameMs);
      const countInPause = count();
      assert.ok(countInPause <= 3, `${countInPause - 2} frames were delivered in the pause`);
      await sleep(frameMs);
      assert.equal(count(), countInPause, 'frames were delivered in the pause');
      driver.resume();
      driver.resume();
      const recorded = await within('the resumed recording', work, recordingLimitMs(await paceMs));
      assert.deepEqual(namesOf(recorded), expectedNames(ALL_FRAMES));
    },
  },
  {
    rule: 'can be stopped in a pause, and the next preparation ends the pause',
    async verify(createDriver) {
      const driver = await createDriver();
      const stop = new AbortController();
      const { work, paceMs } = recordWithHook(driver, stop.signal, () => {
        driver.pause();
        setTimeout(() => stop.abort(), 50);
      });
      const limitMs = recordingLimitMs(await paceMs);
      await within('stopping in a pause', work);
      const request = { settings: DEFAULT_DEVICE_SETTINGS, cupDepthMm: null };
      await checksOf(driver.prepare(request, neverAborted()));
      const again = await within('the next scan', recordAll(driver, requestOf()), limitMs);
      assert.deepEqual(namesOf(again), expectedNames(ALL_FRAMES));
    },
  },
  {
    rule: 'records again after a reset',
    async verify(createDriver) {
      const driver = await createDriver();
      driver.pause();
      await within('resetting', driver.reset());
      const { work, paceMs } = recordWithHook(driver, neverAborted(), () => undefined);
      const limitMs = recordingLimitMs(
        await within('the first frames', paceMs, 5 * ENDS_WITHIN_MS),
      );
      assert.deepEqual(
        namesOf(await within('recording', work, limitMs)),
        expectedNames(ALL_FRAMES),
      );
    },
  },
];

/** Verifies a driver that was set to fail in the third frame. */
export const FAILURE_RULE: DriverRule = {
  rule: 'fails with an error code, keeps delivered frames valid, and records the rest after a reset',
  async verify(createDriver) {
    const driver = await createDriver();
    const frames: RecordedFrame[] = [];
    await assert.rejects(async () => {
      for await (const event of driver.record(requestOf(), neverAborted())) {
        if (event.kind === 'frame') frames.push(event);
      }
    }, DriverError);
    assert.deepEqual(
      namesOf({ frames, warnings: [] }),
      expectedNames(ALL_FRAMES).slice(0, frames.length),
    );
    await driver.reset();
    const gaps = { CEN: ALL_FRAMES.CEN.slice(frames.length), PER: ALL_FRAMES.PER };
    assert.deepEqual(namesOf(await recordAll(driver, requestOf(gaps))), expectedNames(gaps));
  },
};

/** Verifies a driver that was set to warn in the third frame. */
export const WARNING_RULE: DriverRule = {
  rule: 'warns with a continuable error, and delivers every frame',
  async verify(createDriver) {
    const driver = await createDriver();
    const { frames, warnings } = await recordAll(driver, requestOf());
    assert.deepEqual(namesOf({ frames, warnings }), expectedNames(ALL_FRAMES));
    assert.ok(warnings.length > 0, 'the driver did not warn');
    for (const { errorCode } of warnings) {
      assert.ok(SCAN_ERROR_CODES.includes(errorCode), `${errorCode} is not in the catalogue`);
      assert.ok(mayContinue(errorCode), `${errorCode} is not continuable and must be a failure`);
    }
  },
};

import { describe, expect, it } from 'vitest';
import { QuickDriver } from '../test-support/quick-driver.ts';
import {
  DRIVER_RULES,
  type DriverFactory,
  type DriverRule,
  FAILURE_RULE,
  WARNING_RULE,
} from './driver-rules.ts';
import type { CheckResult, RecordingEvent, ScanRequest } from './scanner-driver.ts';
import { SimulatorDriver } from './simulator-driver.ts';

/** Shared by all rules, because creating the simulated patient is slow. */
const simulator = new SimulatorDriver({ speedFactor: 2000, seed: 1, rf: true });
const failingSimulator = (code: 'HardwareError' | 'TooMuchMovement') => async () => {
  await simulator.reset();
  simulator.failAt({ code, at: 2 });
  return simulator;
};
const createQuickDriver = (change: Partial<QuickDriver>) => () =>
  Object.assign(new QuickDriver(), change);

const DRIVERS: readonly {
  readonly name: string;
  readonly createDriver: DriverFactory;
  readonly createFailing: DriverFactory;
  readonly createWarning: DriverFactory;
}[] = [
  {
    name: 'the simulated scanner',
    createDriver: async () => {
      await simulator.reset();
      return simulator;
    },
    createFailing: failingSimulator('HardwareError'),
    createWarning: failingSimulator('TooMuchMovement'),
  },
  {
    name: 'a driver without physics',
    createDriver: createQuickDriver({ withRf: true }),
    createFailing: createQuickDriver({ breakAtFrame: 2 }),
    createWarning: createQuickDriver({ warnAtFrame: 2 }),
  },
];

describe.each(DRIVERS)('$name', ({ createDriver, createFailing, createWarning }) => {
  it.each(DRIVER_RULES)('$rule', ({ verify }) => verify(createDriver));
  it(FAILURE_RULE.rule, () => FAILURE_RULE.verify(createFailing));
  it(WARNING_RULE.rule, () => WARNING_RULE.verify(createWarning));
});

/** Correct but slow, like a real device or a busy machine. */
describe.concurrent('a slow driver', () => {
  const timed = DRIVER_RULES.filter(({ rule }) => /pause|stop|reset/.test(rule));
  it.each(timed)('$rule', ({ verify }) => verify(createQuickDriver({ frameMs: 180 })));
});

/**
 * Drivers that each violate a single rule: description, prefix of the rule that must detect the
 * violation, factory.
 */
const BROKEN: readonly (readonly [string, string, () => QuickDriver])[] = [
  ['delivers a frame twice', 'records every frame once', () => new RepeatsFrame()],
  ['rotates in the wrong direction', 'records every frame once', () => new WrongDirection()],
  ['reuses one buffer for all frames', 'does not reuse the bytes', () => new ReusesBuffer()],
  ['records a whole scan instead of its gaps', 'records only the gaps', () => new IgnoresGaps()],
  ['continues after a stop', 'stops without an error', () => new IgnoresStop()],
  ['continues in a pause', 'stops in a pause', () => new IgnoresPause()],
  ['reports its transducer first', 'checks the transducer', () => new ReversedChecks()],
  ['delivers only some of its signals', 'delivers the signal', () => new PartialSignal()],
  ['never leaves a pause', 'can be stopped in a pause', () => new StuckInPause()],
];

class RepeatsFrame extends QuickDriver {
  override async *record(request: ScanRequest, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    for await (const event of super.record(request, signal)) {
      yield event;
      if (event.kind === 'frame' && event.frameIdx === 3) yield event;
    }
  }
}
class WrongDirection extends QuickDriver {
  override describe() {
    return { deviceAngle: { direction: 1, zeroDeg: 90 } } as const;
  }
  override async *record(request: ScanRequest, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    for await (const event of super.record(request, signal)) {
      yield event.kind === 'frame' ? { ...event, deviceDeg: 360 - event.deviceDeg } : event;
    }
  }
}
class ReusesBuffer extends QuickDriver {
  override async *record(request: ScanRequest, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    const buffer = new Uint8Array(24 * 24);
    for await (const event of super.record(request, signal)) {
      if (event.kind === 'frame') buffer.set(event.grey);
      yield event.kind === 'frame' ? { ...event, grey: buffer } : event;
    }
  }
}
class IgnoresGaps extends QuickDriver {
  override record(request: ScanRequest, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    return super.record({ ...request, only: null }, signal);
  }
}
class IgnoresStop extends QuickDriver {
  override record(request: ScanRequest): AsyncIterable<RecordingEvent> {
    return super.record(request, new AbortController().signal);
  }
}
class IgnoresPause extends QuickDriver {
  override pause(): void {}
}
class ReversedChecks extends QuickDriver {
  override checks = [...new QuickDriver().checks].reverse();
}
class PartialSignal extends QuickDriver {
  override withRf = true;
  override async *record(request: ScanRequest, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    for await (const event of super.record(request, signal)) {
      yield event.kind === 'frame' && event.frameIdx === 4 ? { ...event, rf: null } : event;
    }
  }
}
class StuckInPause extends QuickDriver {
  override async *prepare(): AsyncIterable<CheckResult> {}
}

const ruleOf = (prefix: string): DriverRule => {
  const match = DRIVER_RULES.find(({ rule }) => rule.startsWith(prefix));
  if (match === undefined) throw new Error(`No rule starts with '${prefix}'`);
  return match;
};

describe('the driver rules', () => {
  it.each(BROKEN)('detect a driver that %s', async (_, prefix, createDriver) => {
    await expect(ruleOf(prefix).verify(createDriver)).rejects.toThrow();
  });

  it('detect a driver without error codes, and a driver that never warns', async () => {
    class UncodedFailure extends QuickDriver {
      override record(): AsyncIterable<RecordingEvent> {
        throw new TypeError('stuck');
      }
    }
    await expect(FAILURE_RULE.verify(() => new UncodedFailure())).rejects.toThrow();
    await expect(WARNING_RULE.verify(() => new QuickDriver())).rejects.toThrow('did not warn');
    const fatal = createQuickDriver({ warnAtFrame: 2, warnWith: 'HardwareError' });
    await expect(WARNING_RULE.verify(fatal)).rejects.toThrow('is not continuable');
  });
});

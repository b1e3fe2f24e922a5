import { describe, expect, it } from 'vitest';
import { QuickDriver } from '../test-support/quick-driver.ts';
import {
  DRIVER_RULES,
  type DriverRule,
  FAILURE_RULE,
  type MakeDriver,
  WARNING_RULE,
} from './driver-rules.ts';
import type { CheckResult, RecordingEvent, ScanOrder } from './scanner-driver.ts';
import { SimulatorDriver } from './simulator-driver.ts';

/** One for all rules: making its patient is the slow part. */
const simulator = new SimulatorDriver({ speedFactor: 2000, seed: 1, rf: true });
const faulty = (code: 'HardwareError' | 'TooMuchMovement') => async () => {
  await simulator.reset();
  simulator.failAt({ code, at: 2 });
  return simulator;
};
const quick = (change: Partial<QuickDriver>) => () => Object.assign(new QuickDriver(), change);

const DRIVERS: readonly {
  readonly name: string;
  readonly make: MakeDriver;
  readonly failing: MakeDriver;
  readonly warning: MakeDriver;
}[] = [
  {
    name: 'the simulated scanner',
    make: async () => {
      await simulator.reset();
      return simulator;
    },
    failing: faulty('HardwareError'),
    warning: faulty('TooMuchMovement'),
  },
  {
    name: 'a driver without physics',
    make: quick({ withRf: true }),
    failing: quick({ breakAtFrame: 2 }),
    warning: quick({ warnAtFrame: 2 }),
  },
];

describe.each(DRIVERS)('$name', ({ make, failing, warning }) => {
  it.each(DRIVER_RULES)('$rule', ({ holds }) => holds(make));
  it(FAILURE_RULE.rule, () => FAILURE_RULE.holds(failing));
  it(WARNING_RULE.rule, () => WARNING_RULE.holds(warning));
});

/** As a device is, or a machine that does other things as well: right, and in no hurry. */
describe.concurrent('a driver that takes its time', () => {
  const timed = DRIVER_RULES.filter(({ rule }) => /pause|stop|reset/.test(rule));
  it.each(timed)('$rule', ({ holds }) => holds(quick({ frameMs: 180 })));
});

/** Drivers that break one sentence each, and the words of the rule that must see it. */
const BROKEN: readonly (readonly [string, string, () => QuickDriver])[] = [
  ['delivers a frame twice', 'records every frame once', () => new Twice()],
  ['turns the wrong way', 'records every frame once', () => new WrongWay()],
  ['delivers its one buffer again and again', 'lets go of the bytes', () => new OneBuffer()],
  ['records all of a scan that only has gaps', 'records the gaps', () => new NoGaps()],
  ['goes on after a stop', 'stops without an error', () => new Unstoppable()],
  ['goes on in a pause', 'holds in a pause', () => new Restless()],
  ['tells its transducer first', 'tests the transducer', () => new Hasty()],
  ['tells half of its signals', 'tells the signal', () => new HalfSignal()],
  ['stays paused for ever', 'can be stopped in a pause', () => new StaysPaused()],
];

class Twice extends QuickDriver {
  override async *record(order: ScanOrder, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    for await (const event of super.record(order, signal)) {
      yield event;
      if (event.kind === 'frame' && event.frameIdx === 3) yield event;
    }
  }
}
class WrongWay extends QuickDriver {
  override describe() {
    return { deviceAngle: { direction: 1, zeroDeg: 90 } } as const;
  }
  override async *record(order: ScanOrder, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    for await (const event of super.record(order, signal)) {
      yield event.kind === 'frame' ? { ...event, deviceDeg: 360 - event.deviceDeg } : event;
    }
  }
}
class OneBuffer extends QuickDriver {
  override async *record(order: ScanOrder, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    const buffer = new Uint8Array(24 * 24);
    for await (const event of super.record(order, signal)) {
      if (event.kind === 'frame') buffer.set(event.grey);
      yield event.kind === 'frame' ? { ...event, grey: buffer } : event;
    }
  }
}
class NoGaps extends QuickDriver {
  override record(order: ScanOrder, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    return super.record({ ...order, only: null }, signal);
  }
}
class Unstoppable extends QuickDriver {
  override record(order: ScanOrder): AsyncIterable<RecordingEvent> {
    return super.record(order, new AbortController().signal);
  }
}
class Restless extends QuickDriver {
  override pause(): void {}
}
class Hasty extends QuickDriver {
  override checks = [...new QuickDriver().checks].reverse();
}
class HalfSignal extends QuickDriver {
  override withRf = true;
  override async *record(order: ScanOrder, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    for await (const event of super.record(order, signal)) {
      yield event.kind === 'frame' && event.frameIdx === 4 ? { ...event, rf: null } : event;
    }
  }
}
class StaysPaused extends QuickDriver {
  override async *prepare(): AsyncIterable<CheckResult> {}
}

const ruleOf = (words: string): DriverRule => {
  const found = DRIVER_RULES.find(({ rule }) => rule.startsWith(words));
  if (found === undefined) throw new Error(`No rule begins with ${words}`);
  return found;
};

describe('the rules for drivers', () => {
  it.each(BROKEN)('catch one that %s', async (_, words, make) => {
    await expect(ruleOf(words).holds(make)).rejects.toThrow();
  });

  it('catch one that never says which error it has, and one that never warns', async () => {
    class Silent extends QuickDriver {
      override record(): AsyncIterable<RecordingEvent> {
        throw new TypeError('stuck');
      }
    }
    await expect(FAILURE_RULE.holds(() => new Silent())).rejects.toThrow();
    await expect(WARNING_RULE.holds(() => new QuickDriver())).rejects.toThrow('did not warn');
    const fatal = quick({ warnAtFrame: 2, warnWith: 'HardwareError' });
    await expect(WARNING_RULE.holds(fatal)).rejects.toThrow('leaves no choice');
  });
});

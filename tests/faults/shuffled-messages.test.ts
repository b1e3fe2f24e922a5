import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Acknowledgement,
  type AcknowledgementMessage,
  type DeviceStatus,
  type ImageTick,
  latestStatus,
  type Scan,
} from '#contracts';
import { newId } from '#foundation';
import { aDeviceStatus, aScan } from '#testing';
import {
  applyAcknowledgement,
  applyServerState,
  applyStatus,
  applyTicks,
  progressOf,
  type ScanProgress,
} from '../../extensions/scanner/state/scan/scan-progress.ts';
import { rounds } from './support/rounds.ts';
import { ScanHarness, SETTLE_POLL } from './support/scanning/scan-harness.ts';
import {
  lossyConnector,
  randomOf,
  Shuffler,
  shufflingConnector,
} from './support/scanning/shuffled.ts';

// F14: messages arrive twice, late, and up to fifty positions out of order.

const WINDOW = 50;
const AT = '2026-01-05T09:00:00.000Z';

type Envelope =
  | {
      readonly kind: 'ack';
      readonly name: Acknowledgement;
      readonly message: AcknowledgementMessage;
    }
  | { readonly kind: 'tick'; readonly message: ImageTick }
  | { readonly kind: 'status'; readonly message: DeviceStatus };

/** An action of the modelled device; without effect in a phase that does not allow it. */
type DeviceAction = 'frames' | 'pause' | 'resume' | 'stop' | 'fail' | 'restart' | 'complete';
const ACTIONS: readonly DeviceAction[] = [
  'frames',
  'pause',
  'resume',
  'stop',
  'fail',
  'restart',
  'complete',
];
const FRAMES_PER_ACTION = 5;

/** Model of a device and its server: published messages and true state. */
class ModelDevice {
  readonly scan: Scan;
  readonly sent: Envelope[] = [];
  stored: { sweep: 'CEN'; frameIdx: number; clockDeg: number; epoch: number }[] = [];
  phase: ScanProgress['phase'] = 'not-started';
  #scanState: Scan['scanState'] = 'N';
  #epoch = 0;
  #seq = 0;
  #statusSeq = 0;

  constructor() {
    const ids = { studyId: newId(), patientId: newId() };
    this.scan = aScan({ ...ids, protocol: 'FULL', scanState: 'N', epoch: 0 });
  }

  get truth(): Scan {
    return { ...this.scan, scanState: this.#scanState, epoch: this.#epoch };
  }

  perform(action: DeviceAction): void {
    const runs = this.phase === 'recording' || this.phase === 'paused';
    if (action === 'restart' && this.phase !== 'completed') this.#restart();
    else if (action === 'frames' && this.phase === 'recording') this.#record();
    else if (action === 'pause' && this.phase === 'recording')
      this.#acknowledge('Paused', 'paused');
    else if (action === 'resume' && this.phase === 'paused')
      this.#acknowledge('Resumed', 'recording');
    else if (action === 'stop' && runs) this.#acknowledge('Stopped', 'interrupted');
    else if (action === 'fail' && runs) this.#acknowledge('Failed', 'failed');
    else if (action === 'complete' && this.phase === 'recording') {
      this.#scanState = 'C';
      this.#acknowledge('Completed', 'completed');
    }
  }

  #restart(): void {
    this.#epoch += 1;
    this.#seq = 0;
    this.#scanState = 'I';
    this.#acknowledge(this.#epoch > 1 ? 'Restarted' : 'Started', 'recording');
  }

  #record(): void {
    for (let i = 0; i < FRAMES_PER_ACTION; i += 1) {
      const frameIdx = this.stored.filter(({ epoch }) => epoch === this.#epoch).length;
      this.stored.push({ sweep: 'CEN', frameIdx, clockDeg: frameIdx, epoch: this.#epoch });
      const message: ImageTick = {
        ...this.#envelope(),
        fileId: this.scan.id,
        sweep: 'CEN' as const,
        frameIdx,
        clockDeg: frameIdx,
        framesStored: frameIdx + 1,
        framesTotal: 720,
        secondsLeft: 1,
        meta: { storagePath: 'x' },
      };
      this.sent.push({ kind: 'tick', message });
    }
  }

  #acknowledge(name: Acknowledgement, phase: ScanProgress['phase']): void {
    this.phase = phase;
    const errorCode = name === 'Failed' ? 'MotorStallDetected' : 'NoError';
    const message: AcknowledgementMessage = {
      ...this.#envelope(),
      commandId: null,
      errorCode,
      framesStored: 0,
      framesTotal: 720,
    };
    this.sent.push({ kind: 'ack', name, message });
    this.#publishStatus(errorCode);
  }

  #publishStatus(errorCode: DeviceStatus['errorCode']): void {
    this.#statusSeq += 1;
    const runs = this.phase === 'recording' || this.phase === 'paused';
    const runningState = this.phase === 'paused' ? 'paused' : 'scanning';
    const state = runs ? runningState : 'ready';
    this.sent.push({
      kind: 'status',
      message: aDeviceStatus({
        ...this.#envelope(),
        seq: this.#statusSeq,
        scanId: runs ? this.scan.id : null,
        state,
        errorCode,
      }),
    });
  }

  #envelope() {
    this.#seq += 1;
    return { id: this.scan.id, at: AT, scanId: this.scan.id, epoch: this.#epoch, seq: this.#seq };
  }
}

/** Model of a viewer that receives messages and finally reads the true state. */
class ModelScreen {
  progress: ScanProgress;
  status: DeviceStatus | null = null;

  constructor(scan: Scan) {
    this.progress = progressOf(scan);
  }

  receive(envelope: Envelope): void {
    if (envelope.kind === 'tick') this.progress = applyTicks(this.progress, [envelope.message]);
    else if (envelope.kind === 'ack') {
      this.progress = applyAcknowledgement(this.progress, envelope.name, envelope.message);
    } else {
      const latest = latestStatus(this.status, envelope.message);
      if (latest === this.status) return;
      this.status = latest;
      this.progress = applyStatus(this.progress, latest);
    }
  }

  get frames(): readonly number[] {
    return [...this.progress.sweeps.CEN.keys()].sort((a, b) => a - b);
  }
}

/**
 * Shuffles the messages of a device that performs these actions, and shows them on a screen. Checks
 * after each message that the screen shows only stored frames of its attempt.
 */
function play(
  actions: readonly DeviceAction[],
  seed: number,
): { device: ModelDevice; screen: ModelScreen } {
  const device = new ModelDevice();
  for (const action of ['restart' as const, ...actions]) device.perform(action);
  const screen = new ModelScreen(device.scan);
  const shuffler = new Shuffler<Envelope>(WINDOW, randomOf(seed));
  const received = [
    ...device.sent.flatMap((envelope) => shuffler.next(envelope)),
    ...shuffler.rest(),
  ];
  let { epoch } = screen.progress;
  for (const envelope of received) {
    screen.receive(envelope);
    expect(screen.progress.epoch, 'the attempt number never decreases').toBeGreaterThanOrEqual(
      epoch,
    );
    epoch = screen.progress.epoch;
    const storedFrames = device.stored.filter((frame) => frame.epoch === epoch).length;
    expect(screen.frames.every((frameIdx) => frameIdx < storedFrames)).toBe(true);
  }
  return { device, screen };
}

describe('a viewer that receives all messages twice and out of order', () => {
  const actions = fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 60 });
  const seeds = fc.nat(2 ** 31);

  it('shows each frame of the last attempt, none of another, and the current state', () => {
    fc.assert(
      fc.property(actions, seeds, (deviceActions, seed) => {
        const { device, screen } = play(deviceActions, seed);
        const stored = device.stored.filter(({ epoch }) => epoch === device.truth.epoch);
        expect(screen.frames).toEqual(stored.map(({ frameIdx }) => frameIdx));
        const { progress, status } = screen;
        const synchronised = applyServerState(progress, device.truth, device.stored, status);
        expect([synchronised.phase, synchronised.epoch]).toEqual([
          device.phase,
          device.truth.epoch,
        ]);
      }),
      { numRuns: rounds(300, 3_000) },
    );
  });

  it('is unchanged by repeated messages', () => {
    fc.assert(
      fc.property(actions, seeds, (deviceActions, seed) => {
        const { device, screen } = play(deviceActions, seed);
        const before = screen.progress;
        for (const envelope of device.sent) screen.receive(envelope);
        expect(screen.frames).toEqual([...before.sweeps.CEN.keys()].sort((a, b) => a - b));
        expect(screen.progress).toMatchObject({ phase: before.phase, epoch: before.epoch });
      }),
      { numRuns: rounds(100, 1_000) },
    );
  });

  it('shows a wrong state if messages are applied in order of arrival', () => {
    // The planted fault: sequence numbers that follow the order of arrival.
    const isWrongBySeed = Array.from({ length: 50 }, (_, seed) => {
      const { device } = play(['frames', 'pause', 'resume', 'frames', 'stop'], seed);
      const shuffler = new Shuffler<Envelope>(WINDOW, randomOf(seed));
      const received = [
        ...device.sent.flatMap((message) => shuffler.next(message)),
        ...shuffler.rest(),
      ];
      const screen = new ModelScreen(device.scan);
      for (const [seq, envelope] of received.entries()) {
        screen.receive({ ...envelope, message: { ...envelope.message, seq } } as Envelope);
      }
      return screen.progress.phase !== device.phase;
    });
    expect(isWrongBySeed).toContain(true);
  });
});

let harness: ScanHarness | null = null;
afterEach(async () => {
  await harness?.[Symbol.asyncDispose]();
  harness = null;
});

describe('a viewer whose connection loses messages', () => {
  it('shows the complete scan at the end', async () => {
    harness = await ScanHarness.open('UQQ', 5);
    await harness.openViewer((connect) => lossyConnector(connect, 0.2, 1));
    await harness.openViewer((connect) => lossyConnector(connect, 0.9, 2));
    // This connection loses every message.
    await harness.openViewer((connect) => lossyConnector(connect, 1, 3));
    await harness.startScan();
    await harness.expectComplete(362);
  });
});

describe('a viewer whose connection duplicates, delays and reorders messages', () => {
  it(`shows the complete scan after ${rounds(2, 130)} attempts of 720 frames`, async () => {
    harness = await ScanHarness.open('FULL', 1);
    const first = await harness.openViewer((connect) => shufflingConnector(connect, WINDOW, 1));
    const second = await harness.openViewer((connect) => shufflingConnector(connect, WINDOW, 2));
    await harness.startScan();
    for (let attempt = 2; attempt <= rounds(2, 130); attempt += 1) {
      await expect.poll(() => harness?.framesStored, SETTLE_POLL).toBeGreaterThan(600);
      await harness.startScan(attempt);
    }
    await harness.expectComplete(720);
    expect(first.shown()).toEqual(second.shown());
  });
});

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
import { aScan } from '#core/testing';
import { newId } from '#foundation';
import {
  applyAcknowledgement,
  applyStatus,
  applyTicks,
  applyServerState,
  progressOf,
  type ScanProgress,
} from '../../extensions/scanner/state/scan/scan-progress.ts';
import { rounds } from './support/rounds.ts';
import { ScanRoom, SETTLES } from './support/scanning/scan-room.ts';
import { losingLine, randomOf, Shuffler, shuffledLine } from './support/scanning/shuffled.ts';

// F14: messages come twice, late, and up to fifty places out of order.

const WINDOW = 50;
const AT = '2026-01-05T09:00:00.000Z';

type Said =
  | {
      readonly kind: 'ack';
      readonly name: Acknowledgement;
      readonly message: AcknowledgementMessage;
    }
  | { readonly kind: 'tick'; readonly message: ImageTick }
  | { readonly kind: 'status'; readonly message: DeviceStatus };

/** What a device does next in the model. */
type Act = 'frames' | 'pause' | 'resume' | 'stop' | 'fail' | 'restart' | 'complete';
const ACTS: readonly Act[] = ['frames', 'pause', 'resume', 'stop', 'fail', 'restart', 'complete'];
const FRAMES_AT_A_TIME = 5;

/** A device and the server behind it: what it says, and what is true. */
class ModelDevice {
  readonly scan: Scan;
  readonly said: Said[] = [];
  stored: { sweep: 'CEN'; frameIdx: number; clockDeg: number; epoch: number }[] = [];
  phase: ScanProgress['phase'] = 'not-started';
  #scanState: Scan['scanState'] = 'N';
  #epoch = 0;
  #seq = 0;
  #status = 0;

  constructor() {
    const ids = { studyId: newId(), patientId: newId() };
    this.scan = aScan({ ...ids, protocol: 'FULL', scanState: 'N', epoch: 0 });
  }

  get truth(): Scan {
    return { ...this.scan, scanState: this.#scanState, epoch: this.#epoch };
  }

  act(act: Act): void {
    const runs = this.phase === 'recording' || this.phase === 'paused';
    if (act === 'restart' && this.phase !== 'completed') this.#restart();
    else if (act === 'frames' && this.phase === 'recording') this.#record();
    else if (act === 'pause' && this.phase === 'recording') this.#end('Paused', 'paused');
    else if (act === 'resume' && this.phase === 'paused') this.#end('Resumed', 'recording');
    else if (act === 'stop' && runs) this.#end('Stopped', 'interrupted');
    else if (act === 'fail' && runs) this.#end('Failed', 'failed');
    else if (act === 'complete' && this.phase === 'recording') {
      this.#scanState = 'C';
      this.#end('Completed', 'completed');
    }
  }

  #restart(): void {
    this.#epoch += 1;
    this.#seq = 0;
    this.#scanState = 'I';
    this.#end(this.#epoch > 1 ? 'Restarted' : 'Started', 'recording');
  }

  #record(): void {
    for (let i = 0; i < FRAMES_AT_A_TIME; i += 1) {
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
      this.said.push({ kind: 'tick', message });
    }
  }

  #end(name: Acknowledgement, phase: ScanProgress['phase']): void {
    this.phase = phase;
    const errorCode = name === 'Failed' ? 'MotorStallDetected' : 'NoError';
    const message: AcknowledgementMessage = {
      ...this.#envelope(),
      commandId: null,
      errorCode,
      framesStored: 0,
      framesTotal: 720,
    };
    this.said.push({ kind: 'ack', name, message });
    this.#tellStatus(errorCode);
  }

  #tellStatus(errorCode: DeviceStatus['errorCode']): void {
    this.#status += 1;
    const runs = this.phase === 'recording' || this.phase === 'paused';
    const state = runs ? (this.phase === 'paused' ? 'paused' : 'scanning') : 'ready';
    this.said.push({
      kind: 'status',
      message: {
        ...this.#envelope(),
        seq: this.#status,
        scanId: runs ? this.scan.id : null,
        session: 1,
        connected: true,
        state,
        errorCode,
        errorMessage: null,
        deviceAngle: null,
        productId: null,
        revision: null,
        serialNumber: null,
        firmware: null,
        probe: null,
        wirelessCharger: null,
        battery: null,
        motor180: null,
        motor360: null,
        waterSensor: null,
        motionSensor: null,
        lastUpdateTimeStamp: null,
      },
    });
  }

  #envelope() {
    this.#seq += 1;
    return { id: this.scan.id, at: AT, scanId: this.scan.id, epoch: this.#epoch, seq: this.#seq };
  }
}

/** A screen that hears what comes and reads the truth in the end. */
class ModelScreen {
  progress: ScanProgress;
  status: DeviceStatus | null = null;

  constructor(scan: Scan) {
    this.progress = progressOf(scan);
  }

  hear(said: Said): void {
    if (said.kind === 'tick') this.progress = applyTicks(this.progress, [said.message]);
    else if (said.kind === 'ack') {
      this.progress = applyAcknowledgement(this.progress, said.name, said.message);
    } else {
      const latest = latestStatus(this.status, said.message);
      if (latest === this.status) return;
      this.status = latest;
      this.progress = applyStatus(this.progress, latest);
    }
  }

  get frames(): readonly number[] {
    return [...this.progress.sweeps.CEN.keys()].sort((a, b) => a - b);
  }
}

function play(acts: readonly Act[], seed: number): { device: ModelDevice; screen: ModelScreen } {
  const device = new ModelDevice();
  for (const act of ['restart' as const, ...acts]) device.act(act);
  const screen = new ModelScreen(device.scan);
  const shuffler = new Shuffler<Said>(WINDOW, randomOf(seed));
  const heard = [...device.said.flatMap((said) => shuffler.next(said)), ...shuffler.rest()];
  let { epoch } = screen.progress;
  for (const said of heard) {
    screen.hear(said);
    expect(screen.progress.epoch, 'an attempt never grows younger').toBeGreaterThanOrEqual(epoch);
    epoch = screen.progress.epoch;
    const real = device.stored.filter((frame) => frame.epoch === epoch).length;
    expect(screen.frames.every((frameIdx) => frameIdx < real)).toBe(true);
  }
  return { device, screen };
}

describe('a screen that hears everything twice and in disorder', () => {
  const acts = fc.array(fc.constantFrom(...ACTS), { minLength: 1, maxLength: 60 });
  const seeds = fc.nat(2 ** 31);

  it('shows each frame of the last attempt, none of another, and how it stands', () => {
    fc.assert(
      fc.property(acts, seeds, (played, seed) => {
        const { device, screen } = play(played, seed);
        const stored = device.stored.filter(({ epoch }) => epoch === device.truth.epoch);
        expect(screen.frames).toEqual(stored.map(({ frameIdx }) => frameIdx));
        const { progress, status } = screen;
        const read = applyServerState(progress, device.truth, device.stored, status);
        expect([read.phase, read.epoch]).toEqual([device.phase, device.truth.epoch]);
      }),
      { numRuns: rounds(300, 3_000) },
    );
  });

  it('hears the same a second time without any change', () => {
    fc.assert(
      fc.property(acts, seeds, (played, seed) => {
        const { device, screen } = play(played, seed);
        const before = screen.progress;
        for (const said of device.said) screen.hear(said);
        expect(screen.frames).toEqual([...before.sweeps.CEN.keys()].sort((a, b) => a - b));
        expect(screen.progress).toMatchObject({ phase: before.phase, epoch: before.epoch });
      }),
      { numRuns: rounds(100, 1_000) },
    );
  });

  it('would not, if it took messages as they come', () => {
    // The planted fault: numbers that follow the order of arrival, as if there were none.
    const differs = Array.from({ length: 50 }, (_, seed) => {
      const { device } = play(['frames', 'pause', 'resume', 'frames', 'stop'], seed);
      const shuffler = new Shuffler<Said>(WINDOW, randomOf(seed));
      const heard = [...device.said.flatMap((one) => shuffler.next(one)), ...shuffler.rest()];
      const screen = new ModelScreen(device.scan);
      for (const [seq, one] of heard.entries()) {
        screen.hear({ ...one, message: { ...one.message, seq } } as Said);
      }
      return screen.progress.phase !== device.phase;
    });
    expect(differs).toContain(true);
  });
});

let room: ScanRoom | null = null;
afterEach(async () => {
  await room?.[Symbol.asyncDispose]();
  room = null;
});

describe('a line that loses messages', () => {
  it('shows what REST says, the last word included', async () => {
    room = await ScanRoom.open('UQQ', 5);
    await room.view((connect) => losingLine(connect, 0.2, 1));
    await room.view((connect) => losingLine(connect, 0.9, 2));
    // Of this one the end is lost for sure.
    await room.view((connect) => losingLine(connect, 1, 3));
    await room.startScan();
    await room.agreeAtTheEnd(362);
  });
});

describe('a line that doubles, delays and shuffles', () => {
  it(`shows what REST says after ${rounds(2, 130)} attempts of 720 frames`, async () => {
    room = await ScanRoom.open('FULL', 1);
    const [first, second] = [
      await room.view((connect) => shuffledLine(connect, WINDOW, 1)),
      await room.view((connect) => shuffledLine(connect, WINDOW, 2)),
    ];
    await room.startScan();
    for (let attempt = 2; attempt <= rounds(2, 130); attempt += 1) {
      await expect.poll(() => room?.framesStored, SETTLES).toBeGreaterThan(600);
      await room.startScan(attempt);
    }
    await room.agreeAtTheEnd(720);
    expect(first.shown()).toEqual(second.shown());
  });
});

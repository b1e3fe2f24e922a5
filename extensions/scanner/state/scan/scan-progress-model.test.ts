import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Acknowledgement, DeviceStatus, ImageTick, Scan } from '#contracts';
import { isNewer, latestStatus } from '#contracts';
import { newId } from '#foundation';
import { aDeviceStatus, aScan } from '#testing';
import {
  applyAcknowledgement,
  applyServerState,
  applyStatus,
  applyTicks,
  progressOf,
  type RecordedAngle,
  type ScanProgress,
} from './scan-progress.ts';

const AT = '2026-01-05T09:00:00.000Z';
const MAX_DELAY = 50;

type Delivery = (screen: Screen) => void;
const ACTIONS = [
  'frames',
  'pause',
  'resume',
  'stop',
  'resumeAttempt',
  'restart',
  'complete',
] as const;

/** State of a page: the scan's progress and the scanner's status. */
interface Screen {
  progress: ScanProgress;
  status: DeviceStatus | null;
}

/** Model of a device that can also resume an interrupted attempt, and of its data on the server. */
class Device {
  readonly messages: Delivery[] = [];
  readonly stored: (RecordedAngle & { readonly epoch: number })[] = [];
  scan: Scan = aScan({ studyId: newId(), patientId: newId(), scanState: 'N', epoch: 0 });
  state: 'scanning' | 'paused' | 'ready' = 'ready';
  #seq = 0;
  #statuses = 0;

  perform(action: (typeof ACTIONS)[number]): void {
    const { scanState, epoch } = this.scan;
    const hasStarted = scanState === 'I';
    if (action === 'restart' && scanState !== 'C') {
      this.scan = { ...this.scan, scanState: 'I', epoch: epoch + 1 };
      this.#seq = 0;
      this.#publish(epoch === 0 ? 'Started' : 'Restarted', 'scanning');
    } else if (action === 'frames' && this.state === 'scanning') this.#record();
    else if (action === 'pause' && this.state === 'scanning') this.#publish('Paused', 'paused');
    else if (action === 'resume' && this.state === 'paused') this.#publish('Resumed', 'scanning');
    else if (action === 'stop' && this.state !== 'ready') this.#publish('Stopped', 'ready');
    else if (action === 'resumeAttempt' && this.state === 'ready' && hasStarted) {
      // Another run of the service uses much higher sequence numbers.
      this.#seq += 1_000;
      this.#publish('Resumed', 'scanning');
    } else if (action === 'complete' && this.state === 'scanning') {
      this.scan = { ...this.scan, scanState: 'C' };
      this.#publish('Completed', 'ready');
    }
  }

  get status(): DeviceStatus {
    return aDeviceStatus({
      ...this.#envelope(),
      seq: this.#statuses,
      scanId: this.state === 'ready' ? null : this.scan.id,
      state: this.state,
    });
  }

  #envelope() {
    const { id, epoch } = this.scan;
    return { id, at: AT, scanId: id, epoch, seq: this.#seq };
  }

  #record(): void {
    const { epoch } = this.scan;
    for (let i = 0; i < 5; i += 1) {
      const frameIdx = this.stored.filter((frame) => frame.epoch === epoch).length;
      const frame = { sweep: 'CEN' as const, frameIdx, clockDeg: frameIdx };
      this.stored.push({ ...frame, epoch });
      this.#seq += 1;
      const tick: ImageTick = {
        ...this.#envelope(),
        ...frame,
        fileId: this.scan.id,
        framesStored: frameIdx + 1,
        framesTotal: 720,
        secondsLeft: 1,
        meta: { storagePath: 'x' },
      };
      this.messages.push((screen) => {
        screen.progress = applyTicks(screen.progress, [tick]);
      });
    }
  }

  #publish(name: Acknowledgement, state: Device['state']): void {
    this.state = state;
    this.#seq += 1;
    this.#statuses += 1;
    const counts = { framesStored: 0, framesTotal: 720 };
    const ack = { ...this.#envelope(), ...counts, commandId: null, errorCode: 'NoError' as const };
    const { status } = this;
    this.messages.push((screen) => {
      screen.progress = applyAcknowledgement(screen.progress, name, ack);
    });
    this.messages.push((screen) => receiveStatus(screen, status));
  }
}

function receiveStatus(screen: Screen, status: DeviceStatus): void {
  const latest = latestStatus(screen.status, status);
  if (latest === screen.status) return;
  screen.status = latest;
  screen.progress = applyStatus(screen.progress, latest);
}

/**
 * Repeats some messages, drops some if `isLossy`, and delays each by less than `MAX_DELAY`
 * positions.
 */
function reorder(
  messages: readonly Delivery[],
  randoms: readonly number[],
  isLossy: boolean,
): Delivery[] {
  const randomAt = (idx: number): number => randoms[idx % randoms.length] ?? 0;
  const delayed = messages.flatMap((deliver, idx) => {
    const position = idx + (randomAt(idx) % MAX_DELAY);
    const duplicate = { position: idx + (randomAt(idx + 1) % MAX_DELAY), deliver };
    if (isLossy && randomAt(idx) % 5 === 0) return [];
    return randomAt(idx) % 4 === 0 ? [{ position, deliver }, duplicate] : [{ position, deliver }];
  });
  return delayed.sort((a, b) => a.position - b.position).map(({ deliver }) => deliver);
}

const actionLists = fc.array(fc.constantFrom(...ACTIONS), { minLength: 1, maxLength: 40 });
const randoms = fc.array(fc.nat(10_000), { minLength: 7, maxLength: 97 });

function play(
  actions: readonly (typeof ACTIONS)[number][],
  randomNumbers: readonly number[],
  isLossy: boolean,
) {
  const device = new Device();
  const screen: Screen = { progress: progressOf(device.scan), status: null };
  for (const action of ['restart' as const, ...actions]) device.perform(action);
  for (const deliver of reorder(device.messages, randomNumbers, isLossy)) {
    const before = screen.progress;
    deliver(screen);
    const { epoch, latest, lastAck } = screen.progress;
    expect(epoch, 'the attempt number never decreases').toBeGreaterThanOrEqual(before.epoch);
    if (epoch === before.epoch) {
      expect(latest === before.latest || (latest !== null && isNewer(latest, before.latest))).toBe(
        true,
      );
      expect(
        lastAck === before.lastAck || (lastAck !== null && isNewer(lastAck, before.lastAck)),
      ).toBe(true);
    }
  }
  return { device, screen };
}

/** Applies the retained status of a new connection, then the REST responses. */
function refresh({ device, screen }: ReturnType<typeof play>): ScanProgress {
  receiveStatus(screen, device.status);
  return applyServerState(screen.progress, device.scan, device.stored, screen.status);
}

function serverStateOf({ scan, state, stored }: Device) {
  const running = state === 'scanning' ? 'recording' : 'paused';
  const idle = scan.scanState === 'C' ? 'completed' : 'interrupted';
  const frames = stored.filter(({ epoch }) => epoch === scan.epoch).length;
  return { phase: state === 'ready' ? idle : running, epoch: scan.epoch, frames };
}

const shownStateOf = ({ phase, epoch, sweeps }: ScanProgress) => ({
  phase,
  epoch,
  frames: sweeps.CEN.size,
});

describe.each([
  ['twice and in disorder', false],
  ['twice, in disorder and with losses', true],
] as const)('a page that receives scan messages %s', (_, isLossy) => {
  it('never goes back to an older state, and matches the server after a read', () => {
    fc.assert(
      fc.property(actionLists, randoms, (actions, randomNumbers) => {
        const played = play(actions, randomNumbers, isLossy);
        expect(shownStateOf(refresh(played))).toEqual(serverStateOf(played.device));
      }),
      { numRuns: 200 },
    );
  });
});

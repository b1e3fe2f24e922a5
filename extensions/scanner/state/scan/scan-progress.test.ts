import { describe, expect, it } from 'vitest';
import type { Acknowledgement, AcknowledgementMessage, DeviceStatus, ImageTick } from '#contracts';
import { newId } from '#foundation';
import { aDeviceStatus, aScan } from '#testing';
import {
  applyAcknowledgement,
  applyServerState,
  applyStatus,
  applyTicks,
  framesMoved,
  framesStored,
  progressOf,
  type ScanProgress,
} from './scan-progress.ts';

const AT = '2026-01-05T09:00:00.000Z';

/** Creates a scan in its first attempt, and builders for its device's messages. */
function createDevice() {
  const scan = aScan({ studyId: newId(), patientId: newId(), scanState: 'I', epoch: 1 });
  let seq = 0;
  const envelope = (epoch: number) => {
    seq += 1;
    return { id: newId(), at: AT, scanId: scan.id, epoch, seq };
  };
  const ack = (
    progress: ScanProgress,
    name: Acknowledgement,
    fields: Partial<AcknowledgementMessage> = {},
  ): ScanProgress =>
    applyAcknowledgement(progress, name, {
      ...envelope(fields.epoch ?? 1),
      commandId: null,
      errorCode: 'NoError',
      framesStored: 0,
      framesTotal: 720,
      ...fields,
    });
  const tick = (frameIdx: number, epoch = 1, movementMm?: number): ImageTick => ({
    ...envelope(epoch),
    fileId: newId(),
    sweep: 'CEN',
    frameIdx,
    clockDeg: frameIdx,
    framesStored: frameIdx + 1,
    framesTotal: 720,
    secondsLeft: 30,
    ...(movementMm === undefined
      ? {}
      : { sensors: { movementMm, waterPercent: null, contactPercent: null } }),
    meta: { storagePath: 'x' },
  });
  const status = (movementMm: number, fields: Partial<DeviceStatus> = {}): DeviceStatus =>
    aDeviceStatus({
      ...envelope(1),
      state: 'scanning',
      motionSensor: { movementMm, ok: movementMm < 1 },
      ...fields,
    });
  const recording = ack(progressOf(scan), 'Started');
  return { scan, ack, tick, status, recording };
}

describe('frames with movement', () => {
  it('takes over side and protocol that were changed before the scan', () => {
    const scan = aScan({ studyId: newId(), patientId: newId(), laterality: { id: 'R' } });
    const changed = { ...scan, laterality: { id: 'L' as const }, protocol: 'UQQ' as const };
    expect(applyServerState(progressOf(scan), changed, [], null)).toMatchObject({
      side: 'L',
      protocol: 'UQQ',
      framesTotal: 362,
    });
  });

  it('are those for which the sensor read more than 3 mm', () => {
    const { tick, recording } = createDevice();
    const progress = applyTicks(recording, [
      tick(0, 1, 3),
      tick(1, 1, 3.4),
      tick(2, 1, 0.2),
      tick(3),
    ]);
    expect(framesMoved(progress, 'CEN')).toEqual([1]);
    expect(framesMoved(progress, 'PER')).toEqual([]);
  });

  it('are included when read from the server', () => {
    const { scan } = createDevice();
    const sensors = { movementMm: 5, waterPercent: 90, contactPercent: 80 };
    const frame = { sweep: 'PER', frameIdx: 7, clockDeg: 7, epoch: 1 } as const;
    const progress = applyServerState(progressOf(scan), scan, [{ ...frame, sensors }], null);
    expect(framesMoved(progress, 'PER')).toEqual([7]);
    expect(progress.sensors.PER.get(7)).toEqual(sensors);
  });

  it('are dropped with their attempt', () => {
    const { ack, tick, recording } = createDevice();
    const moved = applyTicks(recording, [tick(0, 1, 5)]);
    expect(framesMoved(moved, 'CEN')).toEqual([0]);
    expect(framesMoved(ack(moved, 'Restarted', { epoch: 2, seq: 0 }), 'CEN')).toEqual([]);
  });
});

describe('a warning of the device', () => {
  it('is not shown again by a repeated status, but by the next pause', () => {
    const { ack, status, recording } = createDevice();
    const warned = ack(recording, 'Paused', { errorCode: 'TooMuchMovement' });
    expect(warned).toMatchObject({ phase: 'paused', errorCode: 'TooMuchMovement' });
    const dismissed = { ...warned, errorCode: null };
    const repeated = status(0, { state: 'paused', errorCode: 'TooMuchMovement' });
    expect(applyStatus(dismissed, repeated).errorCode).toBeNull();
    const resumed = ack(dismissed, 'Resumed');
    expect(resumed).toMatchObject({ phase: 'recording', errorCode: null });
    expect(ack(resumed, 'Paused', { errorCode: 'TooMuchMovement' }).errorCode).toBe(
      'TooMuchMovement',
    );
  });
});

describe('a resumed attempt', () => {
  it('keeps its frames and angles, and is recording even if the acknowledgement was lost', () => {
    const { ack, tick, recording } = createDevice();
    const failed = ack(applyTicks(recording, [tick(0), tick(1)]), 'Failed', {
      errorCode: 'MotorStallDetected',
    });
    const starting: ScanProgress = { ...failed, phase: 'starting', errorCode: null };
    const lateTicks = starting.latest === null ? [] : [starting.latest];
    expect(applyTicks(starting, lateTicks).phase).toBe('starting');
    const received = applyTicks(starting, [tick(5)]);
    expect(received.phase).toBe('recording');
    expect(framesStored(received)).toBe(3);
    expect(framesStored(ack(starting, 'Resumed'))).toBe(2);
  });
});

describe('a scan completed by the device', () => {
  it('stays complete when an outdated response arrives', () => {
    const { scan, ack, tick, recording } = createDevice();
    const completed = ack(applyTicks(recording, [tick(0)]), 'Completed');
    expect(applyServerState(completed, scan, [], null).phase).toBe('completed');
    const nextAttempt = applyServerState(completed, { ...scan, epoch: 2 }, [], null);
    expect(nextAttempt).toMatchObject({ phase: 'interrupted', epoch: 2 });
  });
});

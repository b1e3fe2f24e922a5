import {
  type Acknowledgement,
  type AcknowledgementMessage,
  type DeviceStatus,
  type FrameSensors,
  type ImageTick,
  isNewer,
  type NewerThan,
  type Scan,
  type ScanErrorCode,
  type ScanProtocol,
  type ScanSide,
} from '#contracts';
import { clockAnglesOf, type SweepName } from '../../model/index.ts';

/**
 * Where a scan stands: `starting` and `stopping` wait for the device's word; `interrupted` has
 * frames but nobody records; after `failed` an error is shown.
 */
export type ScanPhase =
  | 'not-started'
  | 'starting'
  | 'recording'
  | 'paused'
  | 'interrupted'
  | 'failed'
  | 'completed';

/** A stored frame, from a tick or from its file. */
export interface RecordedAngle {
  readonly sweep: SweepName;
  readonly frameIdx: number;
  readonly clockDeg: number;
  /** Absent: its device had no sensors. */
  readonly sensors?: FrameSensors | undefined;
}

/** One scan as it is recorded: what the device said, and what the server holds. */
export interface ScanProgress {
  readonly scanId: string;
  readonly studyId: string;
  readonly side: ScanSide;
  readonly protocol: ScanProtocol;
  readonly epoch: number;
  readonly phase: ScanPhase;
  /** Clock angles of stored frames by frame index. */
  readonly sweeps: Readonly<Record<SweepName, ReadonlyMap<number, number>>>;
  /** What the sensors said of stored frames, by frame index. */
  readonly sensors: Readonly<Record<SweepName, ReadonlyMap<number, FrameSensors>>>;
  /** Frames of the protocol, both sweeps together. */
  readonly framesTotal: number;
  /** As the device estimates; null before the first frame. */
  readonly secondsLeft: number | null;
  /** The newest frame. */
  readonly latest: ImageTick | null;
  readonly errorCode: Exclude<ScanErrorCode, 'NoError'> | null;
  readonly lastAck: NewerThan | null;
  /** The error that the status told last: it is raised once, not with every status. */
  readonly reportedError: ScanErrorCode;
}

const NO_FRAMES: ScanProgress['sweeps'] = { CEN: new Map(), PER: new Map() };
const NO_SENSORS: ScanProgress['sensors'] = { CEN: new Map(), PER: new Map() };

/** Movement above which a frame is marked, millimetres. */
export const MOVEMENT_LIMIT_MM = 3;

/** A scan as the server knows it, before the device has said anything. */
export function progressOf(scan: Scan): ScanProgress {
  return {
    scanId: scan.id,
    studyId: scan.studyId,
    side: scan.laterality.id,
    protocol: scan.protocol,
    epoch: scan.epoch,
    phase: phaseOf(scan, null),
    sweeps: NO_FRAMES,
    sensors: NO_SENSORS,
    framesTotal: 2 * clockAnglesOf(scan.protocol).length,
    secondsLeft: null,
    latest: null,
    errorCode: null,
    lastAck: null,
    reportedError: 'NoError',
  };
}

function phaseOf(scan: Scan, status: DeviceStatus | null): ScanPhase {
  if (scan.scanState === 'C') return 'completed';
  if (status?.scanId === scan.id && status.state === 'scanning') return 'recording';
  if (status?.scanId === scan.id && status.state === 'paused') return 'paused';
  return scan.scanState === 'N' ? 'not-started' : 'interrupted';
}

export function framesStored({ sweeps }: ScanProgress): number {
  return sweeps.CEN.size + sweeps.PER.size;
}

/** Frames that each sweep of the protocol has. */
export function framesPerSweep({ protocol }: Pick<ScanProgress, 'protocol'>): number {
  return clockAnglesOf(protocol).length;
}

export function isRunning({ phase }: Pick<ScanProgress, 'phase'>): boolean {
  return phase === 'recording' || phase === 'paused';
}

function atEpoch(progress: ScanProgress, epoch: number): ScanProgress {
  if (epoch <= progress.epoch) return progress;
  // A new attempt: nothing of the one before belongs to it.
  return {
    ...progress,
    epoch,
    sweeps: NO_FRAMES,
    sensors: NO_SENSORS,
    secondsLeft: null,
    latest: null,
    errorCode: null,
    lastAck: null,
  };
}

function withAngles(
  progress: ScanProgress,
  angles: readonly RecordedAngle[],
): Pick<ScanProgress, 'sweeps' | 'sensors'> {
  const { sweeps, sensors } = progress;
  const next = {
    sweeps: { CEN: new Map(sweeps.CEN), PER: new Map(sweeps.PER) },
    sensors: { CEN: new Map(sensors.CEN), PER: new Map(sensors.PER) },
  };
  for (const { sweep, frameIdx, clockDeg, sensors: frameSensors } of angles) {
    next.sweeps[sweep].set(frameIdx, clockDeg);
    if (frameSensors !== undefined) next.sensors[sweep].set(frameIdx, frameSensors);
  }
  return next;
}

/** Stored frames of a sweep during which the patient moved too much. */
export function framesMoved({ sensors }: ScanProgress, sweep: SweepName): readonly number[] {
  return [...sensors[sweep]].flatMap(([frameIdx, { movementMm }]) =>
    (movementMm ?? 0) > MOVEMENT_LIMIT_MM ? [frameIdx] : [],
  );
}

/** A frame was stored. One of an older attempt changes nothing; a late one is no new picture. */
export function applyTicks(progress: ScanProgress, ticks: readonly ImageTick[]): ScanProgress {
  let next = progress;
  for (const tick of ticks) {
    if (tick.scanId !== next.scanId || tick.epoch < next.epoch) continue;
    const isNextAttempt = tick.epoch > next.epoch;
    next = atEpoch(next, tick.epoch);
    if (!isNewer(tick, next.latest)) continue;
    const { framesTotal, secondsLeft } = tick;
    // A frame after the last word of the device: it records, though its 'Started' was not heard.
    const isRecording =
      ((next.phase === 'interrupted' || next.phase === 'failed') && isNewer(tick, next.lastAck)) ||
      (next.phase === 'starting' && (isNextAttempt || isNewer(tick, next.lastAck)));
    const phase = isRecording ? 'recording' : next.phase;
    next = { ...next, phase, latest: tick, framesTotal, secondsLeft };
  }
  const angles = ticks.filter((tick) => tick.scanId === next.scanId && tick.epoch === next.epoch);
  if (angles.length === 0) return next;
  return { ...next, ...withAngles(next, angles) };
}

const PHASE_AFTER: Readonly<Record<Acknowledgement, ScanPhase>> = {
  Started: 'recording',
  Restarted: 'recording',
  Paused: 'paused',
  Resumed: 'recording',
  Stopped: 'interrupted',
  Completed: 'completed',
  Failed: 'failed',
};

/** The device acknowledges. Duplicates and late ones change nothing. */
export function applyAcknowledgement(
  progress: ScanProgress,
  name: Acknowledgement,
  ack: AcknowledgementMessage,
): ScanProgress {
  if (ack.scanId !== progress.scanId || ack.epoch < progress.epoch) return progress;
  const current = atEpoch(progress, ack.epoch);
  if (!isNewer(ack, current.lastAck)) return progress;
  const failedUnnamed = name === 'Failed' && ack.errorCode === 'NoError';
  const errorCode = failedUnnamed
    ? 'UnknownError'
    : ack.errorCode === 'NoError'
      ? null
      : ack.errorCode;
  const { framesTotal } = name === 'Failed' ? current : ack;
  const { epoch, seq } = ack;
  const phase = PHASE_AFTER[name];
  // The status repeats the error of an acknowledgement: it is no news then.
  const reportedError = errorCode ?? 'NoError';
  return { ...current, phase, errorCode, reportedError, framesTotal, lastAck: { epoch, seq } };
}

/** The retained status: tells of a device that vanished or stopped by itself. */
export function applyStatus(progress: ScanProgress, status: DeviceStatus): ScanProgress {
  if (progress.phase === 'completed') return progress;
  if (status.state === 'offline') {
    if (!isRunning(progress) && progress.phase !== 'starting') return progress;
    return { ...progress, phase: 'interrupted', errorCode: 'ScanServiceNotAvailable' };
  }
  if (status.scanId !== progress.scanId || status.epoch < progress.epoch) return progress;
  return applyScanning(progress, status);
}

function applyScanning(progress: ScanProgress, status: DeviceStatus): ScanProgress {
  const reportedError = status.errorCode;
  const isNewError = reportedError !== 'NoError' && reportedError !== progress.reportedError;
  const errorCode = isNewError ? reportedError : progress.errorCode;
  // Only what was learnt without the device (a reload in the middle) is decided by the status.
  const isInterrupted = progress.phase === 'interrupted';
  const phase =
    isInterrupted && status.state === 'scanning'
      ? 'recording'
      : isInterrupted && status.state === 'paused'
        ? 'paused'
        : progress.phase;
  const unchanged =
    phase === progress.phase &&
    errorCode === progress.errorCode &&
    reportedError === progress.reportedError;
  return unchanged ? progress : { ...progress, phase, errorCode, reportedError };
}

/** The truth by REST: the scan's row and its stored frames. */
export function applyServerState(
  progress: ScanProgress,
  scan: Scan,
  stored: readonly (RecordedAngle & { readonly epoch: number })[],
  status: DeviceStatus | null,
): ScanProgress {
  const current = atEpoch(progress, scan.epoch);
  const angles = stored.filter((frame) => frame.epoch === current.epoch);
  const retainsError = current.phase === 'failed' && scan.scanState === 'I';
  const isWaiting = current.phase === 'starting' && scan.scanState !== 'C';
  // Read before the attempt began of which the device has spoken meanwhile.
  const isOlder = scan.epoch < current.epoch && scan.scanState !== 'C';
  // Read before the device said that all is stored: only another attempt undoes that.
  const wasComplete = progress.phase === 'completed' && scan.epoch <= progress.epoch;
  const keepsPhase = retainsError || isWaiting || isOlder || wasComplete;
  const phase = keepsPhase ? current.phase : phaseOf(scan, status);
  return { ...current, phase, ...withAngles(current, angles) };
}

/** Which sweep runs now: the one of the newest frame; null before the first. */
export function currentSweep({ latest }: ScanProgress): SweepName | null {
  return latest?.sweep ?? null;
}

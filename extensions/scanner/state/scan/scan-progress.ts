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
 * Phase of a scan: `starting` waits for an acknowledgement of the device; `interrupted` has frames,
 * but is not recorded; `failed` shows an error.
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
  /** Absent if the device had no sensors. */
  readonly sensors?: FrameSensors | undefined;
}

/** Progress of a scan: combines the device's messages with the server's data. */
export interface ScanProgress {
  readonly scanId: string;
  readonly studyId: string;
  /** The device that records the scan; null if the scan names none. */
  readonly deviceId: string | null;
  readonly side: ScanSide;
  readonly protocol: ScanProtocol;
  /** Number of the attempt. */
  readonly epoch: number;
  readonly phase: ScanPhase;
  /** Clock angles of stored frames by frame index. */
  readonly sweeps: Readonly<Record<SweepName, ReadonlyMap<number, number>>>;
  /** Sensor values of stored frames by frame index. */
  readonly sensors: Readonly<Record<SweepName, ReadonlyMap<number, FrameSensors>>>;
  /** Number of frames of the protocol in both sweeps. */
  readonly framesTotal: number;
  /** Estimate of the device; null until enough frames show the pace. */
  readonly secondsLeft: number | null;
  /** Tick of the newest frame; null before the first frame. */
  readonly latest: ImageTick | null;
  /** Error to show; null if none. */
  readonly errorCode: Exclude<ScanErrorCode, 'NoError'> | null;
  /** Epoch and sequence number of the newest acknowledgement; null before the first. */
  readonly lastAck: NewerThan | null;
  /** Last error of the status; each error is raised once, not with every status. */
  readonly reportedError: ScanErrorCode;
}

const NO_FRAMES: ScanProgress['sweeps'] = { CEN: new Map(), PER: new Map() };
const NO_SENSORS: ScanProgress['sensors'] = { CEN: new Map(), PER: new Map() };

/** Movement in mm above which a frame is marked. */
export const MOVEMENT_LIMIT_MM = 3;

/** Returns the progress of a scan as stored on the server, before any message of the device. */
export function progressOf(scan: Scan): ScanProgress {
  return {
    scanId: scan.id,
    studyId: scan.studyId,
    deviceId: scan.deviceId,
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

/** Returns the progress with side and protocol of the scan, which a correction can change. */
export function withScan(
  progress: ScanProgress,
  { laterality, protocol }: Pick<Scan, 'laterality' | 'protocol'>,
): ScanProgress {
  if (progress.side === laterality.id && progress.protocol === protocol) return progress;
  const framesTotal = 2 * clockAnglesOf(protocol).length;
  return { ...progress, side: laterality.id, protocol, framesTotal };
}

function phaseOf(scan: Scan, status: DeviceStatus | null): ScanPhase {
  if (scan.scanState === 'C') return 'completed';
  if (status?.scanId === scan.id && status.state === 'scanning') return 'recording';
  if (status?.scanId === scan.id && status.state === 'paused') return 'paused';
  return scan.scanState === 'N' ? 'not-started' : 'interrupted';
}

/** Returns the number of stored frames in both sweeps. */
export function framesStored({ sweeps }: ScanProgress): number {
  return sweeps.CEN.size + sweeps.PER.size;
}

/** Returns the number of frames per sweep of the protocol. */
export function framesPerSweep({ protocol }: Pick<ScanProgress, 'protocol'>): number {
  return clockAnglesOf(protocol).length;
}

/** Returns whether the device works on the scan, also in a pause. */
export function isRunning({ phase }: Pick<ScanProgress, 'phase'>): boolean {
  return phase === 'recording' || phase === 'paused';
}

/** Returns the progress of an attempt; empty if the attempt is newer than the shown attempt. */
function atEpoch(progress: ScanProgress, epoch: number): ScanProgress {
  if (epoch <= progress.epoch) return progress;
  // A new attempt shares no data with the prior attempt.
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

/** Adds stored frames. */
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

/** Returns the stored frames of a sweep with movement above the limit. */
export function framesMoved({ sensors }: ScanProgress, sweep: SweepName): readonly number[] {
  return [...sensors[sweep]].flatMap(([frameIdx, { movementMm }]) =>
    (movementMm ?? 0) > MOVEMENT_LIMIT_MM ? [frameIdx] : [],
  );
}

/**
 * Applies image ticks. Ignores ticks of older attempts; a late tick adds its angle but does not
 * replace the newest image.
 */
export function applyTicks(progress: ScanProgress, ticks: readonly ImageTick[]): ScanProgress {
  let next = progress;
  for (const tick of ticks) {
    if (tick.scanId !== next.scanId || tick.epoch < next.epoch) continue;
    const isNextAttempt = tick.epoch > next.epoch;
    next = atEpoch(next, tick.epoch);
    if (!isNewer(tick, next.latest)) continue;
    const { framesTotal, secondsLeft } = tick;
    // A frame newer than the last acknowledgement proves that the device is recording, even if
    // 'Started' was lost.
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

/** Returns the error of an acknowledgement; a failure without a code is an unknown error. */
function errorOfAcknowledgement(
  name: Acknowledgement,
  { errorCode }: AcknowledgementMessage,
): ScanProgress['errorCode'] {
  if (errorCode !== 'NoError') return errorCode;
  return name === 'Failed' ? 'UnknownError' : null;
}

/** Applies an acknowledgement; ignores duplicates and late messages. */
export function applyAcknowledgement(
  progress: ScanProgress,
  name: Acknowledgement,
  ack: AcknowledgementMessage,
): ScanProgress {
  if (ack.scanId !== progress.scanId || ack.epoch < progress.epoch) return progress;
  const current = atEpoch(progress, ack.epoch);
  if (!isNewer(ack, current.lastAck)) return progress;
  const errorCode = errorOfAcknowledgement(name, ack);
  const { framesTotal } = name === 'Failed' ? current : ack;
  const { epoch, seq } = ack;
  const phase = PHASE_AFTER[name];
  // The status repeats the error of an acknowledgement, which must not be raised twice.
  const reportedError = errorCode ?? 'NoError';
  return { ...current, phase, errorCode, reportedError, framesTotal, lastAck: { epoch, seq } };
}

/** Applies the retained status, which reports a device that disconnected or stopped by itself. */
export function applyStatus(progress: ScanProgress, status: DeviceStatus): ScanProgress {
  if (progress.phase === 'completed') return progress;
  if (status.state === 'offline') {
    if (!isRunning(progress) && progress.phase !== 'starting') return progress;
    return { ...progress, phase: 'interrupted', errorCode: 'ScanServiceNotAvailable' };
  }
  if (status.scanId !== progress.scanId || status.epoch < progress.epoch) return progress;
  return applyScanStatus(progress, status);
}

/**
 * Returns the phase after a status. Changes only `interrupted`, the phase that a page derives from
 * the server if it is loaded during a scan; acknowledgements decide all others.
 */
function phaseAfterStatus(phase: ScanPhase, { state }: DeviceStatus): ScanPhase {
  if (phase !== 'interrupted') return phase;
  if (state === 'scanning') return 'recording';
  return state === 'paused' ? 'paused' : phase;
}

/** Applies a status that names the shown scan. */
function applyScanStatus(progress: ScanProgress, status: DeviceStatus): ScanProgress {
  const reportedError = status.errorCode;
  const isNewError = reportedError !== 'NoError' && reportedError !== progress.reportedError;
  const errorCode = isNewError ? reportedError : progress.errorCode;
  const phase = phaseAfterStatus(progress.phase, status);
  const unchanged =
    phase === progress.phase &&
    errorCode === progress.errorCode &&
    reportedError === progress.reportedError;
  return unchanged ? progress : { ...progress, phase, errorCode, reportedError };
}

/** Applies the server state read over REST: the scan's row and its stored frames. */
export function applyServerState(
  progress: ScanProgress,
  scan: Scan,
  stored: readonly (RecordedAngle & { readonly epoch: number })[],
  status: DeviceStatus | null,
): ScanProgress {
  const current = withScan(atEpoch(progress, scan.epoch), scan);
  const angles = stored.filter((frame) => frame.epoch === current.epoch);
  const retainsError = current.phase === 'failed' && scan.scanState === 'I';
  const isWaiting = current.phase === 'starting' && scan.scanState !== 'C';
  // The row was read before the current attempt started, whose messages have already arrived.
  const isOlder = scan.epoch < current.epoch && scan.scanState !== 'C';
  // The row was read before the device reported completion, which only a new attempt can undo.
  const wasComplete = progress.phase === 'completed' && scan.epoch <= progress.epoch;
  const keepsPhase = retainsError || isWaiting || isOlder || wasComplete;
  const phase = keepsPhase ? current.phase : phaseOf(scan, status);
  return { ...current, phase, ...withAngles(current, angles) };
}

/** Returns the sweep of the newest frame; null before the first frame. */
export function currentSweep({ latest }: ScanProgress): SweepName | null {
  return latest?.sweep ?? null;
}

import { retryCall } from '#api-client';
import { routes, type ScanErrorCode, type StartScan } from '#contracts';
import { newId } from '#foundation';
import { frameCount } from '../../model/index.ts';
import { prepare } from '../driver/preparation.ts';
import type { ScanWarning } from '../driver/scanner-driver.ts';
import { type RecordingEnd, recordScan, type StoredFrame } from '../recording/record-scan.ts';
import { storedCount } from '../recording/stored-attempt.ts';
import { failureDetail } from '../server/device-api.ts';
import { moveToCompleted, moveToStarted, type ScanTarget } from '../server/scan-state.ts';
import type { Attempt } from './attempt.ts';
import { type AttemptPlan, freshPlan, resumedPlan } from './attempt-plan.ts';
import type { ServiceContext } from './service-context.ts';

const retryMsOf = ({ settings }: ServiceContext): number => settings.retrySeconds * 1000;

/** Runs an attempt from its command to its last acknowledgement. */
export async function runAttempt(
  context: ServiceContext,
  attempt: Attempt,
  start: StartScan,
): Promise<void> {
  const { signal } = attempt.abort;
  if (start.resume) context.publisher.resumeSequence(attempt, Date.now());
  const plan = start.resume ? await resumedPlan(context, start, signal) : freshPlan(context, start);
  if (signal.aborted) {
    endStopped(context, attempt);
    return;
  }
  if (!plan.ok) {
    failAttempt(context, attempt, plan.problem.errorCode, plan.problem.detail, start.id);
    return;
  }
  const { request, stored } = plan.value;
  attempt.framesTotal = frameCount(request.sweeps);
  attempt.framesStored = stored === null ? 0 : storedCount(stored);
  if (!(await ensurePrepared(context, attempt, plan.value, start))) return;
  const target = { scanId: attempt.scanId, epoch: attempt.epoch, side: start.laterality };
  if (stored === null) {
    const { deviceAngle } = context.driver.describe();
    const moved = await moveToStarted(context.api, target, deviceAngle, retryMsOf(context), signal);
    if (!moved.ok) {
      if (signal.aborted) endStopped(context, attempt);
      else failAttempt(context, attempt, 'UnknownError', failureDetail(moved.problem), start.id);
      return;
    }
  }
  if (context.memory?.sweeps !== plan.value.sweeps) context.memory?.sweeps.clear();
  context.memory = { epoch: attempt.epoch, request, sweeps: plan.value.sweeps };
  context.preparedFor = null;
  attempt.time.start();
  context.condition.enter('scanning');
  acknowledge(context, attempt, startAcknowledgement(start), start.id);
  const saving = stored === null ? saveSettings(context, start, signal) : Promise.resolve();
  const end = await record(context, attempt, plan.value);
  await saving;
  await conclude(context, attempt, target, end);
}

function startAcknowledgement({ resume, epoch }: StartScan): 'Started' | 'Restarted' | 'Resumed' {
  if (resume) return 'Resumed';
  return epoch > 1 ? 'Restarted' : 'Started';
}

/**
 * Prepares the device, unless a `PrepareScan` with the same settings has just done so. Returns
 * false if the attempt ended, because the preparation failed or a command stopped it.
 */
async function ensurePrepared(
  context: ServiceContext,
  attempt: Attempt,
  { request }: AttemptPlan,
  start: StartScan,
): Promise<boolean> {
  const { driver, condition, limits } = context;
  const { signal } = attempt.abort;
  if (context.preparedFor !== JSON.stringify(request.settings)) {
    condition.enter('preparing');
    const prepareRequest = { settings: request.settings, cupDepthMm: start.cupDepth };
    const readiness = await prepare(
      driver,
      prepareRequest,
      limits.prepareMs,
      signal,
      () => undefined,
    );
    if (!signal.aborted && readiness.errorCode !== 'NoError') {
      const detail = readiness.detail ?? readiness.failed.map(({ check }) => check).join(', ');
      failAttempt(context, attempt, readiness.errorCode, detail, start.id);
      return false;
    }
  }
  if (!signal.aborted) return true;
  endStopped(context, attempt);
  return false;
}

/** Saves the settings of a scan, which the prescan page offers for the patient's next scan. */
async function saveSettings(
  context: ServiceContext,
  start: StartScan,
  signal: AbortSignal,
): Promise<void> {
  const { api, log } = context;
  const { settings, cupDepth, scanId } = start;
  const body = { id: newId(), ...settings, cupDepth, scanId };
  const saved = await retryCall(
    () => api.call(routes.createDeviceSettings, { body, signal }),
    retryMsOf(context),
    signal,
  );
  // The frames contain the settings too, so a scan neither waits nor fails for this call.
  if (!saved.ok) {
    log.log('warn', 'The settings of a scan could not be saved', {
      detail: failureDetail(saved.problem),
    });
  }
}

function record(
  context: ServiceContext,
  attempt: Attempt,
  plan: AttemptPlan,
): Promise<RecordingEnd> {
  const { driver, api } = context;
  driver.resume();
  return recordScan(
    {
      driver,
      api,
      retryMs: retryMsOf(context),
      onFrame: (frame) => publishFrame(context, attempt, frame),
      onWarning: (warning) => pauseForDecision(context, attempt, warning),
      ...(plan.stored === null ? {} : { stored: plan.stored }),
      sweeps: plan.sweeps,
    },
    plan.request,
    attempt.epoch,
    attempt.abort.signal,
  );
}

/**
 * Publishes the result of the recording; completes the scan on the server if all data are stored.
 */
async function conclude(
  context: ServiceContext,
  attempt: Attempt,
  target: ScanTarget,
  end: RecordingEnd,
): Promise<void> {
  if (end.kind === 'failed') {
    failAttempt(context, attempt, end.errorCode, end.detail, null);
    return;
  }
  if (end.kind === 'stopped') {
    endStopped(context, attempt);
    return;
  }
  // All data are stored, so a stop no longer has an effect.
  const neverAborted = new AbortController().signal;
  const done = await moveToCompleted(context.api, target, retryMsOf(context), neverAborted);
  if (!done.ok) {
    failAttempt(context, attempt, 'ImageSaveFailed', failureDetail(done.problem), null);
    return;
  }
  context.memory?.sweeps.clear();
  context.memory = null;
  context.condition.set('ready');
  acknowledge(context, attempt, 'Completed', null);
}

/**
 * Pauses the array until a command resumes, restarts or stops the scan, because the image may be
 * degraded.
 */
function pauseForDecision(
  context: ServiceContext,
  attempt: Attempt,
  { errorCode, detail }: ScanWarning,
): void {
  const { driver, log, condition } = context;
  log.log('warn', 'The scan is waiting for a decision', {
    scanId: attempt.scanId,
    errorCode,
    detail,
  });
  driver.pause();
  attempt.time.pause();
  condition.enter('paused', errorCode, detail);
  acknowledge(context, attempt, 'Paused', null, errorCode);
}

function publishFrame(context: ServiceContext, attempt: Attempt, frame: StoredFrame): void {
  attempt.framesStored = frame.framesStored;
  attempt.time.addFrame(frame.framesStored);
  const { fileId, sweep, frameIdx, clockDeg, sensors, storagePath } = frame;
  const { framesStored, framesTotal } = frame;
  context.publisher.publishImage(attempt, {
    fileId,
    sweep,
    frameIdx,
    clockDeg,
    sensors,
    framesStored,
    framesTotal,
    secondsLeft: attempt.time.secondsLeft(framesStored, framesTotal),
    meta: { storagePath },
  });
}

/** Publishes an acknowledgement; `commandId` is null if no command caused it. */
export function acknowledge(
  { publisher }: ServiceContext,
  attempt: Attempt,
  acknowledgement: Parameters<ServiceContext['publisher']['acknowledge']>[0],
  commandId: string | null,
  errorCode: ScanErrorCode = 'NoError',
): void {
  const { framesStored, framesTotal } = attempt;
  publisher.acknowledge(acknowledgement, attempt, {
    commandId,
    errorCode,
    framesStored,
    framesTotal,
  });
}

/** Ends an attempt that was stopped, declared failed or superseded. */
function endStopped(context: ServiceContext, attempt: Attempt): void {
  const { declared, stoppedBy, superseded } = attempt;
  if (declared !== null) {
    context.condition.set('error', declared);
    acknowledge(context, attempt, 'Failed', stoppedBy, declared);
    return;
  }
  context.condition.set('ready');
  if (!superseded) acknowledge(context, attempt, 'Stopped', stoppedBy);
}

/** Sets the device to the state error and ends the attempt as failed. */
function failAttempt(
  context: ServiceContext,
  attempt: Attempt,
  code: ScanErrorCode,
  detail: string,
  commandId: string | null,
): void {
  context.log.log('error', 'The scan failed', { scanId: attempt.scanId, code, detail });
  context.condition.set('error', code, detail);
  acknowledge(context, attempt, 'Failed', commandId, code);
}

import { routes, type ScanErrorCode, type StartScan } from '#contracts';
import { newId } from '#foundation';
import { frameCount } from '../../model/index.ts';
import { prepare } from '../driver/preparation.ts';
import type { ScanWarning } from '../driver/scanner-driver.ts';
import { type RecordingEnd, recordScan, type StoredFrame } from '../recording/record-scan.ts';
import { storedCount } from '../recording/stored-attempt.ts';
import { withRetry } from '../server/retry.ts';
import { moveToCompleted, moveToStarted, type ScanTarget } from '../server/scan-state.ts';
import type { Attempt } from './attempt.ts';
import { type AttemptPlan, freshPlan, resumedPlan } from './attempt-plan.ts';
import type { Scene } from './scene.ts';

const retryMsOf = ({ settings }: Scene): number => settings.retrySeconds * 1000;

/** Runs one attempt from its command to its last acknowledgement. */
export async function runAttempt(scene: Scene, attempt: Attempt, start: StartScan): Promise<void> {
  const { signal } = attempt.abort;
  if (start.resume) scene.voice.goesOn(attempt, Date.now());
  const plan = start.resume ? await resumedPlan(scene, start, signal) : freshPlan(scene, start);
  if (signal.aborted) {
    endStopped(scene, attempt);
    return;
  }
  if (!plan.ok) {
    fail(scene, attempt, plan.problem.errorCode, plan.problem.detail, start.id);
    return;
  }
  const { order, stored } = plan.value;
  attempt.framesTotal = frameCount(order.sweeps);
  attempt.framesStored = stored === null ? 0 : storedCount(stored);
  if (!(await makeReady(scene, attempt, plan.value, start))) return;
  const target = { scanId: attempt.scanId, epoch: attempt.epoch, side: start.laterality };
  if (stored === null) {
    const { deviceAngle } = scene.driver.describe();
    const moved = await moveToStarted(scene.api, target, deviceAngle, retryMsOf(scene), signal);
    if (!moved.ok) {
      if (signal.aborted) endStopped(scene, attempt);
      else fail(scene, attempt, 'UnknownError', moved.problem.detail, start.id);
      return;
    }
  }
  if (scene.memory?.sweeps !== plan.value.sweeps) scene.memory?.sweeps.clear();
  scene.memory = { epoch: attempt.epoch, order, sweeps: plan.value.sweeps };
  scene.preparedFor = null;
  attempt.time.start(attempt.framesStored);
  scene.condition.enter('scanning');
  const word = start.resume ? 'Resumed' : attempt.epoch > 1 ? 'Restarted' : 'Started';
  acknowledge(scene, attempt, word, start.id);
  const saving = stored === null ? saveSettings(scene, start, signal) : Promise.resolve();
  const end = await record(scene, attempt, plan.value);
  await saving;
  await conclude(scene, attempt, target, end);
}

/** Brings the device into position, unless a PrepareScan with the same settings just has. */
async function makeReady(
  scene: Scene,
  attempt: Attempt,
  { order }: AttemptPlan,
  start: StartScan,
): Promise<boolean> {
  const { driver, condition, limits } = scene;
  const { signal } = attempt.abort;
  if (scene.preparedFor !== JSON.stringify(order.settings)) {
    condition.enter('preparing');
    const toReady = { settings: order.settings, cupDepthMm: start.cupDepth };
    const ready = await prepare(driver, toReady, limits.prepareMs, signal, () => undefined);
    if (!signal.aborted && ready.errorCode !== 'NoError') {
      const detail = ready.detail ?? ready.failed.map(({ check }) => check).join(', ');
      fail(scene, attempt, ready.errorCode, detail, start.id);
      return false;
    }
  }
  if (!signal.aborted) return true;
  endStopped(scene, attempt);
  return false;
}

/** Keeps the settings of a scan, to be offered for the patient's next one. */
async function saveSettings(scene: Scene, start: StartScan, signal: AbortSignal): Promise<void> {
  const { api, log } = scene;
  const { settings, cupDepth, scanId } = start;
  const body = { id: newId(), ...settings, cupDepth, scanId };
  const saved = await withRetry(
    () => api.call(routes.createDeviceSettings, { body }, signal),
    retryMsOf(scene),
    signal,
  );
  // The frames carry them as well: a scan neither waits nor fails for this.
  if (!saved.ok) {
    log.log('warn', 'The settings of a scan were not saved', { detail: saved.problem.detail });
  }
}

function record(scene: Scene, attempt: Attempt, plan: AttemptPlan): Promise<RecordingEnd> {
  const { driver, api } = scene;
  driver.resume();
  return recordScan(
    {
      driver,
      api,
      retryMs: retryMsOf(scene),
      onFrame: (frame) => tick(scene, attempt, frame),
      onWarning: (warning) => hold(scene, attempt, warning),
      ...(plan.stored === null ? {} : { stored: plan.stored }),
      sweeps: plan.sweeps,
    },
    plan.order,
    attempt.epoch,
    attempt.abort.signal,
  );
}

async function conclude(
  scene: Scene,
  attempt: Attempt,
  target: ScanTarget,
  end: RecordingEnd,
): Promise<void> {
  if (end.kind === 'failed') {
    fail(scene, attempt, end.errorCode, end.detail, null);
    return;
  }
  if (end.kind === 'stopped') {
    endStopped(scene, attempt);
    return;
  }
  // Everything is stored: a stop that comes now is too late.
  const ever = new AbortController().signal;
  const done = await moveToCompleted(scene.api, target, retryMsOf(scene), ever);
  if (!done.ok) {
    fail(scene, attempt, 'ImageSaveFailed', done.problem.detail, null);
    return;
  }
  scene.memory?.sweeps.clear();
  scene.memory = null;
  scene.condition.set('ready');
  acknowledge(scene, attempt, 'Completed', null);
}

/** The image may be spoilt: the array is held until someone goes on, starts again or stops. */
function hold(scene: Scene, attempt: Attempt, { errorCode, detail }: ScanWarning): void {
  const { driver, log, condition } = scene;
  log.log('warn', 'The scan waits for a decision', { scanId: attempt.scanId, errorCode, detail });
  driver.pause();
  attempt.time.pause();
  condition.enter('paused', errorCode, detail);
  acknowledge(scene, attempt, 'Paused', null, errorCode);
}

function tick(scene: Scene, attempt: Attempt, frame: StoredFrame): void {
  attempt.framesStored = frame.framesStored;
  const { fileId, sweep, frameIdx, clockDeg, sensors, storagePath } = frame;
  const { framesStored, framesTotal } = frame;
  scene.voice.image(attempt, {
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

export function acknowledge(
  { voice }: Scene,
  attempt: Attempt,
  word: Parameters<Scene['voice']['acknowledge']>[0],
  commandId: string | null,
  errorCode: ScanErrorCode = 'NoError',
): void {
  const { framesStored, framesTotal } = attempt;
  voice.acknowledge(word, attempt, { commandId, errorCode, framesStored, framesTotal });
}

/** Somebody stopped it, or declared it failed, or another attempt takes its place. */
function endStopped(scene: Scene, attempt: Attempt): void {
  const { declared, stoppedBy, superseded } = attempt;
  if (declared !== null) {
    scene.condition.set('error', declared);
    acknowledge(scene, attempt, 'Failed', stoppedBy, declared);
    return;
  }
  scene.condition.set('ready');
  if (!superseded) acknowledge(scene, attempt, 'Stopped', stoppedBy);
}

function fail(
  scene: Scene,
  attempt: Attempt,
  code: ScanErrorCode,
  detail: string,
  commandId: string | null,
): void {
  scene.log.log('error', 'The scan failed', { scanId: attempt.scanId, code, detail });
  scene.condition.set('error', code, detail);
  acknowledge(scene, attempt, 'Failed', commandId, code);
}

import type { Envelope, PrepareScan } from '#contracts';
import { orderSettings } from './attempts/order-settings.ts';
import type { Scene } from './attempts/scene.ts';
import { checkTransducer, prepare, type Readiness } from './driver/preparation.ts';
import type { CheckResult } from './driver/scanner-driver.ts';

/** Obeys PrepareScan: tells each check, then the result, and remembers what the device is ready for. */
export async function actPrepare(
  scene: Scene,
  command: PrepareScan,
  signal: AbortSignal,
): Promise<void> {
  const { driver, condition, limits } = scene;
  const settings = orderSettings(command.settings);
  if (!settings.ok) {
    const { detail } = settings.problem;
    tellResult(scene, command, { errorCode: 'UnknownError', detail, failed: [] });
    return;
  }
  scene.preparedFor = null;
  condition.enter('preparing');
  const order = { settings: settings.value, cupDepthMm: command.cupDepth };
  const readiness = await prepare(driver, order, limits.prepareMs, signal, (result) =>
    tellCheck(scene, command, result),
  );
  if (readiness.errorCode === 'NoError') scene.preparedFor = JSON.stringify(settings.value);
  endReadiness(scene, readiness, signal);
  tellResult(scene, command, readiness);
}

/** Obeys TransducerCheck. The check `transducer` is told in any case: whoever asked waits for it. */
export async function actCheckTransducer(
  scene: Scene,
  command: Envelope,
  signal: AbortSignal,
): Promise<void> {
  const { driver, condition, limits } = scene;
  let told = false;
  condition.enter('checking');
  const readiness = await checkTransducer(driver, limits.transducerMs, signal, (result) => {
    told ||= result.check === 'transducer';
    tellCheck(scene, command, result);
  });
  endReadiness(scene, readiness, signal);
  if (!told) tellUnknownTransducer(scene, command, readiness.detail);
}

/** Whoever gave it up says what the device does next. */
function endReadiness({ condition }: Scene, readiness: Readiness, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { errorCode, detail } = readiness;
  if (errorCode === 'NoError') condition.enter('ready');
  else condition.enter('error', errorCode, detail ?? undefined);
}

export function tellUnknownTransducer(
  scene: Scene,
  command: Envelope,
  detail: string | null,
): void {
  const outcome = 'Unknown' as const;
  tellCheck(scene, command, { check: 'transducer', outcome, detail, failedElements: [] });
}

function tellCheck({ voice }: Scene, command: Envelope, result: CheckResult): void {
  const { check, outcome, detail, failedElements } = result;
  voice.diagnostic(command, {
    check,
    outcome,
    detail: detail?.slice(0, 160) ?? null,
    commandId: command.id,
    failedElements: failedElements.slice(0, 256),
  });
}

export function tellResult({ voice }: Scene, command: Envelope, readiness: Readiness): void {
  const { errorCode, detail, failed } = readiness;
  voice.prescan(command, {
    commandId: command.id,
    result: errorCode === 'NoError' ? 'Passed' : 'Failed',
    errorCode,
    detail,
    failed: failed.map(({ check, outcome, detail: seen }) => ({ check, outcome, detail: seen })),
  });
}

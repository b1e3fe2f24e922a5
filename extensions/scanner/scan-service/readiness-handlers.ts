import type { Envelope, PrepareScan } from '#contracts';
import { parseDeviceSettings } from './attempts/parse-device-settings.ts';
import type { ServiceContext } from './attempts/service-context.ts';
import { checkTransducer, prepare, type Readiness } from './driver/preparation.ts';
import type { CheckResult } from './driver/scanner-driver.ts';

/**
 * Handles PrepareScan: publishes each check, then the result, and remembers the settings that the
 * device is prepared for.
 */
export async function handlePrepare(
  context: ServiceContext,
  command: PrepareScan,
  signal: AbortSignal,
): Promise<void> {
  const { driver, condition, limits } = context;
  const settings = parseDeviceSettings(command.settings);
  if (!settings.ok) {
    const { detail } = settings.problem;
    publishResult(context, command, { errorCode: 'UnknownError', detail, failed: [] });
    return;
  }
  context.preparedFor = null;
  condition.enter('preparing');
  const request = { settings: settings.value, cupDepthMm: command.cupDepth };
  const readiness = await prepare(driver, request, limits.prepareMs, signal, (result) =>
    publishCheck(context, command, result),
  );
  if (readiness.errorCode === 'NoError') context.preparedFor = JSON.stringify(settings.value);
  applyReadiness(context, readiness, signal);
  publishResult(context, command, readiness);
}

/**
 * Handles TransducerCheck. Always publishes the check `transducer`, because the caller waits for
 * that result.
 */
export async function handleCheckTransducer(
  context: ServiceContext,
  command: Envelope,
  signal: AbortSignal,
): Promise<void> {
  const { driver, condition, limits } = context;
  let isPublished = false;
  condition.enter('checking');
  const readiness = await checkTransducer(driver, limits.transducerMs, signal, (result) => {
    isPublished ||= result.check === 'transducer';
    publishCheck(context, command, result);
  });
  applyReadiness(context, readiness, signal);
  if (!isPublished) publishUnknownTransducer(context, command, readiness.detail);
}

/**
 * Updates the device state; does nothing when aborted, because the aborting command sets the next
 * state.
 */
function applyReadiness(
  { condition }: ServiceContext,
  readiness: Readiness,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const { errorCode, detail } = readiness;
  if (errorCode === 'NoError') condition.enter('ready');
  else condition.enter('error', errorCode, detail ?? undefined);
}

/** Publishes that the transducer could not be tested. */
export function publishUnknownTransducer(
  context: ServiceContext,
  command: Envelope,
  detail: string | null,
): void {
  const outcome = 'Unknown' as const;
  publishCheck(context, command, { check: 'transducer', outcome, detail, failedElements: [] });
}

function publishCheck({ publisher }: ServiceContext, command: Envelope, result: CheckResult): void {
  const { check, outcome, detail, failedElements } = result;
  publisher.publishDiagnostic(command, {
    check,
    outcome,
    detail: detail?.slice(0, 160) ?? null,
    commandId: command.id,
    failedElements: failedElements.slice(0, 256),
  });
}

/** Publishes the result of a preparation. */
export function publishResult(
  { publisher }: ServiceContext,
  command: Envelope,
  readiness: Readiness,
): void {
  const { errorCode, detail, failed } = readiness;
  publisher.publishPrescan(command, {
    commandId: command.id,
    result: errorCode === 'NoError' ? 'Passed' : 'Failed',
    errorCode,
    detail,
    failed: failed.map(({ check, outcome, detail: checkDetail }) => ({
      check,
      outcome,
      detail: checkDetail,
    })),
  });
}

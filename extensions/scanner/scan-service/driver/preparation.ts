import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DIAGNOSTIC_ERRORS, type ScanErrorCode } from '#contracts';
import { messageOf } from '#foundation';
import {
  type CheckResult,
  DriverError,
  type PrepareRequest,
  type ScannerDriver,
} from './scanner-driver.ts';

/** Result of a preparation or a test. */
export interface Readiness {
  /** NoError means that the device is ready. */
  readonly errorCode: ScanErrorCode;
  readonly detail: string | null;
  readonly failed: readonly CheckResult[];
}

/** Minimum free disk space of the machine that runs the scan service. */
const MIN_FREE_BYTES = 256 * 2 ** 20;
const MAX_DETAIL_LENGTH = 160;

/**
 * Prepares the device and reports each check as it ends. `signal` cancels the preparation; after
 * `withinMs` the preparation counts as failed, before the caller's timeout.
 */
export async function prepare(
  driver: ScannerDriver,
  request: PrepareRequest,
  withinMs: number,
  signal: AbortSignal,
  onCheck: (result: CheckResult) => void,
): Promise<Readiness> {
  const disk = await checkDisk();
  onCheck(disk);
  const driverReadiness = await runChecks(
    (stop) => driver.prepare(request, stop),
    withinMs,
    signal,
    onCheck,
  );
  if (disk.outcome !== 'Failed') return driverReadiness;
  return {
    errorCode: DIAGNOSTIC_ERRORS.disk,
    detail: driverReadiness.detail,
    failed: [disk, ...driverReadiness.failed],
  };
}

/** Tests probe and array. */
export function checkTransducer(
  driver: ScannerDriver,
  withinMs: number,
  signal: AbortSignal,
  onCheck: (result: CheckResult) => void,
): Promise<Readiness> {
  return runChecks((stop) => driver.checkTransducer(stop), withinMs, signal, onCheck);
}

async function runChecks(
  start: (signal: AbortSignal) => AsyncIterable<CheckResult>,
  withinMs: number,
  signal: AbortSignal,
  onCheck: (result: CheckResult) => void,
): Promise<Readiness> {
  const timeout = AbortSignal.timeout(withinMs);
  const failed: CheckResult[] = [];
  const ended = (errorCode: ScanErrorCode, detail: string | null): Readiness => ({
    errorCode,
    detail: detail?.slice(0, 300) ?? null,
    failed,
  });
  try {
    for await (const reported of start(AbortSignal.any([signal, timeout]))) {
      const result = { ...reported, detail: reported.detail?.slice(0, MAX_DETAIL_LENGTH) ?? null };
      if (result.outcome === 'Failed') failed.push(result);
      onCheck(result);
    }
  } catch (thrown) {
    return ended(
      thrown instanceof DriverError ? thrown.errorCode : 'UnknownError',
      messageOf(thrown),
    );
  }
  if (signal.aborted) return ended('UnknownError', 'It was cancelled by another command.');
  if (timeout.aborted) return ended('UnknownError', `It took longer than ${withinMs / 1000} s.`);
  const [first] = failed;
  return first === undefined ? ended('NoError', null) : ended(DIAGNOSTIC_ERRORS[first.check], null);
}

async function checkDisk(): Promise<CheckResult> {
  const result = { check: 'disk', failedElements: [] } as const;
  try {
    const { bavail, bsize } = await statfs(tmpdir());
    const outcome = bavail * bsize >= MIN_FREE_BYTES ? 'Passed' : 'Failed';
    return { ...result, outcome, detail: `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free` };
  } catch (thrown) {
    return { ...result, outcome: 'Unknown', detail: messageOf(thrown).slice(0, MAX_DETAIL_LENGTH) };
  }
}

import type { Navigation } from '#core';
import { ok, type Result } from '#foundation';
import { isRunning } from './scan-progress.ts';
import type { ScanRun } from './scan-run.ts';

/** Returns the address of a study; without a scan id, so that the open scan stays open. */
export const studyAddress = (studyId: string): string => `/scan?study=${studyId}`;

/**
 * Handles 'Back To Study' of an error in a scan. Declares the scan failed to a device that still
 * works on the scan, dismisses the error and opens the study; stored frames are kept. Leaves the
 * page in any case; the result is a problem if the device could not be notified.
 */
export async function backToStudy(
  run: Pick<ScanRun, 'store' | 'declareFailed' | 'dismissError'>,
  navigation: Navigation,
  canControl: boolean,
): Promise<Result<void>> {
  const { progress } = run.store.getState();
  if (progress === null) return ok(undefined);
  const { errorCode, studyId } = progress;
  const shouldReport = canControl && errorCode !== null && isRunning(progress);
  const reported = shouldReport ? await run.declareFailed(errorCode) : ok(undefined);
  run.dismissError();
  navigation.go(studyAddress(studyId));
  return reported;
}

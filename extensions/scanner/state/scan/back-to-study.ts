import type { Navigation } from '#core';
import { ok, type Result } from '#foundation';
import { isRunning } from './scan-progress.ts';
import type { ScanRun } from './scan-run.ts';

/** Opens a study without naming a scan: the one that is shown stays. */
export const studyAddress = (studyId: string): string => `/scan?study=${studyId}`;

/**
 * 'Back To Study' of an error in a scan. A device that still works on the scan is told that it has
 * failed; then the error goes, and the study stays with what is stored. The page is left in any
 * case; what is answered is why the device could not be told.
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

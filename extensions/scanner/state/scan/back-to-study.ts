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
  run: Pick<ScanRun, 'store' | 'giveUp' | 'dismissError'>,
  navigation: Navigation,
  maySteer: boolean,
): Promise<Result<void>> {
  const { progress } = run.store.getState();
  if (progress === null) return ok(undefined);
  const { errorCode, studyId } = progress;
  const tells = maySteer && errorCode !== null && isRunning(progress);
  const told = tells ? await run.giveUp(errorCode) : ok(undefined);
  run.dismissError();
  navigation.go(studyAddress(studyId));
  return told;
}

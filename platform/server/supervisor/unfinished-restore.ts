import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, problem, type Result } from '#foundation';

/** Marker file in a data folder during a restore from backup. */
export const UNFINISHED_RESTORE = 'restore-unfinished';

/** Rejects a data folder with an unfinished restore, which would look like an empty site. */
export function rejectUnfinishedRestore(dataFolder: string): Result<void> {
  if (!existsSync(join(dataFolder, UNFINISHED_RESTORE))) return ok(undefined);
  return fail(
    problem(
      'RESTORE_UNFINISHED',
      'The restore of this data folder is incomplete',
      `${join(dataFolder, UNFINISHED_RESTORE)} exists.`,
      'Restore again into an empty folder. This folder can be deleted.',
    ),
  );
}

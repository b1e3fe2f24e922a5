import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, problem, type Result } from '#foundation';

/** Stands in a data folder while it is being made of a backup. */
export const UNFINISHED_RESTORE = 'restore-unfinished';

/** A data folder whose restore did not end would look like an empty clinic. */
export function rejectUnfinishedRestore(dataFolder: string): Result<void> {
  if (!existsSync(join(dataFolder, UNFINISHED_RESTORE))) return ok(undefined);
  return fail(
    problem(
      'RESTORE_UNFINISHED',
      'The restore of this data folder did not end',
      `${join(dataFolder, UNFINISHED_RESTORE)} is there.`,
      'Restore again into an empty folder; this one may be deleted.',
    ),
  );
}

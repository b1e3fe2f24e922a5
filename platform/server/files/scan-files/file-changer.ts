import type { Kysely } from 'kysely';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { affectsLocations, changeAndConvertNipple } from '../../records/scans/convert-nipple.ts';

/** Parts of a call that a file change needs. */
interface ChangingCall {
  readonly principal: CallPrincipal;
  afterCommit(run: () => void): void;
}

/**
 * Runs `change`, which changes files of one scan, in the transaction of a call. If volume or skin
 * change, also converts the nipple to the current volume and publishes the change after the commit.
 */
export type FileChanger = <T>(
  call: ChangingCall,
  db: Kysely<Database>,
  files: readonly Pick<ScanFileRow, 'scanId' | 'fileCategory'>[],
  change: () => Promise<T>,
) => Promise<T>;

export function createFileChanger({ scanChanged }: Pick<ServerDeps, 'scanChanged'>): FileChanger {
  return async ({ principal, afterCommit }, db, files, change) => {
    const { organizationId } = principal;
    const scanId = files[0]?.scanId;
    const categories = files.map(({ fileCategory }) => fileCategory);
    if (scanId === undefined || !affectsLocations(categories)) return change();
    const changedFiles = { organizationId, scanId, categories, principal };
    const changed = await changeAndConvertNipple(db, changedFiles, change);
    if (!(changed instanceof ErrorResponse)) {
      afterCommit(() => scanChanged.emit({ organizationId, scanId, what: 'FILES' }));
    }
    return changed;
  };
}

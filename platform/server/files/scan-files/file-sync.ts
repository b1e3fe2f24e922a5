import type { Kysely } from 'kysely';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { affectsLocations, withVolumeSync } from '../../records/scans/volume-sync.ts';
import type { StoredSkins } from '../rows/stored-skins.ts';

interface SyncedCall {
  readonly principal: CallPrincipal;
  afterCommit(run: () => void): void;
}

/**
 * Changes files of a scan in the transaction of a call. When the volume or skin changes, updates
 * nipple and findings and publishes the scan change after the commit.
 */
export type FileSync = <T>(
  call: SyncedCall,
  db: Kysely<Database>,
  files: readonly Pick<ScanFileRow, 'scanId' | 'fileCategory'>[],
  change: () => Promise<T>,
) => Promise<T>;

export function createFileSync(
  { scanChanged }: Pick<ServerDeps, 'scanChanged'>,
  skins: StoredSkins,
): FileSync {
  return async ({ principal, afterCommit }, db, files, change) => {
    const { organizationId } = principal;
    const scanId = files[0]?.scanId;
    const categories = files.map(({ fileCategory }) => fileCategory);
    if (scanId === undefined || !affectsLocations(categories)) return change();
    const changedFiles = { organizationId, scanId, categories, principal };
    const changed = await withVolumeSync(db, changedFiles, skins, change);
    if (!(changed instanceof ErrorResponse)) {
      afterCommit(() => scanChanged.emit({ organizationId, scanId, what: 'FILES' }));
    }
    return changed;
  };
}

import type { Kysely } from 'kysely';
import type { CallPrincipal } from '../../accounts/principal.ts';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { Refusal } from '../../http/refusal.ts';
import { tellsPlaces, whileVolumeChanges } from '../../records/scans/follow-volume.ts';
import type { ServerParts } from '../../server-parts.ts';
import type { StoredSkins } from '../rows/stored-skins.ts';

interface FollowedCall {
  readonly principal: CallPrincipal;
  afterCommit(run: () => void): void;
}

/**
 * Changes files of one scan in a call's transaction. Where they are its volume or its skin, nipple
 * and findings follow, and those who have the scan open are told once that is durable.
 */
export type FollowFiles = <T>(
  call: FollowedCall,
  db: Kysely<Database>,
  files: readonly Pick<ScanFileRow, 'scanId' | 'fileCategory'>[],
  change: () => Promise<T>,
) => Promise<T>;

export function followFiles(
  { scanChanged }: Pick<ServerParts, 'scanChanged'>,
  skins: StoredSkins,
): FollowFiles {
  return async ({ principal, afterCommit }, db, files, change) => {
    const { organizationId } = principal;
    const scanId = files[0]?.scanId;
    const categories = files.map(({ fileCategory }) => fileCategory);
    if (scanId === undefined || !tellsPlaces(categories)) return change();
    const about = { organizationId, scanId, categories, principal };
    const changed = await whileVolumeChanges(db, about, skins, change);
    if (!(changed instanceof Refusal)) {
      afterCommit(() => scanChanged.emit({ organizationId, scanId, what: 'FILES' }));
    }
    return changed;
  };
}

import type { Kysely } from 'kysely';
import type { SkinSurface } from '#geometry';
import { readNrrd, skinFromNrrd } from '#volume';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { FileStore } from '../../store/index.ts';
import { storedFiles, storedReference } from './scan-file-rows.ts';

/**
 * Maximum number of cached height maps, about 180 kB each; every save of a finding needs the map.
 */
const MAX_CACHED = 32;

/** Reads the skin of a scan from the store; null when missing or unreadable. */
export interface StoredSkins {
  of(db: Kysely<Database>, organizationId: string, scanId: string): Promise<SkinSurface | null>;
}

/** Used by a server without a store; depth is then measured from the transducer face. */
export const NO_SKINS: StoredSkins = { of: async () => null };

export function storedSkins(store: Pick<FileStore, 'read'> | null): StoredSkins {
  if (store === null) return NO_SKINS;
  const cache = new Map<string, SkinSurface | null>();
  return {
    async of(db, organizationId, scanId) {
      const row = await skinFile(db, organizationId, scanId);
      if (row === undefined) return null;
      const cached = cache.get(row.id);
      if (cached !== undefined) return cached;
      const read = await readSkin(store, row);
      // Caches an invalid height map as null, but not a read failure, because that may be
      // temporary.
      if (read === undefined) return null;
      for (const oldest of cache.keys()) {
        if (cache.size < MAX_CACHED) break;
        cache.delete(oldest);
      }
      cache.set(row.id, read);
      return read;
    },
  };
}

/**
 * Reads the stored skin of a scan without caching. Null when the scan has none, or one that is not
 * a height map; undefined when the bytes could not be read.
 */
export async function findSkin(
  store: Pick<FileStore, 'read'>,
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
): Promise<SkinSurface | null | undefined> {
  const row = await skinFile(db, organizationId, scanId);
  return row === undefined ? null : readSkin(store, row);
}

/** Returns the newest height map; the skin's meshes contain no additional information. */
function skinFile(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
): Promise<ScanFileRow | undefined> {
  return storedFiles(db, { organizationId, scanId, fileCategory: 'BREAST_SKIN', role: 'PRIMARY' })
    .where('scanFile.fileExtension', '=', 'nrrd')
    .where('scanFile.quarantinedAt', 'is', null)
    .orderBy('scanFile.storedAt', 'desc')
    .orderBy('scanFile.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Undefined when the bytes could not be read; null when they are not a height map. */
async function readSkin(
  store: Pick<FileStore, 'read'>,
  row: ScanFileRow,
): Promise<SkinSurface | null | undefined> {
  const reference = storedReference(row);
  const bytes = reference === null ? null : await store.read(reference);
  if (bytes === null || !bytes.ok) return undefined;
  const nrrd = await readNrrd(bytes.value);
  const skin = nrrd.ok ? skinFromNrrd(nrrd.value) : nrrd;
  return skin.ok ? skin.value : null;
}

import type { Kysely } from 'kysely';
import type { SkinSurface } from '#geometry';
import { readNrrd, skinFromNrrd } from '#volume';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { FileStore } from '../../store/index.ts';
import { storedFiles, storedReference } from './scan-file-rows.ts';

/** Height maps kept in memory, about 180 kB each: every save of a finding asks for one. */
const MAX_CACHED = 32;

/** Reads the skin of scans out of the store; null where there is none that can be read. */
export interface StoredSkins {
  of(db: Kysely<Database>, organizationId: string, scanId: string): Promise<SkinSurface | null>;
}

/** For a server without a store: depth then counts from the transducer face. */
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
      // What can't be read now may be made good; what is no height map never becomes one.
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
 * The skin of a scan as the store has it now, kept by nobody. Null where it has none, or one that is
 * no height map; undefined where the bytes could not be had.
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

/** The height map stored last; its meshes tell nothing more. */
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

/** Undefined where the bytes could not be had. */
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

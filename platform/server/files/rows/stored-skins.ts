import type { Kysely } from 'kysely';
import type { SkinSurface } from '#geometry';
import { readNrrd, skinFromNrrd } from '#volume';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { FileStore } from '../../store/index.ts';
import { storedFiles, storedReference } from './scan-file-rows.ts';

/**
 * Maximum number of cached height maps, about 180 kB each. They are cached because every read of
 * findings needs the map of the scan.
 */
const MAX_CACHED = 32;

/**
 * Maximum size of a height map, file and unpacked: about ninety times a real one. The server itself
 * reads it, and people can upload any file of this category.
 */
const MAX_SKIN_BYTES = 16 * 1024 ** 2;

/** Skin surfaces in the store, cached in memory. */
export interface StoredSkins {
  /** Returns the skin of a scan; null when missing or unreadable. */
  get(db: Kysely<Database>, organizationId: string, scanId: string): Promise<SkinSurface | null>;
}

/** For a server without a file store: no skins, so depth is measured from the transducer face. */
export const NO_SKINS: StoredSkins = { get: async () => null };

/** Returns the skins of a store, cached by file id, so that a new skin file is used at once. */
export function storedSkins(store: Pick<FileStore, 'read'> | null): StoredSkins {
  if (store === null) return NO_SKINS;
  const cache = new Map<string, SkinSurface | null>();
  return {
    async get(db, organizationId, scanId) {
      const row = await skinFile(db, organizationId, scanId);
      if (row === undefined) return null;
      const cached = cache.get(row.id);
      if (cached !== undefined) return cached;
      const read = await readSkin(store, row);
      // Does not cache a failed read, which may be temporary. An invalid height map is cached as
      // null.
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
 * Returns the newest height map. The skin's meshes are not needed, as they show the same surface.
 */
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

/** Reads a height map; undefined when the bytes can't be read, null when they are no height map. */
async function readSkin(
  store: Pick<FileStore, 'read'>,
  row: ScanFileRow,
): Promise<SkinSurface | null | undefined> {
  const reference = storedReference(row);
  if (reference !== null && reference.byteLength > MAX_SKIN_BYTES) return null;
  const bytes = reference === null ? null : await store.read(reference);
  if (bytes === null || !bytes.ok) return undefined;
  const nrrd = await readNrrd(bytes.value, MAX_SKIN_BYTES);
  const skin = nrrd.ok ? skinFromNrrd(nrrd.value) : nrrd;
  return skin.ok ? skin.value : null;
}

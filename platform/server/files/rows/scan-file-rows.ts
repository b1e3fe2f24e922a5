import { type Kysely, sql } from 'kysely';
import { type FileCategory, type FileRole, fileCategory, type ScanFile } from '#contracts';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import type { StoredReference } from '../../store/index.ts';

/** What a reader may see of a file. By default, all fields except paths on a device's disk. */
export interface RowViewer {
  /** Hides the source recorded in the header of an imported file. */
  readonly blind?: boolean;
  /** Shows paths on a device's disk; for devices only. */
  readonly device?: boolean;
}

export function rowViewerOf({ blind, kind }: Pick<CallPrincipal, 'blind' | 'kind'>): RowViewer {
  return { blind: blind || kind === 'worker', device: kind === 'device' };
}

/** Categories that show findings. Withheld from blind annotators, who see no findings of others. */
export const FINDING_CATEGORIES: readonly FileCategory[] = [
  'FINDING_THUMB',
  'CONTOURS',
  'SEGMENT_MASK',
];

/** Withheld from workers, who read volumes without any identity of the patient. */
const NOT_VOLUMES = fileCategory.codes.filter((code) => code !== 'VOLUME3D');

/** Returns the file categories that a reader must not see. */
export function withheldFiles({
  blind,
  kind,
}: Pick<CallPrincipal, 'blind' | 'kind'>): readonly FileCategory[] {
  if (kind === 'worker') return NOT_VOLUMES;
  return blind ? FINDING_CATEGORIES : [];
}

/** Converts a row to the contract type. */
export function toScanFile(row: ScanFileRow, viewer: RowViewer = {}): ScanFile {
  return {
    id: row.id,
    version: row.version,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    updatedAt: row.updatedAt,
    updatedBy: row.updatedBy,
    scanId: row.scanId,
    fileCategory: { id: row.fileCategory },
    fileName: row.fileName,
    fileExtension: row.fileExtension,
    storagePath: row.storagePath,
    checksum: row.checksum,
    byteLength: row.byteLength,
    encoding: row.encoding,
    encryption: row.encryption,
    role: row.role,
    parentId: row.parentId,
    header: viewer.blind ? withoutSource(row.header) : row.header,
    acquisitionTime: row.acquisitionTime,
    nippleLocationAi: row.nippleLocationAi,
    localHardDiskPath: viewer.device ? row.localHardDiskPath : null,
    quarantinedAt: row.quarantinedAt,
    quarantineReason: row.quarantineReason,
  };
}

function withoutSource(header: ScanFileRow['header']): ScanFileRow['header'] {
  if (header === null) return null;
  const { source: _withheld, ...visible } = header;
  return visible;
}

/**
 * Returns the reference for reading and verifying the bytes of a row; null when no bytes are
 * stored.
 */
export function storedReference(row: ScanFileRow): StoredReference | null {
  if (row.storagePath === null || row.checksum === null || row.byteLength === null) return null;
  return {
    key: row.storagePath,
    sha256: row.checksum,
    byteLength: row.byteLength,
    encoding: row.encoding,
    encryption: row.encryption,
    encryptionKeyId: row.encryptionKeyId,
  };
}

/** Returns the store folder of a category. */
export function categoryFolder(category: FileCategory): string {
  return category.toLowerCase().replaceAll('_', '-');
}

/** Scan of the files, optionally with their category and role. */
export interface FileFilter {
  readonly organizationId: string;
  readonly scanId: string;
  readonly fileCategory?: FileCategory | undefined;
  readonly role?: FileRole | undefined;
}

/**
 * Selects the current files of a scan: stored, not superseded and, for files with an epoch, of the
 * scan's current epoch.
 */
export function storedFiles(db: Kysely<Database>, filter: FileFilter) {
  const { fileCategory, role } = filter;
  return db
    .selectFrom('scanFile')
    .selectAll('scanFile')
    .where('scanFile.organizationId', '=', filter.organizationId)
    .where('scanFile.scanId', '=', filter.scanId)
    .where('scanFile.storagePath', 'is not', null)
    .where('scanFile.supersededAt', 'is', null)
    .where('scanFile.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('scanFile.epoch', 'is', null),
        eb(
          'scanFile.epoch',
          '=',
          eb
            .selectFrom('scan')
            .select('scan.epoch')
            .whereRef('scan.organizationId', '=', 'scanFile.organizationId')
            .whereRef('scan.id', '=', 'scanFile.scanId'),
        ),
      ]),
    )
    .$if(fileCategory !== undefined, (query) =>
      query.where('scanFile.fileCategory', '=', fileCategory as FileCategory),
    )
    .$if(role !== undefined, (query) => query.where('scanFile.role', '=', role as FileRole));
}

/** Returns null for a missing or deleted file. */
export async function scanFileById(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<ScanFileRow | null> {
  const row = await db
    .selectFrom('scanFile')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the number of samples of a file, e.g. the voxels of a pyramid level; 1 without a header.
 */
export function sampleCount(row: ScanFileRow): number {
  const sizes = row.header?.sizes.split(' ').map(Number) ?? [];
  return sizes.reduce((product, size) => product * size, 1);
}

/** Supersedes all current files of these categories of a scan, pyramids and masks included. */
export async function supersede(
  db: Kysely<Database>,
  organizationId: string,
  scanId: string,
  categories: readonly FileCategory[],
): Promise<void> {
  if (categories.length === 0) return;
  await db
    .updateTable('scanFile')
    .set({ supersededAt: sql<string>`clock_timestamp()` })
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .where('fileCategory', 'in', categories)
    .where('supersededAt', 'is', null)
    .execute();
}

import type { FileCategory, FileEncoding, FileHeader, FileRole } from '#contracts';
import type { Instant, Json, StoredColumns } from './common.ts';

/** Tables of this area by name. */
export interface FileTables {
  scanFile: ScanFileTable;
}

export interface ScanFileTable extends StoredColumns {
  scanId: string;
  fileCategory: FileCategory;
  fileName: string;
  fileExtension: string;
  encoding: FileEncoding;
  role: FileRole;
  parentId: string | null;
  header: Json<FileHeader | null>;
  /** The attempt of the scan that a device's file belongs to; null for all others. */
  epoch: number | null;
  acquisitionTime: Instant | null;
  /** Null until the bytes are durable in the store, as are checksum and byteLength. */
  storagePath: string | null;
  checksum: string | null;
  byteLength: number | null;
  storedAt: Instant | null;
  /** Set when a newer file took its place; it then answers no list. */
  supersededAt: Instant | null;
}

import type { Generated } from 'kysely';
import type {
  Encryption,
  FileCategory,
  FileEncoding,
  FileHeader,
  FileRole,
  NippleLocationAi,
  UploadState,
} from '#contracts';
import type { Instant, Json, SoftDeleted, StoredColumns } from './common.ts';

/** Tables of this area by name. */
export interface FileTables {
  scanFile: ScanFileTable;
  upload: UploadTable;
  storeScrub: StoreScrubTable;
  usedDownload: UsedDownloadTable;
  installationSecret: InstallationSecretTable;
}

type Defaulted<T> = Generated<T | null>;

export interface ScanFileTable extends StoredColumns {
  scanId: string;
  fileCategory: FileCategory;
  fileName: string;
  fileExtension: string;
  encoding: FileEncoding;
  /** What was asked for; of stored bytes, what was done. */
  encryption: Generated<Encryption>;
  /** Fingerprint of the key that the bytes are encrypted with. */
  encryptionKeyId: Defaulted<string>;
  role: FileRole;
  parentId: string | null;
  header: Json<FileHeader | null>;
  /** The attempt of the scan that a device's file belongs to; null for all others. */
  epoch: number | null;
  acquisitionTime: Instant | null;
  nippleLocationAi: Generated<NippleLocationAi | null>;
  /** Where the device keeps its own copy; told to devices only. */
  localHardDiskPath: Defaulted<string>;
  /** Null until the bytes are durable in the store, as are checksum and byteLength. */
  storagePath: string | null;
  checksum: string | null;
  byteLength: number | null;
  storedAt: Instant | null;
  /** Set when a newer file took its place; it then answers no list. */
  supersededAt: Instant | null;
  /** Set when the bytes were found missing or damaged; no one is given them then. */
  quarantinedAt: Defaulted<Instant>;
  quarantineReason: Defaulted<string>;
  deletedAt: Defaulted<SoftDeleted['deletedAt'] & string>;
  deletedBy: Defaulted<SoftDeleted['deletedBy'] & string>;
}

export interface UploadTable {
  id: string;
  organizationId: string;
  scanFileId: string;
  byteLength: number | null;
  sha256: string | null;
  state: Generated<UploadState>;
  expiresAt: Instant;
  createdAt: Generated<Instant>;
  createdBy: string | null;
}

export interface StoreScrubTable {
  organizationId: string;
  startedAt: Instant;
  lastFileId: string | null;
  /** When a batch of files was last done: a scrub that stands still may be taken over. */
  movedAt: Instant;
  endedAt: Instant | null;
  checked: Generated<number>;
  missing: Generated<number>;
  corrupt: Generated<number>;
  unreadable: Generated<number>;
  healed: Generated<number>;
}

export interface UsedDownloadTable {
  organizationId: string;
  nonce: string;
  expiresAt: Instant;
}

export interface InstallationSecretTable {
  id: string;
  purpose: string;
  secret: Buffer;
  createdAt: Generated<Instant>;
}

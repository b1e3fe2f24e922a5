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

/** File tables by name. */
export interface FileTables {
  scanFile: ScanFileTable;
  upload: UploadTable;
  storeScrub: StoreScrubTable;
  usedDownload: UsedDownloadTable;
  findingExport: FindingExportTable;
  installationSecret: InstallationSecretTable;
}

/** Nullable column that is optional in inserts. */
type Defaulted<T> = Generated<T | null>;

export interface ScanFileTable extends StoredColumns {
  scanId: string;
  fileCategory: FileCategory;
  fileName: string;
  fileExtension: string;
  encoding: FileEncoding;
  /** Requested encryption; the actual encryption once bytes are stored. */
  encryption: Generated<Encryption>;
  /** Fingerprint of the encryption key. */
  encryptionKeyId: Defaulted<string>;
  role: FileRole;
  parentId: string | null;
  header: Json<FileHeader | null>;
  /** Scan attempt (epoch) of a device's file; null for other files. */
  epoch: number | null;
  acquisitionTime: Instant | null;
  nippleLocationAi: Generated<NippleLocationAi | null>;
  /** Path of the device's own copy; sent only to devices. */
  localHardDiskPath: Defaulted<string>;
  /** Null, like `checksum` and `byteLength`, until the bytes are durable in the store. */
  storagePath: string | null;
  checksum: string | null;
  byteLength: number | null;
  storedAt: Instant | null;
  /** Set when a newer file replaced this file, which then no longer appears in lists. */
  supersededAt: Instant | null;
  /** Set when the bytes were found missing or damaged; such files are not served. */
  quarantinedAt: Defaulted<Instant>;
  quarantineReason: Defaulted<string>;
  deletedAt: Defaulted<SoftDeleted['deletedAt'] & string>;
  deletedBy: Defaulted<SoftDeleted['deletedBy'] & string>;
}

/** Upload in chunks of a registered file. */
export interface UploadTable {
  id: string;
  organizationId: string;
  scanFileId: string;
  /** Declared size of the whole file; null until the commit if not declared at the start. */
  byteLength: number | null;
  /** Declared SHA-256 of the whole file, lower-case hex; null like `byteLength`. */
  sha256: string | null;
  state: Generated<UploadState>;
  expiresAt: Instant;
  createdAt: Generated<Instant>;
  createdBy: string | null;
}

/** Progress of the check of all stored files of an organization (see `scrubStore`). */
export interface StoreScrubTable {
  organizationId: string;
  startedAt: Instant;
  /** Last checked file, in the order of ids; null at the start. */
  lastFileId: string | null;
  /** Time of the last completed batch; another process may take over a stalled scrub. */
  movedAt: Instant;
  endedAt: Instant | null;
  checked: Generated<number>;
  missing: Generated<number>;
  corrupt: Generated<number>;
  unreadable: Generated<number>;
  healed: Generated<number>;
}

/** Single-use download token that has been used; kept until the token expires. */
export interface UsedDownloadTable {
  organizationId: string;
  nonce: string;
  expiresAt: Instant;
}

/** Findings of an export, for its download address; kept until the address expires. */
export interface FindingExportTable {
  organizationId: string;
  id: string;
  findingIds: string[];
  format: 'CSV' | 'JSON';
  expiresAt: Instant;
}

/** Secret that the processes of an installation share. */
export interface InstallationSecretTable {
  id: string;
  purpose: string;
  secret: Buffer;
  createdAt: Generated<Instant>;
}

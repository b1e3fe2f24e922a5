import type { Generated, JSONColumnType } from 'kysely';
import type {
  AttachmentType,
  CloudSyncJobType,
  CloudSyncStatus,
  CronJobType,
  Encryption,
  Laterality,
  Recurrence,
  ReportContent,
  ReportState,
  SwitchKind,
  UploadStatus,
} from '#contracts';
import type { Instant, Json, SoftDeleted, StoredColumns } from './common.ts';

/** Tables of settings, reports, attachments, preferences and scheduled work by name. */
export interface OperationTables {
  activationCode: ActivationCodeTable;
  cloudSyncJob: CloudSyncJobTable;
  cronJob: CronJobTable;
  cronRun: CronRunTable;
  externalLog: ExternalLogTable;
  organizationSwitch: OrganizationSwitchTable;
  patientAttachment: PatientAttachmentTable;
  patientAttachmentFile: PatientAttachmentFileTable;
  report: ReportTable;
  userPreference: UserPreferenceTable;
}

export interface ReportTable extends StoredColumns, SoftDeleted {
  studyId: string;
  patientId: string;
  /** Running number of the version in its study. */
  number: number;
  state: ReportState;
  parentId: string | null;
  content: JSONColumnType<ReportContent, string, string>;
  addendumText: string | null;
  preliminaryAt: Instant | null;
  preliminaryBy: string | null;
  signedAt: Instant | null;
  signedBy: string | null;
  /** All that was signed, as it was then; null before. */
  frozen: Json<object | null>;
  /** SHA-256 of `frozen` in its canonical form, lower-case hex. */
  contentHash: string | null;
}

export interface ActivationCodeTable {
  id: string;
  organizationId: string;
  /** SHA-256 of the code in upper case; the code itself is never stored. */
  codeHash: Buffer;
  createdAt: Generated<Instant>;
  expiresAt: Instant;
  usedAt: Instant | null;
  usedHost: string | null;
}

/** What an administrator switched for the organization; nothing is here for the rest. */
export interface OrganizationSwitchTable {
  organizationId: string;
  kind: SwitchKind;
  /** Id of the extension or the mode. */
  name: string;
  enabled: boolean;
  changedAt: Generated<Instant>;
  changedBy: string | null;
}

export interface CronJobTable extends StoredColumns, SoftDeleted {
  cronJobType: CronJobType;
  recurrence: Recurrence;
  /** HH:MM in the site's time zone. */
  timeOfDay: string;
  /** yyyy-mm-dd. */
  startDate: string;
  enabled: boolean;
  /** Null while it is switched off. */
  nextRunAt: Instant | null;
}

export interface CronRunTable {
  id: string;
  organizationId: string;
  cronJobId: string;
  /** The moment it was for; one run for each. */
  dueAt: Instant;
  startedAt: Instant;
  endedAt: Instant | null;
  status: 'COMPLETED' | 'FAILED';
  message: string;
}

export interface CloudSyncJobTable extends StoredColumns {
  title: string;
  jobType: CloudSyncJobType;
  status: CloudSyncStatus;
  patientId: string | null;
  message: string | null;
  startedAt: Instant | null;
  endedAt: Instant | null;
}

export interface PatientAttachmentTable extends StoredColumns, SoftDeleted {
  patientId: string;
  documentDate: string | null;
  lateralityCode: Laterality | null;
  patientAttachmentTypeCode: AttachmentType;
  uploadStatus: Generated<UploadStatus>;
}

export interface PatientAttachmentFileTable {
  organizationId: string;
  attachmentId: string;
  fileName: string;
  /** Place in the list in which the files were announced. */
  position: number;
  /** Lower-case hex SHA-256 that was announced; the bytes have it. */
  checksum: string;
  /** Null until the bytes are durable in the store. */
  storagePath: string | null;
  byteLength: number | null;
  encryption: Generated<Encryption>;
  /** Fingerprint of the key; null for plain bytes. */
  encryptionKeyId: string | null;
  storedAt: Instant | null;
  /** Set while the bytes are known to be missing or damaged. */
  quarantinedAt: Instant | null;
  quarantineReason: string | null;
}

export interface UserPreferenceTable {
  organizationId: string;
  accountId: string;
  prefCode: string;
  value: string;
  updatedAt: Generated<Instant>;
}

/** Errors of browsers, without words that could name a patient; the newest are kept. */
export interface ExternalLogTable {
  id: string;
  organizationId: string;
  at: Generated<Instant>;
  accountId: string | null;
  level: 'error' | 'warn';
  code: string | null;
  message: string;
  stack: string | null;
  page: string | null;
  appVersion: string | null;
}

import type { Generated, JSONColumnType } from 'kysely';
import type {
  AttachmentType,
  ClosureReason,
  CloudSyncJobType,
  CloudSyncStatus,
  CronJobType,
  Encryption,
  FileCategory,
  Laterality,
  OutcomeKind,
  OutcomeResult,
  Recurrence,
  ReportContent,
  ReportState,
  ScanSide,
  SwitchKind,
  UploadStatus,
} from '#contracts';
import type { Instant, Json, SoftDeleted, StoredColumns } from './common.ts';

/** Tables of settings, reports, attachments, preferences and scheduled work by name. */
export interface OperationTables {
  activationCode: ActivationCodeTable;
  addendumRequest: AddendumRequestTable;
  cloudSyncJob: CloudSyncJobTable;
  cronJob: CronJobTable;
  cronRun: CronRunTable;
  externalLog: ExternalLogTable;
  findingOutcome: FindingOutcomeTable;
  followUpClosure: FollowUpClosureTable;
  organizationSwitch: OrganizationSwitchTable;
  patientAttachment: PatientAttachmentTable;
  patientAttachmentFile: PatientAttachmentFileTable;
  report: ReportTable;
  signedFile: SignedFileTable;
  userPreference: UserPreferenceTable;
}

export interface ReportTable extends StoredColumns, SoftDeleted {
  studyId: string;
  patientId: string;
  /** Version number within the study. */
  number: number;
  state: ReportState;
  parentId: string | null;
  content: JSONColumnType<ReportContent, string, string>;
  addendumText: string | null;
  preliminaryAt: Instant | null;
  preliminaryBy: string | null;
  /**
   * Hash of the images of each scan (`PreliminaryImages`) when the report became preliminary; null
   * before, for addenda, and for reports that became preliminary before the column existed.
   */
  preliminaryImages: Json<readonly PreliminaryImages[] | null>;
  signedAt: Instant | null;
  signedBy: string | null;
  /** Full content at the time of signing; null before. */
  frozen: Json<object | null>;
  /** SHA-256 of `frozen` in canonical form, lower-case hex. */
  contentHash: string | null;
}

/** Images of one scan that a preliminary report describes. */
export interface PreliminaryImages {
  readonly scanId: string;
  /** SHA-256 of the list of the image files with their checksums, lower-case hex. */
  readonly hash: string;
}

/** File on which a signed report is based; rows never change. */
export interface SignedFileTable {
  organizationId: string;
  reportId: string;
  fileId: string;
  scanId: string;
  fileCategory: FileCategory;
  /** SHA-256 of the plain bytes at the signature, lower-case hex. */
  checksum: string;
  /** Size of the plain bytes. */
  byteLength: number;
}

/** Outcome of a finding; only its deletion is written later. */
export interface FindingOutcomeTable {
  organizationId: string;
  id: string;
  findingId: string;
  kind: OutcomeKind;
  result: OutcomeResult;
  /** yyyy-mm-dd. */
  day: string;
  histology: string | null;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  deletedAt: Generated<Instant | null>;
  deletedBy: Generated<string | null>;
  deletionReason: Generated<string | null>;
}

/** Follow-up that a user closed; only its reopening is written later. */
export interface FollowUpClosureTable {
  organizationId: string;
  id: string;
  studyId: string;
  sides: ScanSide[];
  reason: ClosureReason;
  note: string | null;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  deletedAt: Generated<Instant | null>;
  deletedBy: Generated<string | null>;
  deletionReason: Generated<string | null>;
}

/** Request for an addendum to a signed report; only its end is written later. */
export interface AddendumRequestTable {
  organizationId: string;
  id: string;
  reportId: string;
  studyId: string;
  text: string;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  /** Set when a user closes the request; an addendum that is signed later ends it as well. */
  closedAt: Generated<Instant | null>;
  closedBy: Generated<string | null>;
  closeReason: Generated<string | null>;
}

/** Single-use code that activates a host name for the organization. */
export interface ActivationCodeTable {
  id: string;
  organizationId: string;
  /** SHA-256 of the upper-case code; the code itself is never stored. */
  codeHash: Buffer;
  createdAt: Generated<Instant>;
  expiresAt: Instant;
  usedAt: Instant | null;
  usedHost: string | null;
}

/** Override set by an administrator for the organization; no row means the site default. */
export interface OrganizationSwitchTable {
  organizationId: string;
  kind: SwitchKind;
  /** Id of the extension or mode. */
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
  /** Null while disabled. */
  nextRunAt: Instant | null;
}

/** Run of a scheduled job. */
export interface CronRunTable {
  id: string;
  organizationId: string;
  cronJobId: string;
  /** Scheduled time of the run; unique per run. */
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
  /** Index in the list of files when the attachment was registered. */
  position: number;
  /** SHA-256 declared by the sender, lower-case hex; stored bytes always match. */
  checksum: string;
  /** Null until the bytes are durable in the store. */
  storagePath: string | null;
  byteLength: number | null;
  encryption: Generated<Encryption>;
  /** Fingerprint of the encryption key; null for unencrypted bytes. */
  encryptionKeyId: string | null;
  storedAt: Instant | null;
  /** Time when the bytes were found missing or damaged; null for intact files. */
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

/** Browser errors without text that could identify a patient; only the newest rows are kept. */
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

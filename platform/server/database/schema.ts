import type {
  Generated,
  GeneratedAlways,
  Insertable,
  JSONColumnType,
  Selectable,
  Updateable,
} from 'kysely';
import type {
  DeviceAngle,
  FileCategory,
  FileEncoding,
  FileHeader,
  FileRole,
  Generator,
  JobStatus,
  JobType,
  Mark,
  NippleLocation,
  Role,
  ScanProtocol,
  ScanSide,
  ScanState,
} from '#contracts';
import type { Problem } from '#foundation';

/**
 * The tables as queries see them. Names are camelCase here and snake_case in SQL. Instants are
 * ISO 8601 strings with milliseconds, dates are yyyy-mm-dd, bigint is a checked number.
 *
 * Every table carries the organization, and so does every key: a row of another organization
 * can't be named by a foreign key, nor found by an id alone.
 */
export interface Database {
  organization: OrganizationTable;
  account: AccountTable;
  signInFailure: SignInFailureTable;
  device: DeviceTable;
  deviceLease: DeviceLeaseTable;
  sessionToken: SessionTokenTable;
  patient: PatientTable;
  study: StudyTable;
  scan: ScanTable;
  scanFile: ScanFileTable;
  finding: FindingTable;
  findingMark: FindingMarkTable;
  job: JobTable;
  audit: AuditTable;
  idempotency: IdempotencyTable;
}

type Json<T extends object | null> = JSONColumnType<T, string | null, string | null>;
type Instant = string;

interface StoredColumns {
  id: string;
  organizationId: string;
  version: Generated<number>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  updatedAt: Generated<Instant>;
  updatedBy: string | null;
}

interface OrganizationTable {
  id: string;
  name: string;
  /** Host names under which people sign in, lower case. */
  hosts: string[];
  demonstration: Generated<boolean>;
  /** When the demonstration scans were complete; null while they are to be made or resumed. */
  demonstratedAt: Instant | null;
  createdAt: Generated<Instant>;
}

interface AccountTable extends StoredColumns {
  /** Lower case; unique in the organization. */
  email: string;
  /** PHC string of argon2id. */
  passwordHash: string;
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  roles: Role[];
  askedForResetPassword: Generated<boolean>;
  /** Set by an administrator, until one lifts it. */
  lockedAt: Instant | null;
  deletedAt: Instant | null;
}

interface SignInFailureTable {
  organizationId: string;
  email: string;
  failures: number;
  /** Of the newest failure that counted; a lock ends 15 minutes after it. */
  lastAt: Instant;
}

interface DeviceTable extends StoredColumns {
  serialNumber: string;
  model: string;
  activatedAt: Instant | null;
}

/** Sole command of a device. Gone with its session; without use it ends at `until`. */
interface DeviceLeaseTable {
  organizationId: string;
  deviceId: string;
  sessionId: string;
  accountId: string;
  /** The scan that runs under it, once the device has spoken of one. */
  scanId: string | null;
  until: Instant;
}

interface SessionTokenTable {
  id: string;
  organizationId: string;
  /** SHA-256 of the token; the token itself is never stored. */
  tokenHash: Buffer;
  principal: 'human' | 'device' | 'worker';
  accountId: string | null;
  deviceId: string | null;
  createdAt: Generated<Instant>;
  lastUsedAt: Generated<Instant>;
  /** Null for devices and workers, which are replaced at each start. */
  expiresAt: Instant | null;
}

interface PatientTable extends StoredColumns {
  code: string | null;
  firstName: string | null;
  lastName: string;
  birthDate: string | null;
  sex: 'FEMALE' | 'MALE' | null;
  riskScore: number | null;
  deletedAt: Instant | null;
  /** Lower case code and names, computed by the database. */
  searchText: GeneratedAlways<string>;
}

interface StudyTable extends StoredColumns {
  patientId: string;
  accessionNumber: string | null;
  deletedAt: Instant | null;
}

interface ScanTable extends StoredColumns {
  studyId: string;
  patientId: string;
  laterality: ScanSide;
  label: string;
  acquisitionTime: Instant | null;
  scanState: ScanState;
  protocol: ScanProtocol;
  patientPosition: 'SUPINE' | 'STANDING';
  deviceId: string | null;
  deviceAngle: Json<DeviceAngle | null>;
  epoch: Generated<number>;
  orientationConfirmed: boolean;
  origin: 'SCANNED' | 'IMPORTED';
  nippleLocation: Json<NippleLocation | null>;
  /** The highest label a finding of this scan ever had. */
  lastFindingLabel: Generated<number>;
  deletedAt: Instant | null;
}

interface ScanFileTable extends StoredColumns {
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

interface FindingTable extends StoredColumns {
  scanId: string;
  generator: Generator;
  label: number;
  note: string | null;
  massLengthUm: number | null;
  massWidthUm: number | null;
  massHeightUm: number | null;
  clockPositionSec: number | null;
  distanceFromNippleUm: number | null;
  depthUm: number | null;
  deletedAt: Instant | null;
  deletedBy: string | null;
}

interface FindingMarkTable {
  organizationId: string;
  /** The mark's own id, unique in the organization. */
  id: string;
  findingId: string;
  body: JSONColumnType<Mark, string, string>;
}

interface JobTable {
  id: string;
  organizationId: string;
  jobType: JobType;
  entityId: string;
  status: Generated<JobStatus>;
  phase: string | null;
  done: Generated<number>;
  total: Generated<number>;
  attempt: Generated<number>;
  /** Taken from a sequence by each attempt; results are accepted only under the newest. */
  fencingToken: number | null;
  cancelRequested: Generated<boolean>;
  problem: Json<Problem | null>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  startedAt: Instant | null;
  heartbeatAt: Instant | null;
  endedAt: Instant | null;
}

interface AuditTable {
  seq: Generated<number>;
  at: Generated<Instant>;
  organizationId: string | null;
  /** What kind of caller: human, device, worker, system. */
  actorKind: string;
  actorId: string | null;
  /** Name of the route or act, e.g. `updatePatient`. */
  act: string;
  outcome: 'done' | 'refused';
  /** Ids that tell what was touched, e.g. {id, patientId}. Never names or free text. */
  subject: JSONColumnType<Record<string, string>, string, string>;
}

interface IdempotencyTable {
  organizationId: string;
  actorId: string;
  key: string;
  requestHash: Buffer;
  answer: Json<object | null>;
  createdAt: Generated<Instant>;
}

export type AccountRow = Selectable<AccountTable>;
export type PatientRow = Selectable<PatientTable>;
export type StudyRow = Selectable<StudyTable>;
export type ScanRow = Selectable<ScanTable>;
export type ScanFileRow = Selectable<ScanFileTable>;
export type NewScanFileRow = Insertable<ScanFileTable>;
export type FindingRow = Selectable<FindingTable>;
export type JobRow = Selectable<JobTable>;
export type JobRowUpdate = Updateable<JobTable>;
export type DeviceRow = Selectable<DeviceTable>;

import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type {
  DeviceAngle,
  Generator,
  Mark,
  NippleLocation,
  ScanProtocol,
  ScanSide,
  ScanState,
} from '#contracts';
import type { Instant, Json, StoredColumns } from './common.ts';

/** Tables of this area by name. */
export interface RecordTables {
  patient: PatientTable;
  study: StudyTable;
  scan: ScanTable;
  finding: FindingTable;
  findingMark: FindingMarkTable;
}

export interface PatientTable extends StoredColumns {
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

export interface StudyTable extends StoredColumns {
  patientId: string;
  accessionNumber: string | null;
  deletedAt: Instant | null;
}

export interface ScanTable extends StoredColumns {
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

export interface FindingTable extends StoredColumns {
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

export interface FindingMarkTable {
  organizationId: string;
  /** The mark's own id, unique in the organization. */
  id: string;
  findingId: string;
  body: JSONColumnType<Mark, string, string>;
}

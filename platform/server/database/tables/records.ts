import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type {
  AnnotationLabels,
  DeviceAngle,
  Ethnicity,
  Generator,
  ImageAdjustments,
  Mark,
  Menopause,
  NippleLocation,
  NoteSubject,
  Pregnancy,
  RelationType,
  ReportState,
  ReviewVerdict,
  ScanProtocol,
  ScanSide,
  ScanState,
  Smoking,
  StudyPriority,
} from '#contracts';
import type { Instant, Json, SoftDeleted, StoredColumns } from './common.ts';

/** Columns that an insert may leave out. */
type Partially<T> = { [K in keyof T]: Generated<T[K]> };

/** Tables of this area by name. */
export interface RecordTables {
  patient: PatientTable;
  study: StudyTable;
  studyHold: StudyClaimTable;
  studyHoldTab: StudyClaimTabTable;
  studySummary: StudySummaryTable;
  densityRank: DensityRankTable;
  scan: ScanTable;
  unplacedScan: UnplacedScanTable;
  finding: FindingTable;
  findingHidden: FindingHiddenTable;
  findingMark: FindingMarkTable;
  findingRelation: FindingRelationTable;
  note: NoteTable;
  thumbnail: ThumbnailTable;
}

export interface PatientTable extends StoredColumns, Partially<SoftDeleted> {
  code: string | null;
  firstName: string | null;
  lastName: string;
  birthDate: string | null;
  sex: 'FEMALE' | 'MALE' | null;
  ethnicity: Generated<Ethnicity | null>;
  cancerHistory: Generated<string[]>;
  riskScore: number | null;
  /** Code and names as searches compare them, computed by the database. */
  searchText: GeneratedAlways<string>;
  /** Lower case, last name first: what lists sort by. */
  nameKey: GeneratedAlways<string>;
  /** The newest study that is not deleted; written by triggers alone. */
  lastStudyId: GeneratedAlways<string | null>;
  lastStudyAt: GeneratedAlways<Instant | null>;
}

export interface StudyTable extends StoredColumns, Partially<SoftDeleted> {
  patientId: string;
  accessionNumber: string | null;
  indications: Generated<string[]>;
  imagingHistory: Generated<string[]>;
  followUp: Generated<string[]>;
  menopause: Generated<Menopause | null>;
  pregnancy: Generated<Pregnancy | null>;
  smoking: Generated<Smoking | null>;
  /** What blind annotators know the study by, in place of its id and of the patient's. */
  blindAlias: Generated<string>;
  priority: Generated<StudyPriority>;
}

/** Who reads a study. Gone with the last of their tabs; without renewal it ends at `until`. */
export interface StudyClaimTable {
  organizationId: string;
  studyId: string;
  accountId: string;
  since: Instant;
  until: Instant;
}

/** A tab of a browser in which a study is read. Gone with the session. */
export interface StudyClaimTabTable {
  organizationId: string;
  studyId: string;
  sessionId: string;
  /** As the browser names it. */
  tabId: string;
  accountId: string;
  until: Instant;
}

/** What lists show and sort by of a study's reports and scans; written by triggers alone. */
export interface StudySummaryTable {
  organizationId: string;
  studyId: string;
  /** Of the version that the study says; null without one. */
  reportState: GeneratedAlways<ReportState | null>;
  /** 1 FATTY to 4 EXTREME, the highest of its scans. */
  density: GeneratedAlways<number | null>;
  /** Of its newest scan that has begun. */
  acquiredAt: GeneratedAlways<Instant | null>;
  /** C once every scan is completed, N while none has begun, else I. */
  scanState: GeneratedAlways<ScanState>;
  scanCount: GeneratedAlways<number>;
  sides: GeneratedAlways<ScanSide[]>;
}

/** The degree, 1 FATTY to 4 EXTREME, that a code of density counts as; of the site, not of an organization. */
export interface DensityRankTable {
  code: string;
  rank: number;
}

export interface ScanTable extends StoredColumns, Partially<SoftDeleted> {
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
  breastDensity: Generated<string | null>;
  /** Millilitres. */
  breastVolumeSize: Generated<number | null>;
  imageAdjustments: JSONColumnType<ImageAdjustments, string | undefined, string>;
  reviewVerdict: Generated<ReviewVerdict | null>;
  reviewedBy: Generated<string | null>;
  reviewedAt: Generated<Instant | null>;
}

export interface FindingTable extends StoredColumns {
  scanId: string;
  generator: Generator;
  label: number;
  note: string | null;
  noteCreatedBy: Generated<string | null>;
  noteCreatedAt: Generated<Instant | null>;
  recommendations: Generated<string[]>;
  biradsScore: Generated<number | null>;
  isMass: Generated<boolean | null>;
  annotationLabels: JSONColumnType<AnnotationLabels, string | undefined, string>;
  labeledBy: Generated<string | null>;
  labeledAt: Generated<Instant | null>;
  massLengthUm: number | null;
  massWidthUm: number | null;
  massHeightUm: number | null;
  clockPositionSec: number | null;
  distanceFromNippleUm: number | null;
  depthUm: number | null;
  depthReference: Generated<'skin' | 'transducer-face' | null>;
  deletedAt: Instant | null;
  deletedBy: string | null;
}

export interface FindingRelationTable extends StoredColumns {
  autoSegmentFindingId: string;
  userFindingId: string;
  relationType: RelationType;
}

/** A finding that one reader took off their list. */
/** A scan whose findings an earlier version placed, to be placed anew once. */
export interface UnplacedScanTable {
  organizationId: string;
  scanId: string;
}

export interface FindingHiddenTable {
  organizationId: string;
  accountId: string;
  findingId: string;
}

/** Exactly one of the three ids is set. */
export interface NoteTable extends StoredColumns, Partially<SoftDeleted> {
  subject: NoteSubject;
  patientId: string | null;
  studyId: string | null;
  findingId: string | null;
  text: string;
}

/** Small pictures, apart from their rows so that lists never read them. */
export interface ThumbnailTable {
  organizationId: string;
  kind: 'FINDING' | 'NIPPLE';
  /** The finding, or the scan of a nipple. */
  ownerId: string;
  image: Buffer;
}

export interface FindingMarkTable {
  organizationId: string;
  /** The mark's own id, unique in the organization. */
  id: string;
  findingId: string;
  body: JSONColumnType<Mark, string, string>;
}

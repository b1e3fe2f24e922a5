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

/** Makes columns optional in inserts. */
type OptionalOnInsert<T> = { [K in keyof T]: Generated<T[K]> };

/** Record tables by name. */
export interface RecordTables {
  patient: PatientTable;
  study: StudyTable;
  studyClaim: StudyClaimTable;
  studyClaimTab: StudyClaimTabTable;
  studySummary: StudySummaryTable;
  densityRank: DensityRankTable;
  scan: ScanTable;
  finding: FindingTable;
  findingHidden: FindingHiddenTable;
  findingMark: FindingMarkTable;
  findingRelation: FindingRelationTable;
  note: NoteTable;
  thumbnail: ThumbnailTable;
}

export interface PatientTable extends StoredColumns, OptionalOnInsert<SoftDeleted> {
  code: string | null;
  firstName: string | null;
  lastName: string;
  birthDate: string | null;
  sex: 'FEMALE' | 'MALE' | null;
  ethnicity: Generated<Ethnicity | null>;
  cancerHistory: Generated<string[]>;
  riskScore: number | null;
  /** Code and names normalised for search, computed by the database. */
  searchText: GeneratedAlways<string>;
  /** Sort key: lower case, last name first. */
  nameKey: GeneratedAlways<string>;
  /** Newest study that is not deleted; written only by triggers. */
  lastStudyId: GeneratedAlways<string | null>;
  lastStudyAt: GeneratedAlways<Instant | null>;
}

export interface StudyTable extends StoredColumns, OptionalOnInsert<SoftDeleted> {
  patientId: string;
  accessionNumber: string | null;
  indications: Generated<string[]>;
  imagingHistory: Generated<string[]>;
  followUp: Generated<string[]>;
  menopause: Generated<Menopause | null>;
  pregnancy: Generated<Pregnancy | null>;
  smoking: Generated<Smoking | null>;
  /** Id of the study for blind annotators, in place of the study and patient ids. */
  blindAlias: Generated<string>;
  priority: Generated<StudyPriority>;
}

/**
 * Claim on a study for reading. Deleted with the claimant's last tab; expires at `until` without
 * renewal.
 */
export interface StudyClaimTable {
  organizationId: string;
  studyId: string;
  accountId: string;
  since: Instant;
  until: Instant;
}

/** Browser tab that reads a study. Deleted with the session. */
export interface StudyClaimTabTable {
  organizationId: string;
  studyId: string;
  sessionId: string;
  /** Id chosen by the browser. */
  tabId: string;
  accountId: string;
  until: Instant;
}

/**
 * Values that lists show and sort by, from a study's reports and scans; written only by triggers.
 */
export interface StudySummaryTable {
  organizationId: string;
  studyId: string;
  /** State of the current report version; null without a report. */
  reportState: GeneratedAlways<ReportState | null>;
  /** 1 FATTY to 4 EXTREME, the highest of the study's scans. */
  density: GeneratedAlways<number | null>;
  /** Acquisition time of the newest started scan. */
  acquiredAt: GeneratedAlways<Instant | null>;
  /** C when every scan is completed, N when none has started, otherwise I. */
  scanState: GeneratedAlways<ScanState>;
  scanCount: GeneratedAlways<number>;
  sides: GeneratedAlways<ScanSide[]>;
}

/** Rank of a density code, 1 FATTY to 4 EXTREME; site-wide, not per organization. */
export interface DensityRankTable {
  code: string;
  rank: number;
}

export interface ScanTable extends StoredColumns, OptionalOnInsert<SoftDeleted> {
  studyId: string;
  patientId: string;
  laterality: ScanSide;
  /** Side and number within the study, e.g. 'R2'. */
  label: string;
  acquisitionTime: Instant | null;
  scanState: ScanState;
  protocol: ScanProtocol;
  patientPosition: 'SUPINE' | 'STANDING';
  deviceId: string | null;
  deviceAngle: Json<DeviceAngle | null>;
  /** Number of the current attempt; 0 before the first. */
  epoch: Generated<number>;
  orientationConfirmed: boolean;
  origin: 'SCANNED' | 'IMPORTED';
  nippleLocation: Json<NippleLocation | null>;
  /** Highest finding label ever used in this scan. */
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
  /** Number of the finding, unique in its scan and never reused. */
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
  deletedAt: Instant | null;
  deletedBy: string | null;
}

/** Relation of a user finding with the AI finding from which the user made it. */
export interface FindingRelationTable extends StoredColumns {
  autoSegmentFindingId: string;
  userFindingId: string;
  relationType: RelationType;
}

/** Finding that an account has hidden from its list. */
export interface FindingHiddenTable {
  organizationId: string;
  accountId: string;
  findingId: string;
}

/** Note; exactly one of patient, study and finding id is set, according to `subject`. */
export interface NoteTable extends StoredColumns, OptionalOnInsert<SoftDeleted> {
  subject: NoteSubject;
  patientId: string | null;
  studyId: string | null;
  findingId: string | null;
  text: string;
}

/** Thumbnails, in a separate table so that lists never read them. */
export interface ThumbnailTable {
  organizationId: string;
  kind: 'FINDING' | 'NIPPLE';
  /** Id of the finding, or of the scan of a nipple. */
  ownerId: string;
  image: Buffer;
}

export interface FindingMarkTable {
  organizationId: string;
  /** Id of the mark, unique in the organization. */
  id: string;
  findingId: string;
  body: JSONColumnType<Mark, string, string>;
}

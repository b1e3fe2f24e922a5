import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type {
  AiDecision,
  AiRun,
  AnnotationLabels,
  DeviceAngle,
  Ethnicity,
  Generator,
  ImageAdjustments,
  Mark,
  Menopause,
  NippleLocation,
  NoteSubject,
  PalpablePlace,
  Pregnancy,
  RelationType,
  ReportState,
  ReviewVerdict,
  ScanProtocol,
  ScanReview,
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
  scanCorrection: ScanCorrectionTable;
  scanRereading: ScanRereadingTable;
  firstRead: FirstReadTable;
  aiRun: AiRunTable;
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
  palpable: JSONColumnType<readonly PalpablePlace[], string | undefined, string>;
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
  /** Time of the first mark of a reader; null without one. */
  markedAt: GeneratedAlways<Instant | null>;
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
  /** Reason of a disapproval. */
  reviewReason: Generated<string | null>;
  /** Verdict that the current one replaced. */
  formerReview: JSONColumnType<ScanReview | null, string | null | undefined, string | null>;
  /** Null for a scan that is not deleted, or was deleted before reasons were stored. */
  deletionReason: Generated<string | null>;
  /** Side under which the images were recorded; null unless a correction has changed the side. */
  recordedLaterality: Generated<ScanSide | null>;
}

/** Data of a scan that the undo of a correction must not contradict. */
export interface CorrectionState {
  readonly nipple: string | null;
  readonly density: string | null;
  readonly review: string | null;
  /** Hash over ids and versions of all findings. */
  readonly findings: string;
}

/** Correction of a scan: side, position, study and label before and after. */
export interface ScanCorrectionTable {
  organizationId: string;
  id: string;
  scanId: string;
  /** Number within the scan, from 1. */
  number: number;
  reason: string;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  fromLaterality: ScanSide;
  toLaterality: ScanSide;
  fromPosition: 'SUPINE' | 'STANDING';
  toPosition: 'SUPINE' | 'STANDING';
  fromStudyId: string;
  toStudyId: string;
  fromLabel: string;
  toLabel: string;
  /** `recordedLaterality` of the scan before the correction. */
  formerRecordedLaterality: ScanSide | null;
  /** Other data of the scan after the correction, compared before an undo. */
  state: JSONColumnType<CorrectionState, string, never>;
  undoneAt: Generated<Instant | null>;
  undoneBy: Generated<string | null>;
}

/** Request to read a study again, because the side of its scan was corrected. */
export interface ScanRereadingTable {
  organizationId: string;
  id: string;
  scanId: string;
  correctionId: string;
  laterality: ScanSide;
  reason: string;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  confirmedAt: Generated<Instant | null>;
  confirmedBy: Generated<string | null>;
  /** Set when the correction is undone before a reader has confirmed. */
  withdrawnAt: Generated<Instant | null>;
}

/** End of the first read of a study by one reader; never updated. */
export interface FirstReadTable {
  organizationId: string;
  studyId: string;
  accountId: string;
  finishedAt: Generated<Instant>;
}

/** Run of a model on a scan; never updated. */
export interface AiRunTable {
  organizationId: string;
  id: string;
  scanId: string;
  task: AiRun['task'];
  providerId: string;
  generator: AiRun['generator'];
  model: JSONColumnType<AiRun['model'], string, never>;
  volumeFileId: string | null;
  imageFileId: string | null;
  jobId: string | null;
  messages: JSONColumnType<AiRun['messages'], string, never>;
  dropped: JSONColumnType<AiRun['dropped'], string, never>;
  findingCount: number;
  createdAt: Generated<Instant>;
  createdBy: string | null;
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
  /** Run and score of an AI finding; null for findings without a run. */
  aiRunId: Generated<string | null>;
  aiScore: Generated<number | null>;
  aiDecision: Generated<AiDecision | null>;
  aiDecisionReason: Generated<string | null>;
  aiDecidedBy: Generated<string | null>;
  aiDecidedAt: Generated<Instant | null>;
  /** User finding made by accepting; stays set while an edited copy outlives the decision. */
  aiCopyId: Generated<string | null>;
  /** Reading of a reader study in which the finding was made; such findings are in no report. */
  caseReadingId: Generated<string | null>;
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

import type { Generated, JSONColumnType } from 'kysely';
import type {
  DatasetFilter,
  ReaderStudyArm,
  ReaderStudyDesign,
  ReaderStudyOrder,
  ReaderStudyState,
  ReadingRatings,
  ScanSide,
} from '#contracts';
import type { Instant, Json, StoredColumns } from './common.ts';

/** Tables of reader studies by name. */
export interface ReaderStudyTables {
  readerStudy: ReaderStudyTable;
  caseReading: CaseReadingTable;
}

/** Reader study; only drafts change, except for state and times. */
export interface ReaderStudyTable extends StoredColumns {
  name: string;
  state: Generated<ReaderStudyState>;
  filter: JSONColumnType<DatasetFilter>;
  caseOrder: ReaderStudyOrder;
  design: ReaderStudyDesign;
  arm: ReaderStudyArm;
  washoutDays: number;
  noReturn: boolean;
  /** Decides orders and first arms. */
  seed: number;
  /** Cases in the fixed order. */
  studyIds: string[];
  readerIds: string[];
  openedAt: Generated<Instant | null>;
  closedAt: Generated<Instant | null>;
}

/** Finding of a completed reading as it was at the completion. */
export interface ReadFinding {
  readonly findingId: string;
  readonly scanId: string;
  readonly laterality: ScanSide;
  readonly label: number;
  readonly suspicion: number;
  /** Centre in LPS millimetres; null without marks. */
  readonly centreMm: readonly [number, number, number] | null;
  /** Centre from the nipple in LPS millimetres; null without marks or nipple. */
  readonly fromNippleMm: readonly [number, number, number] | null;
  readonly diameterMm: number | null;
}

/** Reading of one case by one reader in one session. */
export interface CaseReadingTable {
  organizationId: string;
  id: string;
  readerStudyId: string;
  readerId: string;
  /** Study of the case. */
  studyId: string;
  session: number;
  /** Position in the order of the reader, from 1. */
  position: number;
  arm: ReaderStudyArm;
  startedAt: Generated<Instant>;
  /** Time of the last report of active time. */
  reportedAt: Generated<Instant>;
  activeMs: Generated<number>;
  /** Null while the case is open. */
  endedAt: Generated<Instant | null>;
  /** Time of the last completion; stays while the case is open again. */
  completedAt: Generated<Instant | null>;
  /** Time at which the reader left a case that can't be opened again. */
  skippedAt: Generated<Instant | null>;
  /** Null, like the findings, before the first completion. */
  ratings: Json<ReadingRatings | null>;
  findings: Json<readonly ReadFinding[] | null>;
}

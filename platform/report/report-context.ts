import type { Finding, HardCodedList, Patient, ReportContent, ReportSide } from '#contracts';

export type Side = 'L' | 'R';

/** Effective lists of the site by id. */
export type ReportLists = ReadonlyMap<string, HardCodedList>;

/** A completed scan of the study. */
export interface ReportScan {
  readonly id: string;
  readonly side: Side;
  /** 'R', or 'R2' for the second scan of the same side in the study. */
  readonly name: string;
  /** Instant of the acquisition, ISO 8601; null if the file states none. */
  readonly acquiredAt: string | null;
  /** Whether the nipple is set, and whether a reader set or confirmed it. */
  readonly nipple: 'missing' | 'unconfirmed' | 'confirmed';
  /** Share of the volume that the reader has seen, 0..1; null if unknown. */
  readonly seen: number | null;
}

/** An earlier study of the patient. */
export interface ReportPrior {
  readonly studyId: string;
  /** Calendar day, YYYY-MM-DD; null if unknown. */
  readonly day: string | null;
  /** Whether the reader has opened it while reading this study; null if unknown. */
  readonly opened: boolean | null;
}

/** A finding of the report with what checks and texts need beside it. */
export interface ReportFinding {
  readonly finding: Finding;
  readonly side: Side;
  /** Finding of the prior that comparison links to this one; null without a link. */
  readonly prior: PriorFinding | null;
  /** True while the finding has a link whose prior is not read yet; absent: known. */
  readonly isPriorUnknown?: boolean;
  /**
   * Longest size in micrometres of the accepted AI finding at the location of the finding; null or
   * absent without one.
   */
  readonly aiLongestUm?: number | null;
}

export interface PriorFinding {
  /** Calendar day of the prior, YYYY-MM-DD. */
  readonly day: string;
  /** Days from the prior to this study; more than 0. */
  readonly days: number;
  /** Sizes in micrometres in the order length, width, height; null where unknown. */
  readonly sizesUm: readonly [number | null, number | null, number | null];
}

/** Everything that checks and texts of a report read. The server leaves out what only the page knows. */
export interface ReportContext {
  readonly content: ReportContent;
  /** Calendar day of the study, YYYY-MM-DD. */
  readonly studyDay: string;
  readonly sex: Patient['sex'];
  /** Whether the study has indications of screening only; absent if it has no indication. */
  readonly isScreening?: boolean;
  /** Breasts with a malignant outcome of an earlier finding; null or absent if unknown. */
  readonly provenSides?: ReadonlySet<Side> | null;
  readonly scans: readonly ReportScan[];
  /** Findings of the report, by side and then label. */
  readonly findings: readonly ReportFinding[];
  /** AI findings that no reader has accepted or rejected. */
  readonly openProposals: readonly { readonly finding: Finding; readonly side: Side }[];
  /** Readers' annotations, which are outside of the report; absent: none. */
  readonly annotations?: readonly { readonly finding: Finding; readonly side: Side }[];
  /** Earlier studies of the patient; null if unknown, as on the server. */
  readonly priors: readonly ReportPrior[] | null;
  /** Reader who writes the report. */
  readonly readerId: string;
  /** Findings of other readers that this reader has not opened; null if unknown. */
  readonly unreadFindingIds: ReadonlySet<string> | null;
  /** Text of the addendum being written; null for a report. */
  readonly addendumText: string | null;
  /** Labels of descriptors and categories; absent: the built-in lists. */
  readonly lists?: ReportLists | undefined;
}

/** Returns the report of a breast; null if the report has none. */
export function sideOf(content: ReportContent, side: Side): ReportSide | null {
  return side === 'L' ? content.left : content.right;
}

import type { OutcomeKind, OutcomeResult, ReportReader, ScanSide } from '#contracts';

export interface StudyOutcome {
  readonly kind: OutcomeKind;
  readonly result: OutcomeResult;
  /** yyyy-mm-dd. */
  readonly day: string;
}

export interface StudyFinding {
  readonly side: ScanSide;
  /** 1..9 as stored; null without a category. */
  readonly biradsScore: number | null;
  readonly outcomes: readonly StudyOutcome[];
}

/** Signed study with everything that statistics read. */
export interface SignedStudy {
  readonly reader: ReportReader;
  /** Day at the site, yyyy-mm-dd. */
  readonly studyDay: string;
  /** Categories of the breasts, 1..9; null for a breast without one. */
  readonly leftScore: number | null;
  readonly rightScore: number | null;
  /** Ids of the list EXAM_INDICATION. */
  readonly indications: readonly string[];
  readonly hasAddendum: boolean;
  /** Time at which the images could be read; null if unknown. */
  readonly readableAt: string | null;
  readonly signedAt: string;
  readonly findings: readonly StudyFinding[];
}

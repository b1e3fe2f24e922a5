import type { ReportFinding } from '../report-context.ts';

/** Stored scores of the categories. */
export const SCORES = {
  B0: 1,
  B1: 2,
  B2: 3,
  B3: 4,
  B4A: 5,
  B4B: 6,
  B4C: 7,
  B5: 8,
  B6: 9,
} as const;

/**
 * Scores from the most to the least severe. An incomplete breast (0) outranks a known cancer (6),
 * because it needs an act; a separate suspicious finding (4, 5) outranks both. Source: order of the
 * overall assessment in BI-RADS, 5th edition.
 */
export const SEVERITY_ORDER: readonly number[] = [
  SCORES.B5,
  SCORES.B4C,
  SCORES.B4B,
  SCORES.B4A,
  SCORES.B0,
  SCORES.B6,
  SCORES.B3,
  SCORES.B2,
  SCORES.B1,
];

/** Returns whether the first score is more severe than the second. */
export const isMoreSevere = (score: number, than: number): boolean =>
  SEVERITY_ORDER.indexOf(score) < SEVERITY_ORDER.indexOf(than);

export interface ProposedCategory {
  /** 1..9, as stored. */
  readonly score: number;
  /** Finding that gave the category: the first of the most severe ones. */
  readonly finding: ReportFinding;
}

/** Returns the most severe category among the findings of a breast; null if none has a category. */
export function proposedCategory(findings: readonly ReportFinding[]): ProposedCategory | null {
  return findings.reduce<ProposedCategory | null>((highest, finding) => {
    const score = finding.finding.biradsScore;
    if (score === null || (highest !== null && !isMoreSevere(score, highest.score))) return highest;
    return { score, finding };
  }, null);
}

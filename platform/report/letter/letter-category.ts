import type { LetterCategory, ReportContent } from '#contracts';
import { isBiopsyCode } from '../recommended-biopsy.ts';
import type { Side } from '../report-context.ts';
import { SCORES } from '../text/proposed-category.ts';

/** Categories whose letter is sent without asking; others are explained in person first. */
export const DEFAULT_LETTER_CATEGORIES: readonly LetterCategory[] = ['0', '1', '2', '3'];

/** Categories from the most to the least severe, in the order of `SEVERITY_ORDER`. */
const SEVERITY: readonly LetterCategory[] = ['5', '4', '0', '6', '3', '2', '1'];

const BY_SCORE: ReadonlyMap<number, LetterCategory> = new Map([
  [SCORES.B0, '0'],
  [SCORES.B1, '1'],
  [SCORES.B2, '2'],
  [SCORES.B3, '3'],
  [SCORES.B4A, '4'],
  [SCORES.B4B, '4'],
  [SCORES.B4C, '4'],
  [SCORES.B5, '5'],
  [SCORES.B6, '6'],
]);

/** Categories of what a report recommends, by code of the list RECOMM_TYPE. */
const BY_RECOMMENDATION: Readonly<Record<string, LetterCategory>> = {
  BIRAD_0: '0',
  BIRAD_1_2: '1',
  BIRAD_3: '3',
  BIRAD_4: '4',
  BIRAD_5: '5',
  BIRAD_6: '6',
};

/** A breast of the letter with its category. */
export interface LetterBreast {
  readonly side: Side;
  readonly category: LetterCategory;
}

/** Returns the assessed breasts, the right one first. */
export function letterBreasts({
  left,
  right,
}: Pick<ReportContent, 'left' | 'right'>): readonly LetterBreast[] {
  const sides = [
    ['R', right],
    ['L', left],
  ] as const;
  return sides.flatMap(([side, report]) => {
    const category = BY_SCORE.get(report?.biradsScore ?? 0);
    return category === undefined ? [] : [{ side, category }];
  });
}

/** Returns the category whose next step an item recommends; null for other items. */
export function recommendedCategory(code: string): LetterCategory | null {
  const category = Object.hasOwn(BY_RECOMMENDATION, code) ? BY_RECOMMENDATION[code] : undefined;
  return category ?? (isBiopsyCode(code) ? '4' : null);
}

/**
 * Returns the category that decides what happens next: the most severe of the breasts and of what
 * the report and its findings recommend, so that a recommended biopsy is in the letter whatever the
 * category.
 */
export function nextCategory(
  breasts: readonly LetterBreast[],
  recommendations: readonly { readonly code: string }[],
): LetterCategory | null {
  const categories = [
    ...breasts.map(({ category }) => category),
    ...recommendations.map(({ code }) => recommendedCategory(code)),
  ];
  return SEVERITY.find((category) => categories.includes(category)) ?? null;
}

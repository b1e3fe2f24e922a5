import type { LetterCategory, ReportContent } from '#contracts';
import type { Side } from '../report-context.ts';
import { type LetterBreast, recommendedCategory } from './letter-category.ts';
import type { LetterTextId } from './letter-templates.ts';

/** Interval in months of the item BIRAD_3, 'Follow-up after six months'. */
const BIRAD_3_MONTHS = 6;

/** Texts for further images, by code of the list RECOMMENDATION. */
const IMAGING = {
  MRI: 'nextMri',
  MAMMO: 'nextMammography',
  ULTRASOUND: 'nextUltrasound',
} as const satisfies Readonly<Record<string, LetterTextId>>;

/** What happens next; categories of the same management have the same next step. */
type Management = 'routine' | 'images' | 'follow-up' | 'sample' | 'treatment';

const MANAGEMENT: Readonly<Record<LetterCategory, Management>> = {
  0: 'images',
  1: 'routine',
  2: 'routine',
  3: 'follow-up',
  4: 'sample',
  5: 'sample',
  6: 'treatment',
};

/** A recommendation of the report, or of a finding, whose breast the letter does not need. */
export interface LetterRecommendation {
  readonly code: string;
  /** B for both breasts; null for a finding. */
  readonly side: Side | 'B' | null;
}

/** Returns what the report and its findings recommend. */
export const letterRecommendations = (
  { recommendations }: Pick<ReportContent, 'recommendations'>,
  findingCodes: readonly string[],
): readonly LetterRecommendation[] => [
  ...recommendations.map(({ code, side }) => ({ code, side })),
  ...findingCodes.map((code) => ({ code, side: null })),
];

/** Returns the months until the next check-up; null if the report plans none. */
export function letterFollowUpMonths({
  followUpMonths,
  recommendations,
}: Pick<ReportContent, 'followUpMonths' | 'recommendations'>): number | null {
  if (followUpMonths !== null && followUpMonths > 0) return followUpMonths;
  return recommendations.some(({ code }) => code === 'BIRAD_3') ? BIRAD_3_MONTHS : null;
}

/** Returns the texts on further images that are recommended. */
export function imagingTexts(
  recommendations: readonly LetterRecommendation[],
): readonly LetterTextId[] {
  return Object.entries(IMAGING).flatMap(([code, id]) =>
    recommendations.some((one) => one.code === code) ? [id] : [],
  );
}

/** What a letter writes about the next steps. */
export interface WrittenManagement {
  readonly next: LetterCategory;
  /** Texts with at least one word. */
  readonly texts: ReadonlySet<LetterTextId>;
  /** Whether a text names the month of the next check-up. */
  readonly hasDate: boolean;
}

/**
 * Returns whether a letter omits or contradicts what is recommended: by an item that has no text, by
 * one that differs from the category of its breast, or by a next step that no text names.
 */
export function differsFromReport(
  breasts: readonly LetterBreast[],
  recommendations: readonly LetterRecommendation[],
  written: WrittenManagement,
): boolean {
  const chosen = recommendations.flatMap(({ code, side }) => {
    const category = recommendedCategory(code);
    return category === null ? [] : [{ management: MANAGEMENT[category], side }];
  });
  const fits = ({ management, side }: (typeof chosen)[number]): boolean =>
    breasts.some(
      (breast) =>
        (side === null || side === 'B' || side === breast.side) &&
        MANAGEMENT[breast.category] === management,
    );
  const needed = [
    ...breasts.map(({ category }) => MANAGEMENT[category]),
    ...chosen.map(({ management }) => management),
  ];
  return (
    recommendations.some((one) => !coversItem(one, written)) ||
    chosen.some((one) => !fits(one)) ||
    needed.some((management) => !covers(management, written))
  );
}

/** Items of a category are compared by their management. */
function coversItem({ code }: LetterRecommendation, { texts }: WrittenManagement): boolean {
  const imaging: Readonly<Record<string, LetterTextId>> = IMAGING;
  const id = Object.hasOwn(imaging, code) ? imaging[code] : undefined;
  return id === undefined ? recommendedCategory(code) !== null : texts.has(id);
}

function covers(management: Management, { next, texts, hasDate }: WrittenManagement): boolean {
  // The most severe category decides, so that the letter names no routine beside a next step.
  if (management === 'routine') return true;
  if (management === 'follow-up') return hasDate;
  return MANAGEMENT[next] === management && texts.has(`B${next}Next`);
}

import type { ReportContent } from '#contracts';
import type { Side } from '../report-context.ts';
import { SCORES } from './proposed-category.ts';

/** Items of the list RECOMM_TYPE that usually follow from a category, by score. */
const USUAL_MANAGEMENT: Readonly<Record<number, string>> = {
  [SCORES.B0]: 'BIRAD_0',
  [SCORES.B1]: 'BIRAD_1_2',
  [SCORES.B2]: 'BIRAD_1_2',
  [SCORES.B3]: 'BIRAD_3',
  [SCORES.B4A]: 'BIRAD_4',
  [SCORES.B4B]: 'BIRAD_4',
  [SCORES.B4C]: 'BIRAD_4',
  [SCORES.B5]: 'BIRAD_5',
  [SCORES.B6]: 'BIRAD_6',
};

/** Usual interval in months until the follow-up of a category 3. */
const FOLLOW_UP_MONTHS = 6;

/** Returns the code of the management that usually follows from a category; null for another score. */
export const usualManagement = (score: number): string | null => USUAL_MANAGEMENT[score] ?? null;

/**
 * Sets the category of a breast and the management that usually follows from it: an item for the
 * breast, and for a category 3 the interval. What usually followed from the earlier category is
 * removed; what the reader has chosen instead stays, and nothing is added to it.
 */
export function adoptCategory(content: ReportContent, side: Side, score: number): ReportContent {
  const key = side === 'L' ? 'left' : 'right';
  const before = content[key];
  if (before === null) return content;
  const others = withoutUsual(content, side);
  const added = adoptedManagement(content, side, score);
  const [own, other] = [before.biradsScore, content[side === 'L' ? 'right' : 'left']?.biradsScore];
  const hasUsualInterval = own === SCORES.B3 && content.followUpMonths === FOLLOW_UP_MONTHS;
  const kept = hasUsualInterval && other !== SCORES.B3 ? null : content.followUpMonths;
  return {
    ...content,
    [key]: { ...before, biradsScore: score },
    recommendations: added === null ? others : [...others, { code: added, side, text: '' }],
    followUpMonths: score === SCORES.B3 ? (kept ?? FOLLOW_UP_MONTHS) : kept,
  };
}

/** Returns the management that `adoptCategory` adds; null if the reader has chosen another one. */
export function adoptedManagement(
  content: ReportContent,
  side: Side,
  score: number,
): string | null {
  const isChosen = withoutUsual(content, side).some(
    (item) => item.side === side || item.side === 'B',
  );
  return isChosen ? null : usualManagement(score);
}

/** Returns the recommendations without those that usually follow from the category of a breast. */
function withoutUsual(content: ReportContent, side: Side): ReportContent['recommendations'] {
  const score = (side === 'L' ? content.left : content.right)?.biradsScore ?? null;
  const usual = score === null ? null : usualManagement(score);
  return content.recommendations.filter(
    (item) => item.side !== side || item.code !== usual || item.text !== '',
  );
}

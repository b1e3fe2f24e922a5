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
 * Sets the category of a breast and, where the reader has chosen none, the management that usually
 * follows from it: an item for the breast, and for a category 3 the interval.
 */
export function adoptCategory(content: ReportContent, side: Side, score: number): ReportContent {
  const key = side === 'L' ? 'left' : 'right';
  const before = content[key];
  if (before === null) return content;
  const code = usualManagement(score);
  const isChosen = content.recommendations.some((item) => item.side === side || item.side === 'B');
  const added = code === null || isChosen ? [] : [{ code, side, text: '' }];
  return {
    ...content,
    [key]: { ...before, biradsScore: score },
    recommendations: [...content.recommendations, ...added],
    followUpMonths:
      score === SCORES.B3 ? (content.followUpMonths ?? FOLLOW_UP_MONTHS) : content.followUpMonths,
  };
}

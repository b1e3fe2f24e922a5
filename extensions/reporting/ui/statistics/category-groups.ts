import { SCORES } from '#report';

/** Categories that the charts draw in one colour, from the bottom of a bar to its top. */
export const CATEGORY_GROUPS = [
  { id: 'negative', label: '1–2', scores: [SCORES.B1, SCORES.B2] },
  { id: 'probable', label: '3', scores: [SCORES.B3] },
  { id: 'incomplete', label: '0', scores: [SCORES.B0] },
  { id: 'suspicious', label: '4–5', scores: [SCORES.B4A, SCORES.B4B, SCORES.B4C, SCORES.B5] },
  { id: 'known', label: '6', scores: [SCORES.B6] },
] as const satisfies readonly {
  readonly id: string;
  readonly label: string;
  readonly scores: readonly number[];
}[];
export type CategoryGroup = (typeof CATEGORY_GROUPS)[number]['id'];

/** Returns the group of a score of 1 to 9. */
export const groupOf = (score: number): CategoryGroup =>
  CATEGORY_GROUPS.find(({ scores }) => (scores as readonly number[]).includes(score))?.id ??
  'negative';

/** Returns the number of cases of a group, from counts by score. */
export const countOf = (counts: readonly number[], scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + (counts[score - 1] ?? 0), 0);

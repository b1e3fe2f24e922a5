import { builtInLists } from '#contracts';

/** Codes of the nine BI-RADS categories in the order of their scores: 0, 1, 2, 3, 4A … 6. */
export const CATEGORY_CODES: readonly string[] = (
  builtInLists.find(({ listId }) => listId === 'BIRADS')?.items ?? []
).map(({ code, id }) => code ?? id);

/** Returns the code of a score of 1 to 9; null without a score. */
export const categoryCodeOf = (score: number | null): string | null =>
  score === null ? null : (CATEGORY_CODES[score - 1] ?? null);

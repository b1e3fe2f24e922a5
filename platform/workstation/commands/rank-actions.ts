import { commandTexts } from '../texts/command-texts.ts';
import { type FuzzyMatch, fuzzyMatch } from './fuzzy-match.ts';
import type { Action } from './list-actions.ts';

/** Action and the matched part of its title. */
export interface RankedAction {
  readonly action: Action;
  /** Ranges of the title that match the query. */
  readonly marks: FuzzyMatch['ranges'];
}

/** Actions under a common title, the best first. */
export interface RankedGroup {
  readonly title: string;
  readonly actions: readonly RankedAction[];
}

/**
 * Ranks actions for a query. Without a query: recent actions, then the others by group. With a
 * query: groups in the order of their best match. A disabled action is left out unless the query is
 * its whole title, so that its reason can be read.
 */
export function rankActions(
  actions: readonly Action[],
  query: string,
  recentIds: readonly string[],
): readonly RankedGroup[] {
  if (query.trim() === '')
    return [...recentGroup(actions, recentIds), ...byGroup(actions, recentIds)];
  const wholeTitle = query.trim().toLowerCase();
  const matches = actions.flatMap((action) => {
    if (action.reason !== null && action.title.toLowerCase() !== wholeTitle) return [];
    const match =
      fuzzyMatch(query, action.title) ??
      fuzzyMatch(query, `${action.title} ${action.group}`) ??
      matchWords(query, action);
    if (match === null) return [];
    const recentBonus = recentIds.includes(action.id) ? 1 : 0;
    const marks = match.ranges.filter(([, end]) => end <= action.title.length);
    return [{ action, marks, score: match.score + recentBonus }];
  });
  matches.sort((a, b) => b.score - a.score);
  const titles = [...new Set(matches.map(({ action }) => action.group))];
  return titles.map((title) => ({
    title,
    actions: matches
      .filter(({ action }) => action.group === title)
      .map(({ action, marks }) => ({ action, marks })),
  }));
}

/** Matches each term of the query with the start of a word of the title or of the search words. */
function matchWords(query: string, { title, searchWords = '' }: Action): FuzzyMatch | null {
  const words = `${title} ${searchWords}`.toLowerCase().split(/[^\p{L}\p{N}-]+/u);
  const terms = query.trim().toLowerCase().split(/\s+/);
  return terms.every((term) => words.some((word) => word.startsWith(term)))
    ? { score: 0, ranges: [] }
    : null;
}

function recentGroup(
  actions: readonly Action[],
  recentIds: readonly string[],
): readonly RankedGroup[] {
  const used = recentIds.flatMap((id) =>
    actions.filter((action) => action.id === id && action.reason === null),
  );
  if (used.length === 0) return [];
  return [
    { title: commandTexts.groups.recent, actions: used.map((action) => ({ action, marks: [] })) },
  ];
}

function byGroup(actions: readonly Action[], recentIds: readonly string[]): readonly RankedGroup[] {
  const shown = actions.filter(({ id, reason }) => reason === null && !recentIds.includes(id));
  const titles = [...new Set(shown.map(({ group }) => group))];
  return titles.map((title) => ({
    title,
    actions: shown.filter(({ group }) => group === title).map((action) => ({ action, marks: [] })),
  }));
}

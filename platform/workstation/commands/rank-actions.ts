import { commandTexts } from '../texts/command-texts.ts';
import { type FuzzyMatch, fuzzyMatch } from './fuzzy-match.ts';
import type { Action } from './list-actions.ts';

export interface RankedAction {
  readonly action: Action;
  readonly marks: FuzzyMatch['ranges'];
}

export interface RankedGroup {
  readonly title: string;
  readonly actions: readonly RankedAction[];
}

/**
 * Ranks actions for a query. Without a query: recent actions, then all by group. With a query:
 * groups in the order of their best match. Disabled actions come last in their group.
 */
export function rankActions(
  actions: readonly Action[],
  query: string,
  recent: readonly string[],
): readonly RankedGroup[] {
  if (query.trim() === '') return [...recentGroup(actions, recent), ...byGroup(actions, recent)];
  const matches = actions.flatMap((action) => {
    const match =
      fuzzyMatch(query, action.title) ?? fuzzyMatch(query, `${action.title} ${action.group}`);
    if (match === null) return [];
    const used = recent.includes(action.id) ? 1 : 0;
    const marks = match.ranges.filter(([, end]) => end <= action.title.length);
    return [{ action, marks, score: match.score + used - (action.reason === null ? 0 : 100) }];
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

function recentGroup(
  actions: readonly Action[],
  recent: readonly string[],
): readonly RankedGroup[] {
  const used = recent.flatMap((id) =>
    actions.filter((action) => action.id === id && action.reason === null),
  );
  if (used.length === 0) return [];
  return [
    { title: commandTexts.groups.recent, actions: used.map((action) => ({ action, marks: [] })) },
  ];
}

function byGroup(actions: readonly Action[], recent: readonly string[]): readonly RankedGroup[] {
  const shown = actions.filter(({ id, reason }) => reason !== null || !recent.includes(id));
  const titles = [...new Set(shown.map(({ group }) => group))];
  return titles.map((title) => {
    const groupActions = shown.filter(({ group }) => group === title);
    const possible = groupActions.filter(({ reason }) => reason === null);
    const others = groupActions.filter(({ reason }) => reason !== null);
    return { title, actions: [...possible, ...others].map((action) => ({ action, marks: [] })) };
  });
}

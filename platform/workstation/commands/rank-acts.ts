import { commandTexts } from '../texts/command-texts.ts';
import { type FuzzyMatch, fuzzyMatch } from './fuzzy-match.ts';
import type { Act } from './list-acts.ts';

export interface RankedAct {
  readonly act: Act;
  readonly marks: FuzzyMatch['ranges'];
}

export interface RankedGroup {
  readonly title: string;
  readonly acts: readonly RankedAct[];
}

/**
 * What the palette shows for these words. Without words: what was used last, then everything by
 * group. With words: the groups in the order of their best act. What is not possible now comes
 * last in its group.
 */
export function rankActs(
  acts: readonly Act[],
  query: string,
  recent: readonly string[],
): readonly RankedGroup[] {
  if (query.trim() === '') return [...recentGroup(acts, recent), ...byGroup(acts, recent)];
  const matches = acts.flatMap((act) => {
    const match = fuzzyMatch(query, act.title) ?? fuzzyMatch(query, `${act.title} ${act.group}`);
    if (match === null) return [];
    const used = recent.includes(act.id) ? 1 : 0;
    const marks = match.ranges.filter(([, end]) => end <= act.title.length);
    return [{ act, marks, score: match.score + used - (act.reason === null ? 0 : 100) }];
  });
  matches.sort((a, b) => b.score - a.score);
  const titles = [...new Set(matches.map(({ act }) => act.group))];
  return titles.map((title) => ({
    title,
    acts: matches
      .filter(({ act }) => act.group === title)
      .map(({ act, marks }) => ({ act, marks })),
  }));
}

function recentGroup(acts: readonly Act[], recent: readonly string[]): readonly RankedGroup[] {
  const used = recent.flatMap((id) => acts.filter((act) => act.id === id && act.reason === null));
  if (used.length === 0) return [];
  return [{ title: commandTexts.groups.recent, acts: used.map((act) => ({ act, marks: [] })) }];
}

function byGroup(acts: readonly Act[], recent: readonly string[]): readonly RankedGroup[] {
  const shown = acts.filter(({ id, reason }) => reason !== null || !recent.includes(id));
  const titles = [...new Set(shown.map(({ group }) => group))];
  return titles.map((title) => {
    const own = shown.filter(({ group }) => group === title);
    const possible = own.filter(({ reason }) => reason === null);
    const others = own.filter(({ reason }) => reason !== null);
    return { title, acts: [...possible, ...others].map((act) => ({ act, marks: [] })) };
  });
}

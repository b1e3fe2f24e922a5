import {
  effectiveLists,
  type ListItem,
  listInLanguage,
  type ReportLanguage,
  type SiteConfig,
} from '#contracts';
import type { DocumentCategory } from './report-document.ts';

/** Words of the codes of a site's lists in one language. */
export interface CodeWords {
  /** Returns the label of an item of the first list that has it; the id for a removed item. */
  label(id: string, ...listIds: readonly string[]): string;
  /** Returns the BI-RADS category of a score, 1 to 9; null for null and unknown scores. */
  category(score: number | null): DocumentCategory | null;
}

/** Creates the words of a site's lists in the language of a report. */
export function codeWords(config: Pick<SiteConfig, 'lists'>, language: ReportLanguage): CodeWords {
  const lists = effectiveLists(config.lists);
  const itemsOf = (listId: string): readonly ListItem[] => {
    const list = lists.get(listId);
    return list === undefined ? [] : listInLanguage(list, language).items;
  };
  return {
    label: (id, ...listIds) => listIds.flatMap(itemsOf).find((item) => item.id === id)?.label ?? id,
    category(score) {
      const item = itemsOf('BIRADS').find((each) => each.score === score);
      if (score === null || item === undefined) return null;
      const { id, code = id, label, likelihood = null, management = null } = item;
      return { code, label, likelihood, management };
    },
  };
}

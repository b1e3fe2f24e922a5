import { useMemo } from 'react';
import { usePageActions } from '../commands/use-page-actions.ts';

/** A key of a widget of the page and what it does. */
export interface HelpEntry {
  readonly key: string;
  readonly title: string;
}

/** Lists the keys of a page in the help while the page is shown. Hand in the same list each time. */
export function useHelp(entries: readonly HelpEntry[]): void {
  usePageActions(
    useMemo(() => entries.map((entry) => ({ id: `key ${entry.key}`, ...entry })), [entries]),
  );
}

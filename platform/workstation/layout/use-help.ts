import { useMemo } from 'react';
import { usePageActions } from '../commands/use-page-actions.ts';

/** Shortcut that a widget of the page handles, and what the shortcut does. */
export interface HelpEntry {
  readonly key: string;
  readonly title: string;
}

/** Lists the shortcuts of a page in the help while the page is shown. Pass a stable array. */
export function useHelp(entries: readonly HelpEntry[]): void {
  usePageActions(
    useMemo(() => entries.map((entry) => ({ id: `key ${entry.key}`, ...entry })), [entries]),
  );
}

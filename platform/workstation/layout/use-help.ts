import { useEffect } from 'react';
import type { HelpEntry } from '../start/application.ts';
import { useApplication } from '../start/application-context.ts';

/** Lists the keys of a page in the help while the page is shown. Hand in the same list each time. */
export function useHelp(entries: readonly HelpEntry[]): void {
  const { setHelp } = useApplication();
  useEffect(() => {
    setHelp(entries);
    return () => setHelp([]);
  }, [entries, setHelp]);
}

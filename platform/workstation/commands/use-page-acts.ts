import { useEffect } from 'react';
import { useApplication } from '../start/application-context.ts';
import type { PageAct } from './command-center.ts';

/** Offers acts in palette and help while the page is shown. Hand in the same list each time. */
export function usePageActs(acts: readonly PageAct[]): void {
  const { commands } = useApplication();
  useEffect(() => {
    const offer = commands.offer(acts);
    return () => offer.dispose();
  }, [acts, commands]);
}

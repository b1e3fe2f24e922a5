import { useEffect } from 'react';
import { useApplication } from '../application/application-context.ts';
import type { PageAction } from '../application/command-center.ts';

/** Offers actions in palette and help while the page is shown. Pass a stable array. */
export function usePageActions(actions: readonly PageAction[]): void {
  const { commands } = useApplication();
  useEffect(() => {
    const offer = commands.offer(actions);
    return () => offer.dispose();
  }, [actions, commands]);
}

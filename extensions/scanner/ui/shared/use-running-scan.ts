import { useEffect } from 'react';
import type { ExtensionContext } from '#core';
import { useStore } from '#ui';
import type { RunningScan } from '../../state/scan/running-scan.ts';
import { runningScanToken } from '../../state/scan/tokens.ts';

/** Returns the scan that the user operates with the workstation's scanner; null if none. */
export function useRunningScan(context: ExtensionContext): RunningScan | null {
  const own = context.use(runningScanToken);
  useEffect(() => {
    const watching = own.watch();
    return () => watching.dispose();
  }, [own]);
  return useStore(own.store, ({ running }) => running);
}

import { useEffect, useState } from 'react';
import { useApplication } from '../application/application-context.ts';
import { type KeyRow, keyRows } from './key-rows.ts';

/**
 * Returns the rows. Starts the extensions of the modes first, because the rows are complete only
 * after every command is registered.
 */
export function useKeyRows(): readonly KeyRow[] {
  const application = useApplication();
  const [rows, setRows] = useState(() => keyRows(application));
  useEffect(() => {
    let cancelled = false;
    const { host, services } = application;
    const modes = host.modes.filter(
      ({ mode, problem }) => problem === null && services.session.can(mode.features),
    );
    const extensionIds = new Set(modes.flatMap(({ mode }) => [...mode.requires, ...mode.optional]));
    const extensionsToStart = [...extensionIds].filter((id) => host.plan.start.includes(id));
    void Promise.all(extensionsToStart.map((id) => host.activate(id))).then(() => {
      if (!cancelled) setRows(keyRows(application));
    });
    return () => {
      cancelled = true;
    };
  }, [application]);
  return rows;
}

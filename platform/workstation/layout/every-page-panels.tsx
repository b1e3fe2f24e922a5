import { type ReactNode, useEffect, useMemo } from 'react';
import { useApplication } from '../application/application-context.ts';
import { BarPanels } from './bar-panels.tsx';

/** Small extension panels shown on every page, e.g. the scanner state. */
export function EveryPagePanels(): ReactNode {
  const { host, services } = useApplication();
  const allowedPanels = useMemo(
    () =>
      host.panels
        .declared()
        .filter(({ declaration: { everyPage } }) =>
          everyPage === undefined ? false : services.session.can(everyPage.features),
        ),
    [host, services],
  );
  const ids = useMemo(
    () => allowedPanels.map(({ declaration }) => declaration.id),
    [allowedPanels],
  );
  useEffect(() => {
    // Ignores failures, because the host lists them as problems and the page does not depend on
    // them.
    for (const { owner } of allowedPanels) void host.activate(owner);
  }, [host, allowedPanels]);
  return <BarPanels ids={ids} />;
}

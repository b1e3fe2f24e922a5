import { type ReactNode, useEffect, useMemo } from 'react';
import { BarPanels } from '../mode/bar-panels.tsx';
import { useApplication } from '../start/application-context.ts';

/** Small panels that extensions show on every page, e.g. the state of the scanner. */
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
    // What fails here is listed among the problems of the host; the page needs none of it.
    for (const { owner } of allowedPanels) void host.activate(owner);
  }, [host, allowedPanels]);
  return <BarPanels ids={ids} />;
}

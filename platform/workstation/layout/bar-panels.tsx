import { type ReactNode, useEffect, useState } from 'react';
import type { PanelDefinition, Registered } from '#core';
import { useApplication } from '../application/application-context.ts';
import { LoadedView } from './loaded-view.tsx';

/** Panels that a mode shows in the app bar; each appears after its extension has started. */
export function BarPanels({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const { host } = useApplication();
  const [panels, setPanels] = useState<readonly Registered<PanelDefinition>[]>([]);
  useEffect(() => {
    const update = (): void =>
      setPanels(
        ids.flatMap((id) => {
          const panel = host.panels.get(id);
          return panel.ok ? [panel.value] : [];
        }),
      );
    update();
    const watch = host.panels.onDidChange.on(update);
    return () => watch.dispose();
  }, [host, ids]);
  return panels.map(({ declaration, definition, owner, context }) => (
    <LoadedView
      key={declaration.id}
      label={declaration.title}
      source={owner}
      definition={definition}
      props={{ context }}
      compact
    />
  ));
}

import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import type { PanelDefinition, ReadonlyStore, Registered } from '#core';
import { type TabItem, Tabs, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { LoadedView } from '../layout/loaded-view.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/** Panels on the right as tabs, with counts; commands can open one by the view state. */
export function RightPanel(props: {
  readonly panels: readonly Registered<PanelDefinition>[];
}): ReactNode {
  const { viewState } = useApplication().services;
  const openId = useStore(viewState.store, (view) => view.openPanelId);
  const panels = useVisiblePanels(props.panels);
  const items = panels.map(({ declaration, definition, owner, context }): TabItem => {
    const item = {
      id: declaration.id,
      title: declaration.title,
      content: (
        <LoadedView
          label={declaration.title}
          source={owner}
          definition={definition}
          props={{ context }}
        />
      ),
    };
    const { badge } = definition;
    return badge === undefined ? item : { ...item, badge: <Badge count={badge} /> };
  });
  // Another mode may have left the id of a panel that this mode lacks.
  const open = items.find(({ id }) => id === openId) ?? items[0];
  return (
    <aside className={styles.right} aria-label={modeTexts.panels}>
      <Tabs
        label={modeTexts.panels}
        items={items}
        {...(open === undefined ? {} : { selectedId: open.id })}
        onSelect={(openPanelId) => viewState.set({ openPanelId })}
      />
    </aside>
  );
}

/** Returns the panels that are visible now. */
function useVisiblePanels(
  panels: readonly Registered<PanelDefinition>[],
): readonly Registered<PanelDefinition>[] {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = panels.map(({ definition }) => definition.visible?.subscribe(onChange));
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    [panels],
  );
  const isVisible = ({ definition }: Registered<PanelDefinition>): boolean =>
    definition.visible?.getState() ?? true;
  // A text, because a snapshot must stay equal until a panel changes.
  const key = useSyncExternalStore(subscribe, () => panels.map(isVisible).join());
  const shown = key.split(',');
  return panels.filter((_, idx) => shown[idx] === 'true');
}

function Badge({ count }: { readonly count: ReadonlyStore<number | null> }): ReactNode {
  return useStore(count);
}

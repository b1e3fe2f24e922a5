import type { ReactNode } from 'react';
import type { PanelDefinition, ReadonlyStore, Registered } from '#core';
import { type TabItem, Tabs, useStore } from '#ui';
import { LoadedView } from '../layout/loaded-view.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import styles from './mode.module.css';

/** Panels on the right as tabs, with counts. */
export function RightPanel(props: {
  readonly panels: readonly Registered<PanelDefinition>[];
}): ReactNode {
  const items = props.panels.map(({ declaration, definition, owner, context }): TabItem => {
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
  return (
    <aside className={styles.right} aria-label={modeTexts.panels}>
      <Tabs label={modeTexts.panels} items={items} />
    </aside>
  );
}

function Badge({ count }: { readonly count: ReadonlyStore<number> }): ReactNode {
  return useStore(count);
}

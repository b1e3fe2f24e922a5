import { type ReactNode, useMemo } from 'react';
import { type ExtensionContext, viewStateToken } from '#core';
import { classNames, useStore } from '#ui';
import { layoutTabs } from '../model/layout-tabs.ts';
import { viewTexts } from '../texts/view-texts.ts';
import styles from './view-controls.module.css';

/** The layouts of the mode, in the header of the main view; nothing in the others. */
export function LayoutTabs(props: {
  readonly context: ExtensionContext;
  readonly cellId: string;
}): ReactNode {
  const { context, cellId } = props;
  const { store } = context.use(viewStateToken);
  const isMain = useStore(
    store,
    (state) => (state.maximisedCellId ?? state.shownCellIds[0]) === cellId,
  );
  const layouts = useStore(store, (state) => state.layouts);
  const shownId = useStore(store, (state) => state.shownLayoutId);
  const tabs = useMemo(
    () => layoutTabs(layouts, shownId).filter(({ tab }) => tab),
    [layouts, shownId],
  );
  if (!isMain || tabs.length < 2) return null;
  return (
    <fieldset data-of-layout className={styles.tabs} aria-label={viewTexts.layouts.label}>
      {tabs.map(({ id, title, lacking, shown }, idx) => (
        <button
          key={title}
          type="button"
          className={classNames(styles.tab, shown && styles.shown)}
          data-testid={`layout-${id.split('.').at(-1)}`}
          aria-pressed={shown}
          aria-disabled={lacking !== null}
          title={
            lacking === null
              ? viewTexts.layouts.withKey(title, String(idx + 1))
              : viewTexts.layouts.notNow(title, lacking)
          }
          onClick={() => void context.run('breast-planes.layout', { nth: idx + 1 })}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}

import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ExtensionContext, type LayoutChoice, viewStateToken } from '#core';
import { classNames, Icon, MenuButton, useStore } from '#ui';
import { type LayoutTab, layoutTabs } from '../../model/views/layout-tabs.ts';
import { viewTexts } from '../../texts/view-texts.ts';
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
  return <Tabs context={context} tabs={tabs} />;
}

interface TabsProps {
  readonly context: ExtensionContext;
  readonly tabs: readonly LayoutTab<LayoutChoice>[];
}

/** Those that fit, in their order; the others in a menu at the end, which keeps their digits. */
function Tabs({ context, tabs }: TabsProps): ReactNode {
  const row = useRef<HTMLFieldSetElement>(null);
  const fits = useFitting(row, tabs);
  const choose = (idx: number): void => void context.run('breast-planes.layout', { nth: idx + 1 });
  const words = ({ title, lacking }: LayoutChoice, idx: number): string =>
    lacking === null
      ? viewTexts.layouts.withKey(title, String(idx + 1))
      : viewTexts.layouts.notNow(title, lacking);
  const rest = tabs.slice(fits);
  const shown = rest.find((tab) => tab.shown);
  return (
    <div className={styles.tabsBox}>
      <fieldset
        ref={row}
        data-of-layout
        className={styles.tabs}
        aria-label={viewTexts.layouts.label}
      >
        {tabs.map((tab, idx) => (
          <button
            key={tab.title}
            type="button"
            className={classNames(styles.tab, tab.shown && styles.shown)}
            style={idx < fits ? undefined : { visibility: 'hidden' }}
            data-testid={`layout-${tab.id.split('.').at(-1)}`}
            aria-pressed={tab.shown}
            aria-disabled={tab.lacking !== null && !tab.pending}
            title={words(tab, idx)}
            onClick={() => choose(idx)}
          >
            {tab.title}
          </button>
        ))}
      </fieldset>
      {rest.length === 0 ? null : (
        <MenuButton
          ariaLabel={viewTexts.layouts.more(shown?.title ?? null)}
          className={classNames(styles.iconButton, styles.moreTabs, shown && styles.shown) ?? ''}
          entries={rest.map((tab, at) => ({
            id: tab.id,
            label: words(tab, fits + at),
            disabled: tab.lacking !== null && !tab.pending,
            run: () => choose(fits + at),
          }))}
        >
          <Icon name="more" size={16} />
        </MenuButton>
      )}
    </div>
  );
}

const MORE_PX = 26;

/** How many of the row's first buttons are seen whole; all keep their place in the row. */
function useFitting(row: RefObject<HTMLElement | null>, tabs: readonly unknown[]): number {
  const [fits, setFits] = useState(tabs.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs have other widths
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const look = (): void => {
      const whole = element.clientWidth;
      const buttons = [...element.querySelectorAll('button')];
      const ends = buttons.map(
        (button) => button.offsetLeft - element.offsetLeft + button.offsetWidth,
      );
      const isWhole = ends.every((end) => end <= whole);
      setFits(isWhole ? ends.length : ends.filter((end) => end <= whole - MORE_PX).length);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [row, tabs]);
  return Math.min(fits, tabs.length);
}

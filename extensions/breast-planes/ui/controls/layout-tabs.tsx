import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ExtensionContext, type LayoutChoice, viewStateToken } from '#core';
import { classNames, Icon, MenuButton, useStore } from '#ui';
import { type LayoutTab, layoutTabs } from '../../model/views/layout-tabs.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import styles from './view-controls.module.css';

/** Shows the layouts of the mode in the header of the main view; renders nothing in other views. */
export function LayoutTabs(props: {
  readonly context: ExtensionContext;
  readonly cellId: string;
}): ReactNode {
  const { context, cellId } = props;
  const { store } = context.use(viewStateToken);
  const isMain = useStore(
    store,
    (state) => (state.maximisedCellId ?? state.visibleCellIds[0]) === cellId,
  );
  const layouts = useStore(store, (state) => state.layouts);
  const shownId = useStore(store, (state) => state.visibleLayoutId);
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

/** Shows the tabs that fit in order and moves the others to a menu; their number keys stay. */
function Tabs({ context, tabs }: TabsProps): ReactNode {
  const row = useRef<HTMLFieldSetElement>(null);
  const visibleCount = useVisibleTabCount(row, tabs);
  const selectLayout = (idx: number): void =>
    void context.run('breast-planes.layout', { nth: idx + 1 });
  const tabTitle = ({ title, unavailableReason }: LayoutChoice, idx: number): string =>
    unavailableReason === null
      ? viewTexts.layouts.withKey(title, String(idx + 1))
      : viewTexts.layouts.notNow(title, unavailableReason);
  const overflow = tabs.slice(visibleCount);
  const shown = overflow.find((tab) => tab.shown);
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
            className={classNames(styles.tab, tab.shown && styles.selected)}
            style={idx < visibleCount ? undefined : { visibility: 'hidden' }}
            data-testid={`layout-${tab.id.split('.').at(-1)}`}
            aria-pressed={tab.shown}
            aria-disabled={tab.unavailableReason !== null && !tab.pending}
            title={tabTitle(tab, idx)}
            onClick={() => selectLayout(idx)}
          >
            {tab.title}
          </button>
        ))}
      </fieldset>
      {overflow.length === 0 ? null : (
        <MenuButton
          ariaLabel={viewTexts.layouts.more(shown?.title ?? null)}
          className={classNames(styles.iconButton, styles.moreTabs, shown && styles.selected) ?? ''}
          entries={overflow.map((tab, at) => ({
            id: tab.id,
            label: tabTitle(tab, visibleCount + at),
            disabled: tab.unavailableReason !== null && !tab.pending,
            run: () => selectLayout(visibleCount + at),
          }))}
        >
          <Icon name="more" size={16} />
        </MenuButton>
      )}
    </div>
  );
}

const MORE_PX = 26;

/** Returns how many of the first buttons fit in the row; the others keep their space. */
function useVisibleTabCount(row: RefObject<HTMLElement | null>, tabs: readonly unknown[]): number {
  const [visibleCount, setVisibleCount] = useState(tabs.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs have other widths
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const measure = (): void => {
      const rowWidth = element.clientWidth;
      const buttons = [...element.querySelectorAll('button')];
      const ends = buttons.map(
        (button) => button.offsetLeft - element.offsetLeft + button.offsetWidth,
      );
      const allFit = ends.every((end) => end <= rowWidth);
      setVisibleCount(
        allFit ? ends.length : ends.filter((end) => end <= rowWidth - MORE_PX).length,
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [row, tabs]);
  return Math.min(visibleCount, tabs.length);
}

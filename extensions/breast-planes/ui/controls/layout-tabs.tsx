import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
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

/** Shows the first tabs that fit, and a menu with the others; all tabs keep their number keys. */
function Tabs({ context, tabs }: TabsProps): ReactNode {
  const row = useRef<HTMLFieldSetElement>(null);
  const visibleCount = Math.min(useVisibleTabCount(row), tabs.length);
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
          entries={overflow.map((tab, idx) => ({
            id: tab.id,
            label: tabTitle(tab, visibleCount + idx),
            disabled: tab.unavailableReason !== null && !tab.pending,
            run: () => selectLayout(visibleCount + idx),
          }))}
        >
          <Icon name="more" size={16} />
        </MenuButton>
      )}
    </div>
  );
}

/** Width of the menu button in px. */
const MORE_PX = 26;

/**
 * Returns how many of the first buttons fit in the row. Hidden buttons keep their space, so that
 * their widths stay measurable.
 */
function useVisibleTabCount(row: RefObject<HTMLElement | null>): number {
  const [visibleCount, setVisibleCount] = useState(Number.POSITIVE_INFINITY);
  // Measures after each render, because a render can change the number and widths of the buttons.
  useLayoutEffect(() => {
    if (row.current !== null) setVisibleCount(countFittingButtons(row.current));
  });
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setVisibleCount(countFittingButtons(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [row]);
  return visibleCount;
}

/** Returns how many of the first buttons fit; leaves space for the menu when not all fit. */
function countFittingButtons(row: HTMLElement): number {
  const rowWidth = row.clientWidth;
  const ends = [...row.querySelectorAll('button')].map(
    (button) => button.offsetLeft - row.offsetLeft + button.offsetWidth,
  );
  const allFit = ends.every((end) => end <= rowWidth);
  return allFit ? ends.length : ends.filter((end) => end <= rowWidth - MORE_PX).length;
}

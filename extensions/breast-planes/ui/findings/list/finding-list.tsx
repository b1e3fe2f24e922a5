import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type ExtensionContext, preferencesToken, studyToken } from '#core';
import { Icon, Switch, useStore } from '#ui';
import type { ListRow } from '../../../model/findings/finding-rows.ts';
import {
  closedTops,
  type RowOffsets,
  rowOfFinding,
  rowOffsets,
  rowsBetween,
  scrollToShow,
} from '../../../model/findings/row-offsets.ts';
import { scanDay } from '../../../model/views/scan-day.ts';
import {
  DETECTIONS_PREFERENCE,
  findingsUiToken,
} from '../../../state/findings/findings-ui-state.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import { readingTexts } from '../../../texts/reading-texts.ts';
import styles from './finding-list.module.css';
import { FindingRow } from './finding-row.tsx';
import { PriorRow } from './prior-row.tsx';

/** Height of a closed finding row in px. */
const FINDING_PX = 88;
/** Assumed height of the list in px before its first measurement. */
const UNMEASURED_PX = 800;

export interface FindingListProps {
  readonly context: ExtensionContext;
  readonly rows: readonly ListRow[];
}

/** Renders only the rows in view; rows outside the view are empty space. */
export function FindingList({ context, rows }: FindingListProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const selectedId = useStore(context.use(studyToken).store, (state) => state.selectedFindingId);
  const [openPx, setOpenPx] = useState(FINDING_PX);
  const closed = useMemo(() => closedTops(rows, FINDING_PX), [rows]);
  const openAt = rowOfFinding(rows, selectedId);
  const offsets = useMemo(
    () => rowOffsets(closed, openAt === null ? null : { at: openAt, px: openPx }),
    [closed, openAt, openPx],
  );
  const { shown, measure } = useVisibleRows(frame, offsets);
  useScrollToSelected(frame, offsets, openAt, measure);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move the focus between the buttons inside
    <div ref={frame} className={styles.frame} onScroll={measure} onKeyDown={moveFocusByArrow}>
      <ul
        className={styles.rows}
        aria-label={readingTexts.findings.label}
        style={{ height: offsets.topOf(offsets.count) }}
      >
        {rows.slice(shown.from, shown.to).map((row, at) => (
          <li
            key={keyOf(row)}
            className={styles.rowSlot}
            style={{ transform: `translateY(${offsets.topOf(shown.from + at)}px)` }}
            aria-setsize={rows.length}
            aria-posinset={shown.from + at + 1}
          >
            <Row context={context} row={row} onHeight={setOpenPx} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly context: ExtensionContext;
  readonly row: ListRow;
  onHeight(px: number): void;
}

/** Memoised, so that opening or closing a row does not render other rows again. */
const Row = memo(function Row({ context, row, onHeight }: RowProps): ReactNode {
  if (row.kind === 'finding' || row.kind === 'annotation') {
    return <FindingRow context={context} finding={row.finding} onHeight={onHeight} />;
  }
  if (row.kind === 'side') {
    return (
      <div className={styles.head} data-testid={`side-${row.scan.laterality.id}`}>
        <b>{findingTexts.sides[row.scan.laterality.id]}</b>
        <span>{findingTexts.count(row.count)}</span>
      </div>
    );
  }
  if (row.kind === 'prior') {
    return (
      <div className={styles.head} data-testid="prior-findings">
        <b>{findingTexts.prior.head(scanDay(row.scan))}</b>
        <span>{findingTexts.count(row.count)}</span>
      </div>
    );
  }
  if (row.kind === 'annotations') {
    return <AnnotationsHead context={context} count={row.count} shown={row.shown} />;
  }
  if (row.kind === 'prior-finding') {
    return <PriorRow context={context} scan={row.scan} finding={row.finding} />;
  }
  return <SuggestionsHead context={context} count={row.count} shown={row.shown} />;
});

function AnnotationsHead(props: {
  readonly context: ExtensionContext;
  readonly count: number;
  readonly shown: boolean;
}): ReactNode {
  const { context, count, shown } = props;
  return (
    <button
      type="button"
      className={styles.fold}
      aria-expanded={shown}
      data-testid="annotations"
      onClick={() => context.use(findingsUiToken).set({ showsAnnotations: !shown })}
    >
      <Icon name={shown ? 'chevron-down' : 'chevron-right'} size={16} />
      <b>{findingTexts.annotations.title}</b>
      <span className={styles.count}>{count}</span>
    </button>
  );
}

function SuggestionsHead(props: {
  readonly context: ExtensionContext;
  readonly count: number;
  readonly shown: boolean;
}): ReactNode {
  const { context, count, shown } = props;
  const preferences = context.use(preferencesToken);
  return (
    <div className={styles.head} data-testid="suggestions">
      <Icon name={shown ? 'chevron-down' : 'chevron-right'} size={16} />
      <b>{findingTexts.suggestions}</b>
      <span className={styles.count}>{count}</span>
      <span className={styles.spacer} />
      <Switch
        label={findingTexts.showDetections}
        checked={shown}
        onChange={(on) => void preferences.save(DETECTIONS_PREFERENCE, on ? 'on' : 'off')}
      />
    </div>
  );
}

function keyOf(row: ListRow): string {
  switch (row.kind) {
    case 'finding':
    case 'annotation':
    case 'prior-finding':
      return row.finding.id;
    case 'suggestions':
      return row.kind;
    default:
      return `${row.kind} ${row.scan.id}`;
  }
}

/** Returns the range of the rows in view, and a function that updates the range after scrolling. */
function useVisibleRows(frame: React.RefObject<HTMLDivElement | null>, offsets: RowOffsets) {
  const rowsInView = useCallback(() => {
    const height = frame.current?.clientHeight ?? 0;
    const top = frame.current?.scrollTop ?? 0;
    return rowsBetween(offsets, top, height > 0 ? height : UNMEASURED_PX);
  }, [frame, offsets]);
  const [shown, setShown] = useState(rowsInView);
  const measure = useCallback((): void => {
    const next = rowsInView();
    setShown((current) => (current.from === next.from && current.to === next.to ? current : next));
  }, [rowsInView]);
  useLayoutEffect(() => {
    measure();
    const element = frame.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => measure());
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, measure]);
  return { shown, measure };
}

/** Scrolls the selected row into view, once for each selection and each height of the list. */
function useScrollToSelected(
  frame: React.RefObject<HTMLDivElement | null>,
  offsets: RowOffsets,
  /** Index of the selected row; null if no listed finding is selected. */
  selectedAt: number | null,
  measure: () => void,
): void {
  const scrolledFor = useRef<string | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    const key = `${selectedAt} ${offsets.topOf(offsets.count)}`;
    if (element === null || selectedAt === null || scrolledFor.current === key) return;
    scrolledFor.current = key;
    const top = scrollToShow(offsets, selectedAt, element.scrollTop, element.clientHeight);
    if (top === element.scrollTop) return;
    element.scrollTop = top;
    measure();
  }, [frame, offsets, selectedAt, measure]);
}

/** Moves the focus to the previous or next row by Up and Down, without selecting the finding. */
function moveFocusByArrow(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const focused = document.activeElement;
  if (step === undefined) return;
  if (!(focused instanceof HTMLElement) || focused.dataset.row === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  rows[rows.indexOf(focused) + step]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isNearEnd, rowsInView, type TableView, type TableWindow } from './table-window.ts';

const HEADER_PX = 32;

export interface WindowOptions {
  readonly frame: RefObject<HTMLElement | null>;
  readonly rowHeight: number;
  readonly count: number;
  readonly loadingMore: boolean;
  onEndReached?: (() => void) | undefined;
}

/** Computes the rows to render on scrolling and resizing, and when to request more. */
export function useTableWindow(options: WindowOptions): {
  readonly shown: TableWindow;
  /** Returns the current scroll position and size. */
  view(): TableView;
  /** Updates the rows after scrolling by code. */
  measure(): void;
} {
  const { frame, rowHeight, count } = options;
  const view = useCallback((): TableView => {
    const height = (frame.current?.clientHeight ?? 0) - HEADER_PX;
    return { scrollTop: frame.current?.scrollTop ?? 0, height, rowHeight, count };
  }, [frame, rowHeight, count]);
  const [shown, setShown] = useState(() => rowsInView(view()));
  const checkEndReached = useEndReached(options);
  const measure = useCallback((): void => {
    const current = view();
    const next = rowsInView(current);
    setShown((old) => (old.from === next.from && old.to === next.to ? old : next));
    checkEndReached(current);
  }, [view, checkEndReached]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    const element = frame.current;
    // Environments without layout, e.g. tests, lack ResizeObserver.
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => measure());
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, measure]);
  return { shown, view, measure };
}

/**
 * Requests more rows once per list length; again after the end was left, e.g. to retry a failed
 * request.
 */
function useEndReached(options: WindowOptions): (view: TableView) => void {
  const requestedCount = useRef<number | null>(null);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  return useCallback((view: TableView) => {
    const { loadingMore, onEndReached } = latest.current;
    if (!isNearEnd(view)) {
      requestedCount.current = null;
    } else if (!loadingMore && view.count > 0 && requestedCount.current !== view.count) {
      requestedCount.current = view.count;
      onEndReached?.();
    }
  }, []);
}

/** Returns the index of each row by id. */
export function useRowIndexes<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
): ReadonlyMap<string, number> {
  return useMemo(() => new Map(items.map((item, idx) => [idOf(item), idx])), [items, idOf]);
}

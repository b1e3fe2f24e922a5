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

const HEAD_PX = 32;

export interface WindowOptions {
  readonly frame: RefObject<HTMLElement | null>;
  readonly rowHeight: number;
  readonly count: number;
  readonly loadingMore: boolean;
  onEndReached?: (() => void) | undefined;
}

/** Which rows to draw as the frame scrolls and changes its size, and when to ask for more. */
export function useTableWindow(options: WindowOptions): {
  readonly shown: TableWindow;
  /** Where the frame stands right now. */
  view(): TableView;
  /** Looks again; after scrolling by code. */
  measure(): void;
} {
  const { frame, rowHeight, count } = options;
  const view = useCallback((): TableView => {
    const height = (frame.current?.clientHeight ?? 0) - HEAD_PX;
    return { scrollTop: frame.current?.scrollTop ?? 0, height, rowHeight, count };
  }, [frame, rowHeight, count]);
  const [shown, setShown] = useState(() => rowsInView(view()));
  const checkEndReached = useEndReached(options);
  const measure = useCallback((): void => {
    const now = view();
    const next = rowsInView(now);
    setShown((old) => (old.from === next.from && old.to === next.to ? old : next));
    checkEndReached(now);
  }, [view, checkEndReached]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    const element = frame.current;
    // Not every place that draws a table has layout; where there is none, nothing changes its size.
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => measure());
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, measure]);
  return { shown, view, measure };
}

/** Asks once for each length of the list; again after its end was left, e.g. when a fetch failed. */
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

/** Where each row stands, by its id. */
export function useRowIndexes<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
): ReadonlyMap<string, number> {
  return useMemo(() => new Map(items.map((item, idx) => [idOf(item), idx])), [items, idOf]);
}

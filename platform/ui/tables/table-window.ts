/** The rows that are drawn: from `from` up to but not including `to`. */
export interface TableWindow {
  readonly from: number;
  readonly to: number;
}

export interface TableView {
  /** How far the rows are scrolled, and how high the place for them is, in pixels. */
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** Rows drawn beyond each edge: a turn of the wheel is four of them, and each costs layout and paint. */
const OVERSCAN_ROWS = 6;
/** The window moves by whole steps: most scroll events then draw nothing anew. */
const STEP_ROWS = 8;
/** Rows before the last one at which more are asked for. */
const END_ROWS = 20;
/** A place that has no height yet, as before the first layout. */
const DEFAULT_HEIGHT_PX = 900;

export function rowsInView(view: TableView): TableWindow {
  const height = view.height > 0 ? view.height : DEFAULT_HEIGHT_PX;
  const first = Math.floor(view.scrollTop / view.rowHeight) - OVERSCAN_ROWS;
  const last = Math.ceil((view.scrollTop + height) / view.rowHeight) + OVERSCAN_ROWS;
  const from = Math.max(0, Math.floor(first / STEP_ROWS) * STEP_ROWS);
  const to = Math.min(view.count, Math.ceil(last / STEP_ROWS) * STEP_ROWS);
  return { from: Math.min(from, to), to };
}

/** The scroll position that shows a row whole, moving no further than needed. */
export function scrollToShow(idx: number, view: TableView): number {
  const top = idx * view.rowHeight;
  if (top < view.scrollTop) return top;
  return Math.max(view.scrollTop, top + view.rowHeight - view.height);
}

/** True when the last rows are near: time to fetch more. */
export function isNearEnd(view: TableView): boolean {
  const height = view.height > 0 ? view.height : DEFAULT_HEIGHT_PX;
  return view.scrollTop + height >= (view.count - END_ROWS) * view.rowHeight;
}

/** Where a key leads from a row; null for keys that don't walk. */
export function rowAfterKey(key: string, idx: number, view: TableView): number | null {
  const page = Math.max(1, Math.floor(view.height / view.rowHeight) - 1);
  const last = view.count - 1;
  const to = {
    ArrowDown: idx + 1,
    ArrowUp: idx - 1,
    PageDown: idx + page,
    PageUp: idx - page,
    Home: 0,
    End: last,
  }[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}

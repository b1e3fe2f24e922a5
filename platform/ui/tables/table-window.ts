/** Rendered rows from `from` up to, not including, `to`. */
export interface TableWindow {
  readonly from: number;
  readonly to: number;
}

export interface TableView {
  /** Scroll offset and visible height of the rows in px. */
  readonly scrollTop: number;
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
}

/**
 * Rows rendered beyond each edge: more than a wheel step of four rows; each row costs layout and
 * paint.
 */
const OVERSCAN_ROWS = 6;
/** Step of the window in rows, so that most scroll events redraw nothing. */
const STEP_ROWS = 8;
/** Number of rows before the end at which more are requested. */
const END_ROWS = 20;
/** Assumed height in px before the first layout. */
const DEFAULT_HEIGHT_PX = 900;

export function rowsInView(view: TableView): TableWindow {
  const height = view.height > 0 ? view.height : DEFAULT_HEIGHT_PX;
  const first = Math.floor(view.scrollTop / view.rowHeight) - OVERSCAN_ROWS;
  const last = Math.ceil((view.scrollTop + height) / view.rowHeight) + OVERSCAN_ROWS;
  const from = Math.max(0, Math.floor(first / STEP_ROWS) * STEP_ROWS);
  const to = Math.min(view.count, Math.ceil(last / STEP_ROWS) * STEP_ROWS);
  return { from: Math.min(from, to), to };
}

/** Returns the scroll position that shows the row completely with minimal scrolling. */
export function scrollToShow(idx: number, view: TableView): number {
  const top = idx * view.rowHeight;
  if (top < view.scrollTop) return top;
  return Math.max(view.scrollTop, top + view.rowHeight - view.height);
}

/** True near the end of the list, when more rows should be loaded. */
export function isNearEnd(view: TableView): boolean {
  const height = view.height > 0 ? view.height : DEFAULT_HEIGHT_PX;
  return view.scrollTop + height >= (view.count - END_ROWS) * view.rowHeight;
}

/** Returns the row index after a key press; null for other keys. */
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

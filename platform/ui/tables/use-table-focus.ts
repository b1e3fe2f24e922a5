import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { rowAfterKey, scrollToShow, type TableView } from './table-window.ts';

export interface FocusOptions {
  readonly frame: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Index of the selected row; null if not in the list. */
  readonly selectedIdx: number | null;
  readonly selectedId: string | null;
  view(): TableView;
  measure(): void;
  idAt(idx: number): string | null;
  /** Returns the current index of a row; null if not in the list. */
  rowIndexOf(id: string): number | null;
  onSelect(id: string): void;
  onOpen?: ((id: string) => void) | undefined;
}

const INSIDE = 'a, button, input, select, textarea, [role="switch"]';

/** Focused row by id; `idx` applies once the row is removed. */
interface FocusPosition {
  readonly id: string;
  readonly idx: number;
  readonly selectedId: string | null;
}

/** Handles keys and presses on rows. A single row is the Tab stop, even if not rendered. */
export function useTableFocus(options: FocusOptions) {
  const { frame, selectedIdx, selectedId, count } = options;
  const [focusPosition, setFocusPosition] = useState<FocusPosition | null>(null);
  // A selection from outside moves the Tab stop.
  const focusIdx =
    focusPosition !== null && focusPosition.selectedId === selectedId
      ? (options.rowIndexOf(focusPosition.id) ?? focusPosition.idx)
      : selectedIdx;
  const stop = count === 0 ? null : Math.min(count - 1, focusIdx ?? 0);
  const pendingFocusIdx = useRef<number | null>(null);
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // Moves the focus to the row at the same index, because a removed row emits no blur event.
    const isDetached = focused.current?.isConnected === false;
    const to = pendingFocusIdx.current ?? (isDetached ? stop : null);
    if (isDetached) focused.current = null;
    pendingFocusIdx.current = null;
    if (to !== null) rowAt(frame.current, to)?.focus({ preventScroll: true });
  });
  useRevealSelection(options);

  const goTo = (idx: number, select: boolean): void => {
    const element = frame.current;
    const id = options.idAt(idx);
    if (element === null || id === null) return;
    element.scrollTop = scrollToShow(idx, options.view());
    options.measure();
    pendingFocusIdx.current = idx;
    setFocusPosition({ id, idx, selectedId: select ? id : selectedId });
    if (select && id !== selectedId) options.onSelect(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const idx = rowOf(event.target);
    if (idx === null) return;
    const row = rowAt(frame.current, idx);
    const isRowTarget = event.target === row;
    const id = options.idAt(idx);
    const to = isRowTarget ? rowAfterKey(event.key, idx, options.view()) : null;
    if (event.altKey || event.ctrlKey || event.metaKey || id === null) return;
    if (isRowTarget && event.key === 'ArrowUp' && idx === 0) toHead(frame.current);
    else if (to !== null) goTo(to, true);
    else if (isRowTarget && event.key === 'Enter') options.onOpen?.(id);
    else if (isRowTarget && event.key === ' ') goTo(idx, true);
    else if (isRowTarget && event.key === 'ArrowRight') focusInside(row);
    else if (!isRowTarget && event.key === 'ArrowLeft') row?.focus();
    else return;
    event.preventDefault();
  };
  return {
    stop,
    enterRows: () => goTo(stop ?? 0, false),
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>): void => {
        const idx = rowOf(event.target);
        focused.current = idx === null ? null : event.target;
        const id = idx === null ? null : options.idAt(idx);
        if (idx !== null && id !== null && idx !== stop) setFocusPosition({ id, idx, selectedId });
      },
      onBlur: (): void => {
        focused.current = null;
      },
      onClick: (event: MouseEvent<HTMLElement>): void => {
        const id = idOfEvent(event, options);
        if (id !== null && id !== selectedId) options.onSelect(id);
      },
      onDoubleClick: (event: MouseEvent<HTMLElement>): void => {
        const id = idOfEvent(event, options);
        const inside = event.target instanceof Element && event.target.closest(INSIDE) !== null;
        if (id !== null && !inside) options.onOpen?.(id);
      },
    },
  };
}

/** Scrolls a row selected from outside into view. */
function useRevealSelection(options: FocusOptions): void {
  const { selectedId, selectedIdx, frame, view, measure } = options;
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (selectedIdx === null || shown.current === selectedId) return;
    shown.current = selectedId;
    const now = view();
    if (frame.current === null || now.height <= 0) return;
    frame.current.scrollTop = scrollToShow(selectedIdx, now);
    measure();
  }, [selectedId, selectedIdx, frame, view, measure]);
}

function idOfEvent(event: MouseEvent<HTMLElement>, options: FocusOptions): string | null {
  const idx = rowOf(event.target);
  return idx === null ? null : options.idAt(idx);
}

/** Returns the index of the row that contains an element, or null. */
export function rowOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[data-idx]') : null;
  return row === null ? null : Number(row.getAttribute('data-idx'));
}

function rowAt(frame: HTMLElement | null, idx: number): HTMLElement | null {
  return frame?.querySelector<HTMLElement>(`[data-idx="${idx}"]`) ?? null;
}

function toHead(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>('thead [tabindex="0"]')?.focus();
}

/** Focuses the first control inside a row. */
function focusInside(row: Element | null): void {
  row?.querySelector<HTMLElement>(INSIDE)?.focus();
}

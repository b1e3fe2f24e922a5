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

const CONTROLS = 'a, button, input, select, textarea, [role="switch"]';

/**
 * Focused row by id; `idx` applies once the row is removed. `selectedId` is the selection at the time
 * of the focus; a later selection from outside makes the position obsolete.
 */
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
  const tabStopIdx = count === 0 ? null : Math.min(count - 1, focusIdx ?? 0);
  const pendingFocusIdx = useRef<number | null>(null);
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // Moves the focus to the row at the same index, because a removed row emits no blur event.
    const isDetached = focused.current?.isConnected === false;
    const to = pendingFocusIdx.current ?? (isDetached ? tabStopIdx : null);
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
    if (isRowTarget && event.key === 'ArrowUp' && idx === 0) focusHead(frame.current);
    else if (to !== null) goTo(to, true);
    else if (isRowTarget && event.key === 'Enter') options.onOpen?.(id);
    else if (isRowTarget && event.key === ' ') goTo(idx, true);
    else if (isRowTarget && event.key === 'ArrowRight') focusInside(row);
    else if (!isRowTarget && event.key === 'ArrowLeft') row?.focus();
    else return;
    event.preventDefault();
  };
  return {
    tabStopIdx,
    enterRows: () => goTo(tabStopIdx ?? 0, false),
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>): void => {
        const idx = rowOf(event.target);
        focused.current = idx === null ? null : event.target;
        const id = idx === null ? null : options.idAt(idx);
        if (idx !== null && id !== null && idx !== tabStopIdx)
          setFocusPosition({ id, idx, selectedId });
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
        if (id !== null && !isOnControl(event.target)) options.onOpen?.(id);
      },
    },
  };
}

/** Scrolls a row selected from outside into view. */
function useRevealSelection(options: FocusOptions): void {
  const { selectedId, selectedIdx, frame, view, measure } = options;
  const revealedId = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (selectedIdx === null || revealedId.current === selectedId) return;
    revealedId.current = selectedId;
    const current = view();
    if (frame.current === null || current.height <= 0) return;
    frame.current.scrollTop = scrollToShow(selectedIdx, current);
    measure();
  }, [selectedId, selectedIdx, frame, view, measure]);
}

/** True for a control in a row, or an element inside a control. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
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

function focusHead(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>('thead [tabindex="0"]')?.focus();
}

/** Focuses the first control inside a row. */
function focusInside(row: Element | null): void {
  row?.querySelector<HTMLElement>(CONTROLS)?.focus();
}

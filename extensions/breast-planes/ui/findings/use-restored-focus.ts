import { type RefObject, useEffect, useRef } from 'react';

/** What stands over the page and belongs to whatever opened it. */
const OVERLAY = '[role=dialog], [role=menu], [role=alertdialog]';
/** A menu or a dialog that closes gives the focus back a few frames later, if it can. */
const MAX_FRAMES = 12;
const FIRST_FRAME = 3;

/** Where the reader was: the row among all rows, and what had the focus. */
interface FocusPosition {
  element: Element | null;
  row: number;
  inPanel: boolean;
}

/**
 * Whoever works by the keyboard keeps their place in the panel when what had the focus has gone with
 * its finding, its bar or its dialog: the selected finding's row, else the one that took its place,
 * else what the list says instead. `change` is whatever may take something away.
 */
export function useRestoredFocus(panel: RefObject<HTMLElement | null>, change: unknown): void {
  const focusRef = useRef<FocusPosition>({ element: null, row: 0, inPanel: false });

  useEffect(() => {
    const lastFocus = focusRef.current;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      lastFocus.element = target;
      if (panel.current?.contains(target) === true) {
        lastFocus.inPanel = true;
        const row = rowOf(panel.current, target);
        if (row !== -1) lastFocus.row = row;
      } else if (target.closest(OVERLAY) === null) lastFocus.inPanel = false;
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent): void => {
      const isInOverlay = !(target instanceof Element) || target.closest(OVERLAY) !== null;
      if (relatedTarget !== null || isInOverlay) return;
      // Left by a press beside everything; what was taken away is gone after its removal.
      queueMicrotask(() => {
        if (target.isConnected && isNothingFocused()) lastFocus.inPanel = false;
      });
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [panel]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed may have taken the focus
  useEffect(() => {
    const lastFocus = focusRef.current;
    let frames = 0;
    let timer = 0;
    const check = (): void => {
      frames += 1;
      const focusLost =
        lastFocus.inPanel && lastFocus.element?.isConnected !== true && isNothingFocused();
      if (focusLost && frames >= FIRST_FRAME) focusNearestRow(panel.current, lastFocus.row);
      else if (frames < MAX_FRAMES) timer = requestAnimationFrame(check);
    };
    timer = requestAnimationFrame(check);
    return () => cancelAnimationFrame(timer);
  }, [panel, change]);
}

const isNothingFocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

const rowsOf = (panel: Element): readonly HTMLElement[] => [
  ...panel.querySelectorAll<HTMLElement>('[data-row]'),
];

/** Which of the rows holds it; -1 where none does. */
function rowOf(panel: Element, element: Element): number {
  const inRow = element.closest('[data-finding-id]') ?? element;
  return rowsOf(panel).findIndex((row) => row === element || inRow.contains(row));
}

function focusNearestRow(panel: Element | null, at: number): void {
  if (panel === null) return;
  const rows = rowsOf(panel);
  const selected = rows.find((row) => row.getAttribute('aria-current') === 'true');
  const next = selected ?? rows[Math.min(at, rows.length - 1)];
  const fallback = panel.querySelector<HTMLElement>('[data-no-findings] button');
  (next ?? fallback ?? panel.querySelector<HTMLElement>('button'))?.focus({ preventScroll: false });
}

import { type RefObject, useEffect, useRef } from 'react';

/** Selector of overlays; focus in an overlay does not count as leaving the panel. */
const OVERLAY = '[role=dialog], [role=menu], [role=alertdialog]';
/** Maximum number of frames to wait for a closing menu or dialog to return the focus. */
const MAX_FRAMES = 12;
/** First frame that restores the focus; before, a closing menu or dialog can still return it. */
const FIRST_FRAME = 3;

interface LastFocus {
  element: Element | null;
  /** Index of the last focused row. */
  row: number;
  /** True while the focus is in the panel or in an overlay opened from the panel. */
  inPanel: boolean;
}

/**
 * Restores the keyboard focus in the panel after the focused element was removed with its finding,
 * bar or dialog: to the row of the selected finding, else the row at the same index, else the
 * button of the empty list.
 */
export function useRestoredFocus(panel: RefObject<HTMLElement | null>): void {
  const focusRef = useRef<LastFocus>({ element: null, row: 0, inPanel: false });

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
      // The focus left the panel by a press outside if the element is still in the page.
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

  // Runs after each render of the panel, because each can have removed the focused element.
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
  });
}

const isNothingFocused = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

const rowsOf = (panel: Element): readonly HTMLElement[] => [
  ...panel.querySelectorAll<HTMLElement>('[data-row]'),
];

/** Returns the index of the row that contains the element, or -1. */
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

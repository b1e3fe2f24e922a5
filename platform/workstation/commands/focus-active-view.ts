/** Returns the views in document order, without views that a maximised view covers. */
const views = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-cell]:not([inert])'),
];

const imageAreaOf = (view: HTMLElement | undefined): HTMLElement | null =>
  view?.querySelector<HTMLElement>('[tabindex="0"]:not(button, input, a)') ?? null;

/** Returns whether the page shows a view. */
export const hasViews = (): boolean => views().length > 0;

/**
 * Focuses the image of the active view, or of the first view, so that Space and arrow keys act on
 * the image after a click on a tool.
 */
export function focusActiveView(activeCellId: string | null): void {
  const shown = views();
  const active = shown.find((view) => view.dataset.cell === activeCellId) ?? shown[0];
  imageAreaOf(active)?.focus({ preventScroll: true });
}

/**
 * Focuses the image of the next (`step` 1) or previous (−1) view, cyclically; from outside the
 * views, focuses the active view. Skips views without an image.
 */
export function focusNextView(activeCellId: string | null, step: 1 | -1): void {
  const shown = views().filter((view) => imageAreaOf(view) !== null);
  const focusedIdx = shown.findIndex((view) => view.contains(document.activeElement));
  if (focusedIdx === -1) {
    focusActiveView(activeCellId);
    return;
  }
  const next = shown[(focusedIdx + step + shown.length) % shown.length];
  imageAreaOf(next)?.focus({ preventScroll: true });
}

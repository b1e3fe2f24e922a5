/** Returns the views that are not covered, in document order. */
const views = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-cell]:not([inert])'),
];

const imageAreaOf = (view: HTMLElement | undefined): HTMLElement | null =>
  view?.querySelector<HTMLElement>('[tabindex="0"]:not(button, input, a)') ?? null;

export const hasViews = (): boolean => views().length > 0;

/**
 * Focuses the image of the active view, or of the first view, so that Space and arrow keys act on
 * the image after a click on a tool.
 */
export function focusActiveView(activeCellId: string | null): void {
  const all = views();
  const active = all.find((view) => view.dataset.cell === activeCellId) ?? all[0];
  imageAreaOf(active)?.focus({ preventScroll: true });
}

/**
 * Focuses the image of the next (`by` 1) or previous (−1) view, cyclically; from outside the views,
 * focuses the active view. Skips views without an image.
 */
export function focusNextView(activeCellId: string | null, by: 1 | -1): void {
  const all = views().filter((view) => imageAreaOf(view) !== null);
  const at = all.findIndex((view) => view.contains(document.activeElement));
  if (at === -1) focusActiveView(activeCellId);
  else imageAreaOf(all[(at + by + all.length) % all.length])?.focus({ preventScroll: true });
}

/** The views that can be reached, in their order on the page. */
const views = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-cell]:not([inert])'),
];

const imageAreaOf = (view: HTMLElement | undefined): HTMLElement | null =>
  view?.querySelector<HTMLElement>('[tabindex="0"]:not(button, input, a)') ?? null;

export const hasViews = (): boolean => views().length > 0;

/**
 * Gives the keys back to the picture of the active view, or of the first one: after a click on a
 * tool, Space and arrows are meant for the picture, not for the button that was clicked last.
 */
export function focusActiveView(activeCellId: string | null): void {
  const all = views();
  const active = all.find((view) => view.dataset.cell === activeCellId) ?? all[0];
  imageAreaOf(active)?.focus({ preventScroll: true });
}

/**
 * Gives the keys to the picture of the next view (`by` 1) or the one before (−1), round and round;
 * from outside of the views to the active one. Views without a picture are passed over.
 */
export function focusNextView(activeCellId: string | null, by: 1 | -1): void {
  const all = views().filter((view) => imageAreaOf(view) !== null);
  const at = all.findIndex((view) => view.contains(document.activeElement));
  if (at === -1) focusActiveView(activeCellId);
  else imageAreaOf(all[(at + by + all.length) % all.length])?.focus({ preventScroll: true });
}

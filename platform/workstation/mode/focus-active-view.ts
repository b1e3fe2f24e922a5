/**
 * Gives the keys back to the picture of the active view, or of the first one: after a click on a
 * tool, Space and arrows are meant for the picture, not for the button that was clicked last.
 */
export function focusActiveView(activeCellId: string | null): void {
  const cells = [...document.querySelectorAll<HTMLElement>('[data-cell]:not([inert])')];
  const cell = cells.find((one) => one.dataset.cell === activeCellId) ?? cells[0];
  const picture = cell?.querySelector<HTMLElement>('[tabindex="0"]:not(button, input, a)');
  picture?.focus({ preventScroll: true });
}

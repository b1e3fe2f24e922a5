import { type RefObject, useLayoutEffect } from 'react';

/**
 * Steps in which the bar makes space for the patient, in this order: the product name and names of
 * links; details of study and scans; words of states; words of actions; a menu for the last
 * controls; the name of the patient in two smaller lines. Each step keeps the ones before.
 */
const STEPS = ['product', 'details', 'states', 'actions', 'menu', 'name'] as const;

/**
 * Keeps the content of the bar within its width: sets `data-tight` on the bar to the steps that are
 * needed. An element with `data-bar-label="STEP"` is for screen readers only from that step on;
 * an element with `data-bar-short="STEP"` is shown from then on in its place.
 */
export function useBarFit(
  bar: RefObject<HTMLElement | null>,
  middle: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [barElement, middleElement] = [bar.current, middle.current];
    if (barElement === null || middleElement === null) return;
    const update = (): void => fitBar(barElement, middleElement);
    update();
    // Runs before the next frame is drawn, so that no content is ever seen clipped.
    const mutations = new MutationObserver(update);
    mutations.observe(barElement, { childList: true, characterData: true, subtree: true });
    if (typeof ResizeObserver === 'undefined') return () => mutations.disconnect();
    const sizes = new ResizeObserver(update);
    sizes.observe(barElement);
    return () => {
      mutations.disconnect();
      sizes.disconnect();
    };
  }, [bar, middle]);
}

function fitBar(bar: HTMLElement, middle: HTMLElement): void {
  const name = middle.querySelector<HTMLElement>('[data-identity]');
  if (name !== null) name.style.width = '';
  for (let count = 0; count <= STEPS.length; count++) {
    bar.dataset.tight = STEPS.slice(0, count).join(' ');
    if (STEPS[count - 1] === 'name' && name !== null) wrapName(name);
    if (middle.scrollWidth <= middle.clientWidth) return;
  }
}

/** Width in px by which a name is widened until it has two lines. */
const NAME_STEP_PX = 4;

/** Gives the name the smallest width at which it has two lines. */
function wrapName(name: HTMLElement): void {
  const lineHeightPx = Number.parseFloat(getComputedStyle(name).lineHeight);
  const oneLinePx = name.offsetWidth;
  for (let widthPx = Math.ceil(oneLinePx / 2); widthPx < oneLinePx; widthPx += NAME_STEP_PX) {
    name.style.width = `${widthPx}px`;
    if (name.scrollHeight <= 2 * lineHeightPx + 1 && name.scrollWidth <= widthPx) return;
  }
  name.style.width = '';
}

/** Where the main area of a reading room lies: below the bar, between rail and panel. */
export function makePlace(page: Document): HTMLElement {
  const place = page.createElement('div');
  place.setAttribute('aria-hidden', 'true');
  place.dataset.firstLook = '';
  Object.assign(place.style, {
    position: 'fixed',
    top: 'var(--bar)',
    right: 'var(--side-panel)',
    bottom: '0',
    left: 'var(--rail)',
    zIndex: '1',
    // What lies beneath can be used as soon as it is there.
    pointerEvents: 'none',
  });
  return place;
}

/** Where the main area of a reading room lies: below the bar, between rail and panel. */
export function createPreviewContainer(page: Document): HTMLElement {
  const container = page.createElement('div');
  container.setAttribute('aria-hidden', 'true');
  container.dataset.firstLook = '';
  Object.assign(container.style, {
    position: 'fixed',
    top: 'var(--bar)',
    right: 'var(--side-panel)',
    bottom: '0',
    left: 'var(--rail)',
    zIndex: '1',
    // What lies beneath can be used as soon as it is there.
    pointerEvents: 'none',
  });
  return container;
}

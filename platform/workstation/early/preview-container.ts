/**
 * Creates a container at the position of the main area of the study page: below the bar, between
 * tool rail and panel.
 */
export function createPreviewContainer(page: Document): HTMLElement {
  const container = page.createElement('div');
  container.setAttribute('aria-hidden', 'true');
  container.dataset.bootPreview = '';
  Object.assign(container.style, {
    position: 'fixed',
    top: 'var(--bar)',
    right: 'var(--side-panel)',
    bottom: '0',
    left: 'var(--rail)',
    zIndex: '1',
    // Lets clicks reach the page below.
    pointerEvents: 'none',
  });
  return container;
}

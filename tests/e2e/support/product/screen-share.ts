import type { Page } from 'playwright-core';

/**
 * Returns the shares of the screen (0 to 1) covered by views with their bars, and by images alone.
 */
export const screenShare = (
  page: Page,
): Promise<{ readonly views: number; readonly images: number }> =>
  page.evaluate(() => {
    const area = (selector: string): number =>
      [...document.querySelectorAll(selector)].reduce((sum, element) => {
        const box = element.getBoundingClientRect();
        return sum + box.width * box.height;
      }, 0);
    const screenArea = innerWidth * innerHeight;
    return {
      views: area('[data-cell]') / screenArea,
      images: area('[data-testid^=image-]') / screenArea,
    };
  });

/** Finds clipped controls in the bars of the reading page; empty when all are visible. */
export const findClippedControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const names: string[] = [];
    const root = document.scrollingElement;
    if (root !== null && root.scrollWidth > innerWidth) names.push('the page scrolls horizontally');
    const tabs = document.querySelector('[data-of-layout]');
    const tabsBox = tabs?.getBoundingClientRect() ?? null;
    const hiddenTabs = [...(tabs?.querySelectorAll('button') ?? [])].filter((tab) => {
      const isVisible = getComputedStyle(tab).visibility === 'visible';
      const { right } = tab.getBoundingClientRect();
      if (isVisible && right > (tabsBox?.right ?? 0) + 0.5)
        names.push(`clipped tab ${tab.textContent}`);
      return !isVisible;
    });
    const more = document.querySelector('button[aria-label^="More layouts"]');
    if (tabs === null) names.push('no tabs');
    if (hiddenTabs.length > 0 && more === null)
      names.push(`${hiddenTabs.length} tabs without a menu`);
    for (const bar of document.querySelectorAll('[data-cell] header, [data-cell] footer')) {
      const box = bar.getBoundingClientRect();
      // The input of a slider is always hidden.
      for (const control of bar.querySelectorAll('button, input:not([type=range])')) {
        if (getComputedStyle(control).visibility === 'hidden') continue;
        const controlBox = control.getBoundingClientRect();
        if (
          controlBox.width > 0 &&
          (controlBox.right > box.right + 0.5 || controlBox.left < box.left - 0.5)
        ) {
          names.push(control.getAttribute('aria-label') ?? control.textContent ?? '?');
        }
      }
    }
    return names;
  });

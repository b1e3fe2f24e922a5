import type { Page } from 'playwright-core';

/** Parts of the screen (0..1) that views with their bars and images alone take. */
export const screenShare = (
  page: Page,
): Promise<{ readonly views: number; readonly images: number }> =>
  page.evaluate(() => {
    const area = (selector: string): number =>
      [...document.querySelectorAll(selector)].reduce((sum, one) => {
        const box = one.getBoundingClientRect();
        return sum + box.width * box.height;
      }, 0);
    const all = innerWidth * innerHeight;
    return { views: area('[data-cell]') / all, images: area('[data-testid^=picture-]') / all };
  });

/** What of the reading screen's bars can't be reached by sight; nothing, as it is to be. */
export const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const names: string[] = [];
    const root = document.scrollingElement;
    if (root !== null && root.scrollWidth > innerWidth) names.push('the page scrolls sideways');
    const tabs = document.querySelector('[data-of-layout]');
    const over = tabs === null ? 999 : tabs.scrollWidth - tabs.clientWidth;
    if (over > 0) names.push(`tabs, by ${over} px`);
    for (const bar of document.querySelectorAll('[data-cell] header, [data-cell] footer')) {
      const box = bar.getBoundingClientRect();
      for (const one of bar.querySelectorAll('button, input')) {
        const own = one.getBoundingClientRect();
        if (own.width > 0 && (own.right > box.right + 0.5 || own.left < box.left - 0.5)) {
          names.push(one.getAttribute('aria-label') ?? one.textContent ?? '?');
        }
      }
    }
    return names;
  });

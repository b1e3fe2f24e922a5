import type { Page } from 'playwright-core';

/**
 * Finds clipped texts, texts of drawings that are scaled below 10.5 px, and horizontal scrolling of
 * the page.
 */
export function findClipped(page: Page, within = 'body'): Promise<readonly string[]> {
  return page.evaluate((root) => {
    const clipped: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth)
      clipped.push('the page scrolls horizontally');
    for (const element of document.querySelectorAll<HTMLElement>(`${root} *`)) {
      const isLeaf = element.children.length === 0 && (element.textContent ?? '').trim() !== '';
      if (!isLeaf || element.closest('svg, [aria-hidden=true]') !== null) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      const isOutside = box.right > innerWidth + 1 || box.left < -1;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isClipped =
        element.scrollWidth > element.clientWidth + 1 &&
        overflowX !== 'visible' &&
        textOverflow !== 'ellipsis';
      if (isOutside || isClipped) clipped.push((element.textContent ?? '').trim());
    }
    for (const text of document.querySelectorAll<SVGTextElement>(`${root} svg text`)) {
      const sizePx = Number.parseFloat(getComputedStyle(text).fontSize);
      if (sizePx * (text.getScreenCTM()?.a ?? 1) < 10.5) clipped.push(`small: ${text.textContent}`);
    }
    return clipped;
  }, within);
}

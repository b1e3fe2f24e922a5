import type { Page } from 'playwright-core';
import { addPseudoLocale, pseudoText } from '../../../platform/workstation/locale/pseudo-locale.ts';
import { DEMO_PASSWORD } from '../../e2e/support/product/browser.ts';

// Translates the catalogues in this process too, so that tests name elements by catalogue entry.
addPseudoLocale();

/** Returns a literal text as the pseudo-locale shows it; leaves entries of catalogues unchanged. */
export const pseudo = (text: string): string => pseudoText(text, []);

/** Makes every page of a browser context show the pseudo-locale. */
export async function selectPseudoLocale(page: Page): Promise<void> {
  await page.context().addInitScript(() => localStorage.setItem('clockface.locale', 'en-XA'));
}

/** Signs in by field names, because the labels are accented. */
export async function signInPseudo(page: Page, url: string, account: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.locator('input[name=email]').fill(`${account}@demo.clockface.example`);
  await page.locator('input[name=password]').fill(DEMO_PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((address) => !address.hash.includes('/login'));
}

/**
 * Returns the visible texts and accessible names of a page that no catalogue contains: two adjacent
 * letters outside of the brackets of the pseudo-locale, in a text without a match of `data`. Keys
 * of the keyboard and names of languages are not texts of a catalogue.
 */
export function findUntranslated(page: Page, data: readonly RegExp[]): Promise<readonly string[]> {
  const sources = data.map(({ source }) => source);
  return page.evaluate((patterns) => {
    const names = ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'];
    const withoutData = (text: string): string =>
      patterns.reduce((rest, pattern) => rest.replace(new RegExp(pattern, 'gu'), ''), text);
    const isMissing = (outside: string): boolean => /\p{L}{2}/u.test(withoutData(outside));
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('script, style, noscript, kbd, option[lang]') === null;
    const outsideOf = (text: string): string => {
      let rest = text;
      // Brackets can contain brackets, of a text that is a value of another.
      while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '');
      return rest;
    };
    const missing = new Set<string>();
    for (const element of document.body.querySelectorAll('*')) {
      if (!isShown(element)) continue;
      for (const name of names) {
        const text = element.getAttribute(name) ?? '';
        if (isMissing(outsideOf(text))) missing.add(`${name}: ${text}`);
      }
      for (const node of element.childNodes) {
        const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '';
        if (!isMissing(outsideOf(text))) continue;
        // A part of a text, whose brackets are in other nodes: decides by the text around it.
        const around = /[⟦⟧]/.test(text) || element.matches('mark, b, strong, em, small, span');
        const whole = around ? (element.parentElement?.textContent ?? '') : text;
        const inside = around && outsideOf(whole) !== whole && !isMissing(outsideOf(whole));
        if (!inside) missing.add(`text: ${text.trim()}`);
      }
    }
    return [...missing];
  }, sources);
}

/**
 * Returns the texts that their box or a box around it clips: horizontally without a title that
 * shows them, or vertically.
 */
export function findCutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const cut = new Set<string>();
    // A box that scrolls hides nothing for good.
    const isHiddenByParent = (element: HTMLElement): boolean => {
      const { left, right } = element.getBoundingClientRect();
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (/auto|scroll/.test(overflowX)) return false;
        if (!/hidden|clip/.test(overflowX)) continue;
        const limits = box.getBoundingClientRect();
        // A text for screen readers only.
        if (limits.width <= 1) return false;
        if (left < limits.left - 1 || right > limits.right + 1) return true;
      }
      return false;
    };
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const text = (element.textContent ?? '').trim();
      if (element.children.length > 0 || text === '' || !/⟦/.test(text)) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || element.closest('svg') !== null) continue;
      const style = getComputedStyle(element);
      const hasTitle = element.closest('[title]') !== null;
      const isCutX =
        element.scrollWidth > element.clientWidth + 1 &&
        style.overflowX !== 'visible' &&
        style.display !== 'inline';
      const isCutY =
        element.scrollHeight > element.clientHeight + 2 &&
        /hidden|clip/.test(style.overflowY) &&
        style.display !== 'inline';
      if ((isCutX || isCutY) && !hasTitle) cut.add(`${isCutX ? 'wide' : 'high'}: ${text}`);
      if (isHiddenByParent(element) && !hasTitle) cut.add(`hidden: ${text}`);
      const box = element.getBoundingClientRect();
      const scrolls = element.closest('[role=grid], [role=table]') !== null;
      if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls) cut.add(`outside: ${text}`);
    }
    return [...cut];
  });
}

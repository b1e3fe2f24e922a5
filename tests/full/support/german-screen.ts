import type { Page } from 'playwright-core';
import { DEMO_PASSWORD } from '../../e2e/support/product/browser.ts';

/** Makes every page of a browser context German. */
export async function selectGerman(page: Page): Promise<void> {
  await page.context().addInitScript(() => localStorage.setItem('clockface.locale', 'de'));
}

export async function signInGerman(page: Page, url: string, account: string): Promise<void> {
  await page.goto(`${url}/#/login`);
  await page.getByLabel('E-Mail').fill(`${account}@demo.clockface.example`);
  await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL((address) => !address.hash.includes('/login'));
}

/** Returns all texts and accessible names of a page, visible or not. */
export function shownTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) texts.push(nodes.currentNode.textContent ?? '');
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(
      (element) =>
        ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [...texts, ...names].map((text) => text.trim()).filter((text) => text !== '');
  });
}

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from './support/product/browser.ts';
import { importPhantom, type PhantomStudy } from './support/product/phantom-study.ts';
import { type Product, startProduct, testSite } from './support/product/product.ts';
import { startRelay } from './support/product/relay.ts';

let product: Product;
let browser: Browser;
let phantom: PhantomStudy;
beforeAll(async () => {
  product = await startProduct(testSite());
  browser = await launchBrowser();
  phantom = await importPhantom(product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const readingAddress = (): string =>
  `${product.url}/#/scan?study=${phantom.studyId}&scan=${phantom.scanId}`;

async function openReading(page: Page): Promise<void> {
  await page.goto(readingAddress());
  await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
}

/** Returns 'true' when the tool is selected. */
const pressedState = (page: Page, tool: string): Promise<string | null> =>
  page.getByRole('button', { name: tool, exact: true }).getAttribute('aria-pressed');

describe('the commands', () => {
  it('are found with Ctrl+K, even from a search field, and open their page', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.goto(`${product.url}/#/home`);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('option', { name: 'Sign out' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'palette');
    await page.keyboard.type('newp');
    await page.getByRole('option', { name: 'New patient' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New patient' }).waitFor();
    expect(page.url()).toContain('#/patient-list');
    await page.keyboard.press('Escape');

    await page.getByRole('searchbox', { name: 'Search patients' }).focus();
    await page.keyboard.press('Control+k');
    await palette.getByRole('option').first().waitFor();
    expect(await palette.getByRole('option').first().textContent()).toContain('New patient');
    await page.keyboard.type('pref');
    await page.getByRole('option', { name: 'Preferences' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('of a mode run from the palette, and a changed shortcut applies in all tabs', async () => {
    const { page, context, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await openReading(page);
    expect(await pressedState(page, 'Length')).toBe('false');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: /^Length/ }).waitFor();
    await page.keyboard.type('length');
    await page.keyboard.press('Enter');
    await expect.poll(() => pressedState(page, 'Length')).toBe('true');
    await page.keyboard.press('Shift+?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Undo').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'help');
    await page.keyboard.type('length');
    await help.getByText('Undo').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    const other = await context.newPage();
    await other.goto(`${product.url}/#/preferences`);
    await other.getByRole('button', { name: 'Change shortcut of Length' }).focus();
    // No two commands share a default shortcut.
    expect(await other.locator('td [role=alert]').count()).toBe(0);
    await other.keyboard.press('Enter');
    const recorder = other.getByRole('dialog', { name: 'New shortcut for Length' });
    await recorder.waitFor();
    await other.keyboard.press('f');
    await recorder.getByText('F is the shortcut of “Maximise the active view”.').waitFor();
    expect(await axeViolations(other)).toEqual([]);
    await screenshot(other, 'key-conflict');
    await other.keyboard.press('9');
    await recorder.getByRole('button', { name: 'Use shortcut' }).click();
    await recorder.waitFor({ state: 'detached' });
    // The pointer now rests on an element that was beneath the dialog, and its tooltip would appear
    // outside the page.
    await other.mouse.move(1, 1);
    await other.getByRole('tooltip').waitFor({ state: 'detached' });
    expect(await axeViolations(other)).toEqual([]);
    await screenshot(other, 'preferences');

    await page.bringToFront();
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('9');
        return pressedState(page, 'Length');
      })
      .toBe('true');
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await expect.poll(() => pressedState(page, 'Length')).toBe('false');

    await other.bringToFront();
    await other.getByRole('button', { name: 'Reset all shortcuts' }).click();
    const question = other.getByRole('alertdialog').or(other.getByRole('dialog'));
    await question.waitFor();
    expect(await axeViolations(other)).toEqual([]);
    await question.getByRole('button', { name: 'Reset all shortcuts' }).click();
    await question.waitFor({ state: 'detached' });
    await page.bringToFront();
    await expect
      .poll(async () => {
        await page.keyboard.press('m');
        return pressedState(page, 'Length');
      })
      .toBe('true');
    expect(errors).toEqual([]);
    await close();
  });
});

describe('the palette', () => {
  it('takes the keys that are typed while its code loads, and the reading room gets none', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await openReading(page);
    const pressedTools = () =>
      page.locator('[role=toolbar] button[aria-pressed=true]').allTextContents();
    const before = await pressedTools();
    const { promise: typed, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dir');
    release();
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('dir');
    expect(await pressedTools()).toEqual(before);
    await page.keyboard.type('x');
    await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('dirx');
    expect(errors).toEqual([]);
    await close();
  });
});

describe('the workstation', () => {
  it('reports an unreachable server, keeps unsaved entries, and reports the reconnection', async () => {
    const relay = await startRelay(product.url);
    const { page, close } = await visit(browser);
    await signIn(page, relay.url, 'physician');
    await page.getByRole('button', { name: 'New patient' }).first().click();
    await page.getByRole('dialog').getByLabel('Last name').fill('Brandt');
    await relay.stop();
    await page.getByText('Offline', { exact: true }).waitFor();
    await screenshot(page, 'offline');
    expect(await page.getByRole('dialog').getByLabel('Last name').inputValue()).toBe('Brandt');
    await relay.start();
    await page.getByText('The connection to the server was restored.').waitFor();
    await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' });
    await close();
    await relay.stop();
  });

  it('offers a reload in place of a page whose code cannot be loaded', async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.getByRole('button', { name: 'New patient' }).first().waitFor();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${product.url}/#/preferences`);
    // The panels of the bar show errors of their own.
    await page.getByRole('main').getByText('Part of the program could not be loaded').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'chunk-missing');
    await page.unroute('**/*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await close();
  });

  it('offers a reload in place of an extension whose code cannot be loaded, and keeps its bar', async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.goto(`${product.url}/#/scan`);
    await page.getByText('No study is open.').waitFor();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(readingAddress());
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    expect(await page.getByRole('button', { name: /^PD Account of/ }).isVisible()).toBe(true);
    await page.unroute('**/*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
    await close();
  });
});

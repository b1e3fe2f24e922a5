import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiReader } from './support/product/api.ts';
import { axeViolations } from './support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from './support/product/browser.ts';
import { tabTo } from './support/product/keyboard.ts';
import { importPhantom, type PhantomStudy } from './support/product/phantom-study.ts';
import { type Product, startProduct } from './support/product/product.ts';

let product: Product;
let browser: Browser;
let phantom: PhantomStudy;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  phantom = await importPhantom(product);
  const reader = await apiReader(product, 'physician');
  const names = { code: 'CF-9', firstName: 'Ruth', birthDate: null, sex: null };
  const response = await reader.send('POST', '/patients', { ...names, lastName: 'Amsalem' });
  const { id } = (await response.json()) as { id: string };
  await reader.send('POST', '/studies', {
    patientId: id,
    accessionNumber: 'A-9',
    priority: 'STAT',
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function openWorklist(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/study-list`);
  await page
    .getByRole('row', { name: /Phantom|Study / })
    .first()
    .waitFor();
}

const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);

describe('the worklist', () => {
  it('sorts by waiting time and lets a priority be changed by mouse', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await openWorklist(page);
    const rows = page.locator('tbody tr');
    // The STAT study has no scan yet, so that it does not wait for a reader.
    await expect.poll(() => rows.first().textContent()).toContain('Phantom');
    await page.getByText('sorted by waiting, longest first').waitFor();
    await page.getByRole('columnheader', { name: 'Priority' }).click();
    await page.getByRole('columnheader', { name: 'Priority' }).click();
    await page.getByText('sorted by priority, most urgent first').waitFor();
    await expect.poll(() => rows.first().textContent()).toContain('Amsalem');
    await page.reload();
    await page.getByText('sorted by priority, most urgent first').waitFor();
    await page.getByRole('row', { name: /Phantom/ }).click();
    await page.getByRole('complementary').getByText('Urgent', { exact: true }).click();
    await page.getByText('Priority is now urgent').waitFor();
    const reader = await apiReader(product, 'viewer');
    expect(await reader.get(`/studies/${phantom.studyId}`)).toMatchObject({ priority: 'URGENT' });
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'study-list');

    await page.getByRole('button', { name: 'Priority', exact: true }).click();
    await page.getByRole('menuitem', { name: 'STAT' }).click();
    await page.getByText('1 study matches').waitFor();
    await page.getByRole('button', { name: 'Remove filter Priority' }).click();
    await page.getByText('2 studies', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByLabel('New note').fill('Read the left side first');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText(/^You, /).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('opens a study by keyboard, and shows other users who reads the study until the reader leaves', async () => {
    const { page, errors, close } = await visit(browser, 1280, 800);
    await signIn(page, product.url, 'physician');
    await openWorklist(page);
    await tabTo(page, /^Search studies/);
    await page.keyboard.type('phantom');
    await page.getByText('1 study matches').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => address.hash.includes(`study=${phantom.studyId}`));
    await page.getByTestId('view-COR').waitFor();

    const reader = await apiReader(product, 'viewer');
    const claimedBy = async () => {
      const { items } = (await reader.get('/studies')) as {
        items: { id: string; claimedBy: { name: string } | null }[];
      };
      return items.find(({ id }) => id === phantom.studyId)?.claimedBy ?? null;
    };
    await expect.poll(claimedBy, { timeout: 20_000 }).not.toBeNull();
    const other = await visit(browser);
    await signIn(other.page, product.url, 'viewer');
    await openWorklist(other.page);
    const readerName = (await claimedBy())?.name ?? '';
    await other.page
      .getByRole('row', { name: /Phantom/ })
      .getByText(readerName)
      .waitFor();
    await screenshot(other.page, 'study-list-held');
    await other.close();

    await page.goto(`${product.url}/#/home`);
    await expect.poll(claimedBy, { timeout: 20_000 }).toBeNull();
    await page.getByRole('link', { name: /Read next/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'home-physician');
    expect(errors).toEqual([]);
    await close();
  });

  it('changes the priority of a study by keyboard and keeps the focus in its row', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await openWorklist(page);
    await tabTo(page, /^Search studies/);
    await page.keyboard.type('phantom');
    await page.getByText('1 study matches').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const button = page.getByRole('button', { name: /change priority of .*Phantom/ });
    await expect.poll(() => isFocused(button)).toBe(true);
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: /^Priority of .*Phantom/ });
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(button)).toBe(true);
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await expect.poll(() => isFocused(menu.getByRole('menuitem').first())).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Priority is now stat').waitFor();
    await expect
      .poll(() => isFocused(page.getByRole('button', { name: /^STAT: change/ })))
      .toBe(true);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => isFocused(page.getByRole('row', { name: /Phantom/ }))).toBe(true);
    const reader = await apiReader(product, 'viewer');
    expect(await reader.get(`/studies/${phantom.studyId}`)).toMatchObject({ priority: 'STAT' });
    expect(errors).toEqual([]);
    await close();
  });

  it('shows a blind annotator no names, also in place of the patient list', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'annotator');
    await page.waitForURL((address) => address.hash === '#/patient-list');
    await page.getByRole('heading', { name: /^Study [0-9A-F]{6}$/ }).waitFor();
    expect(await page.locator('body').textContent()).not.toMatch(/Phantom|Amsalem|CF-9|A-9|STAT/);
    expect(await page.getByRole('searchbox').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'study-list-blind');
    await page.goto(`${product.url}/#/home`);
    await page.getByText('2 studies to annotate').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'home-annotator');
    expect(errors).toEqual([]);
    await close();
  });
});

describe('the home page', () => {
  it("shows today's patients to operators and the site status to administrators", async () => {
    const operator = await visit(browser);
    await signIn(operator.page, product.url, 'operator');
    await operator.page.goto(`${product.url}/#/home`);
    await operator.page.getByRole('link', { name: /Phantom/ }).waitFor();
    expect(await axeViolations(operator.page)).toEqual([]);
    await screenshot(operator.page, 'home-operator');
    await operator.close();
    const admin = await visit(browser);
    await signIn(admin.page, product.url, 'admin');
    await admin.page.goto(`${product.url}/#/home`);
    await admin.page.getByText(/^All services running/).waitFor();
    expect(await axeViolations(admin.page)).toEqual([]);
    await screenshot(admin.page, 'home-admin');
    expect([...operator.errors, ...admin.errors]).toEqual([]);
    await admin.close();
  });
});

import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiReader } from './support/product/api.ts';
import { axeViolations } from './support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from './support/product/browser.ts';
import { tabTo } from './support/product/keyboard.ts';
import { createPatient, inAddress } from './support/product/patients.ts';
import { type Product, startProduct } from './support/product/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Image of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** Smallest PDF that viewers open: one empty page. */
const PDF = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n'),
);

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

/** Returns the panel beside the list. */
const panelOf = (page: Page) => page.getByRole('complementary');

describe('patients', () => {
  it('are created with all fields, report a duplicate code while typing, and offer the next step', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'operator');
    await createPatient(page, 'CF-1', 'Achterberg');
    await page.getByRole('button', { name: 'New patient' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Code').fill('CF-1');
    await form.getByText('Another patient has this code').waitFor();
    await screenshot(page, 'patient-form');
    expect(await axeViolations(page)).toEqual([]);
    await form.getByLabel('Code').fill('CF-2');
    await form.getByText('This code is available').waitFor();
    await form.getByLabel('Last name').fill('Verhoeven');
    await form.getByLabel('First name').fill('Ismay');
    await form.getByText('Female', { exact: true }).click();
    await form.getByText('Breast cancer in the family').click();
    await form.getByRole('button', { name: /Ethnicity/ }).click();
    await page.getByRole('option', { name: 'White' }).click();
    await form.getByRole('button', { name: 'Create patient' }).click();

    await page.getByRole('heading', { name: 'Verhoeven, Ismay was created' }).waitFor();
    await screenshot(page, 'patient-created');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /Create study/ }).click();
    const study = page.getByRole('dialog');
    await study.getByLabel('Accession number').fill('A-77');
    await study.getByText('Urgent').click();
    await study.getByText('Dense breasts').click();
    await study.getByText('Perimenopausal').click();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'study-form');
    await study.getByRole('button', { name: 'Create study' }).click();
    await page.getByText('A study was created').waitFor();

    const reader = await apiReader(product, 'operator');
    const saved = await reader.get(`/patients/${inAddress(page, 'patient')}`);
    expect(saved).toMatchObject({
      code: 'CF-2',
      sex: 'FEMALE',
      ethnicity: 'WHITE',
      cancerHistory: ['FAMILY'],
    });
    const stored = await reader.get('/studies/accession/A-77');
    expect(stored).toMatchObject({ priority: 'URGENT', indications: ['DENSE'], menopause: 'PERI' });
    await page.getByRole('button', { name: 'Back to patients' }).click();
    await panelOf(page).getByRole('heading', { name: 'Verhoeven, Ismay' }).waitFor();
    await panelOf(page).getByText('Perimenopausal').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'patient-panel');
    expect(errors).toEqual([]);
    await close();
  });

  it('keep the edits of two users, who choose between both values of each field', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.getByRole('row', { name: /Achterberg/ }).click();
    await page.getByRole('button', { name: 'Edit patient' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Last name').fill('Achterberg-Mine');
    const reader = await apiReader(product, 'operator');
    const { items } = (await reader.get('/patients?sort=code')) as {
      items: { id: string; code: string }[];
    };
    const id = items.find(({ code }) => code === 'CF-1')?.id;
    const otherSave = await fetch(`${product.url}/api/patients/${id}`, {
      method: 'PUT',
      headers: { ...reader.headers, 'if-match': '"1"' },
      body: JSON.stringify({
        code: 'CF-1',
        firstName: 'Lieke',
        lastName: 'Achterberg-Theirs',
        birthDate: '1985-02-12',
        sex: null,
      }),
    });
    expect(otherSave.status).toBe(200);
    await form.getByRole('button', { name: 'Save changes' }).click();
    await form.getByText(/after you opened this form/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'patient-merge');
    const save = form.getByRole('button', { name: 'Save these values' });
    expect(await save.isDisabled()).toBe(true);
    await form.getByLabel(/^Last name, yours/).check();
    await save.click();
    await panelOf(page).getByRole('heading', { name: 'Achterberg-Mine, Lieke' }).waitFor();
    const merged = await reader.get(`/patients/${id}`);
    expect(merged).toMatchObject({ lastName: 'Achterberg-Mine', birthDate: '1985-02-12' });
    expect(errors.filter((error) => !error.includes('412'))).toEqual([]);
    await close();
  });

  it('have notes and documents, which can be previewed and restored after deletion', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.getByRole('row', { name: /Verhoeven/ }).click();
    const panel = panelOf(page);
    await panel.getByRole('tab', { name: 'Notes' }).click();
    await panel.getByLabel('New note').fill('Prefers mornings');
    await panel.getByRole('button', { name: 'Add note' }).click();
    await panel.getByText(/^You, /).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await panel.getByRole('button', { name: /Delete note/ }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('Prefers mornings').waitFor();

    await panel.getByRole('tab', { name: 'Attachments' }).click();
    await panel
      .locator('input[type=file]')
      .setInputFiles([
        file('left.png', 'image/png', PNG),
        file('letter.pdf', 'application/pdf', PDF),
      ]);
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Attach', exact: true }).click();
    await form.getByText('Choose the type of document').waitFor();
    await form.getByText('Mammogram', { exact: true }).click();
    await form.getByText('Left', { exact: true }).click();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'attachment-form');
    await form.getByRole('button', { name: 'Attach', exact: true }).click();
    await panel.getByRole('button', { name: 'View left.png' }).click();
    const image = page.getByRole('dialog').getByRole('img', { name: 'left.png' });
    await image.waitFor();
    expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'View letter.pdf' }).click();
    await page.getByTitle('PDF letter.pdf').waitFor();
    await page.waitForTimeout(1_000);
    await screenshot(page, 'attachment-pdf');
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download letter.pdf' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('letter.pdf');
    expect(await readFile(await download.path())).toEqual(PDF);
    // Another request uses the address up before the browser opens it.
    const files = '**/patientattachments/*/files/**';
    await page.route(files, async (route) => {
      const used = await fetch(route.request().url());
      expect(used.status).toBe(200);
      await route.continue();
    });
    await panel.getByRole('button', { name: 'Download letter.pdf' }).click();
    await page.getByText('This download link is not valid or no longer valid.').waitFor();
    await screenshot(page, 'download-error');
    await page.unroute(files);
    await panel.getByRole('button', { name: /Delete Mammogram/ }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('letter.pdf').waitFor();
    await screenshot(page, 'attachments');
    // The browser itself logs the rejected download of above.
    expect(errors.filter((error) => !error.includes('status of 403'))).toEqual([]);
    await close();
  });

  it('are found, filtered and opened by keyboard alone, with filters saved by name', async () => {
    const { page, errors, close } = await visit(browser, 1280, 800);
    await signIn(page, product.url, 'physician');
    const search = page.getByRole('searchbox', { name: 'Search patients' });
    await search.waitFor();
    await tabTo(page, /^Search patients/);
    await page.keyboard.type('verh');
    await page.getByRole('row', { name: /Achterberg/ }).waitFor({ state: 'detached' });
    const highlightedText = () => page.locator('mark').first().textContent();
    await expect.poll(highlightedText, { timeout: 10_000 }).toBe('Verh');
    await tabTo(page, /^Sex/);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Female' }).press('Enter');
    await page.getByRole('button', { name: 'Remove filter Sex' }).waitFor();
    await tabTo(page, /^Saved filters/);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: /Save current filters/ }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    await page.keyboard.type('Women');
    await page.keyboard.press('Enter');
    await page.getByText('Filters saved as “Women”').waitFor();
    await screenshot(page, 'patient-list-1280');
    await page.reload();
    await search.waitFor();
    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByRole('menuitem', { name: 'Women' }).click();
    await page.getByRole('button', { name: 'Remove filter Sex' }).waitFor();
    await search.focus();
    await page.keyboard.type('verh');
    await page.getByText('1 patient matches').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => address.hash.startsWith('#/scan?study='));
    await page.getByText('This study has no scans yet.').waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});

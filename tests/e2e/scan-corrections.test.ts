import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report, Scan } from '#contracts';
import { newId } from '#foundation';
import { voxelToMm } from '#geometry';
import { type ApiReader, apiReader, volumeGeometry } from './support/product/api.ts';
import { axeViolations } from './support/product/axe.ts';
import {
  DEMO_PASSWORD,
  launchBrowser,
  screenshot,
  signIn,
  signInGerman,
  type Visit,
  visit,
} from './support/product/browser.ts';
import { importPhantom, type PhantomStudy } from './support/product/phantom-study.ts';
import { type Product, startProduct } from './support/product/product.ts';
import { aLength } from './support/reading/marks.ts';
import { createTestRecords } from './support/reading/test-records.ts';

const REMOVED_TEXT = 'This scan is no longer in this study. It was deleted or moved.';
const PLANE = 'view-COR';

let product: Product;
let browser: Browser;
let phantom: PhantomStudy;
let api: ApiReader;
let operator: Visit;
let reader: Visit;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  phantom = await importPhantom(product);
  api = await apiReader(product, 'physician');
  const geometry = await volumeGeometry(api, phantom.scanId);
  const centreMm = voxelToMm(geometry, [
    geometry.sizes[0] / 2,
    geometry.sizes[1] / 2,
    geometry.sizes[2] / 2,
  ]);
  const records = await createTestRecords(product);
  await records.finding(phantom.scanId, aLength(geometry, centreMm, 10), { biradsScore: 3 });
  operator = await visit(browser, 1280, 800);
  await signIn(operator.page, product.url, 'operator');
  reader = await visit(browser, 1280, 800);
  await signIn(reader.page, product.url, 'physician');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function readScans(): Promise<readonly Scan[]> {
  const { items } = (await api.get(`/studies/${phantom.studyId}/scans`)) as { items: Scan[] };
  return items;
}

async function openReading({ page }: Visit): Promise<void> {
  await page.goto(`${product.url}/#/scan?study=${phantom.studyId}&scan=${phantom.scanId}`);
  await page.getByTestId(PLANE).waitFor();
}

async function selectInWorklist({ page }: Visit): Promise<void> {
  await page.goto(`${product.url}/#/study-list`);
  await page.getByRole('row', { name: /Phantom/ }).click();
}

/**
 * Chooses an entry of the menu of the scan by keyboard. Opens the menu again if late content
 * scrolled its panel, which closes the menu.
 */
async function chooseAction(
  page: Page,
  label: string,
  entry: string,
  menu = `Actions for scan ${label}`,
): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry });
  const button = page.getByRole('button', { name: menu, exact: true });
  const openAndFocus = async (): Promise<void> => {
    await button.press('Enter', { timeout: 3_000 });
    await focusItem(page, item);
  };
  const attempt = () => openAndFocus().then(() => null, firstLine);
  await expect.poll(attempt, { timeout: 30_000 }).toBe(null);
  await page.keyboard.press('Enter');
}

/** Moves the focus down to an entry of the open menu; fails if the menu closes. */
async function focusItem(page: Page, item: Locator): Promise<void> {
  await item.waitFor({ timeout: 3_000 });
  while (!(await item.evaluate(isFocused, undefined, { timeout: 3_000 }))) {
    await page.keyboard.press('ArrowDown');
  }
}

const firstLine = (thrown: Error) => thrown.message.split('\n')[0];
const isFocused = (element: Element): boolean => element === document.activeElement;

/**
 * Waits until no notice is shown, so that the next notice is that of the next action. Moves the
 * pointer away first, because a notice below the pointer stays.
 */
async function waitForNoNotice(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expect.poll(() => page.locator('[data-kind]').count(), { timeout: 20_000 }).toBe(0);
}

/** Presses Undo in the notice with this text. */
async function pressUndo(page: Page, text: string): Promise<void> {
  const notice = page.locator('[data-kind=success]').filter({ hasText: text });
  await notice.getByRole('button', { name: 'Undo', exact: true }).click();
}

async function deleteFromPanel(page: Page, reason: string): Promise<void> {
  await chooseAction(page, 'R', 'Delete scan…');
  const dialog = page.getByRole('dialog', { name: 'Delete this scan?' });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Delete scan R' }).click();
  await page.getByText('Right breast: scan R deleted').waitFor();
}

describe('a scan imported by mistake', () => {
  it('is named before it is deleted, disappears from the screen of another reader, and returns by Undo', async () => {
    await openReading(reader);
    const { page } = operator;
    await selectInWorklist(operator);
    await chooseAction(page, 'R', 'Delete scan…');
    const dialog = page.getByRole('dialog', { name: 'Delete this scan?' });
    await dialog.getByText('1 finding', { exact: true }).waitFor();
    const text = (await dialog.textContent()) ?? '';
    for (const part of ['Phantom', 'Right breast (R)', 'Full']) expect(text).toContain(part);
    const confirm = dialog.getByRole('button', { name: 'Delete scan R' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('Imported for the wrong patient');
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'scan-deletion');
    await confirm.click();
    await reader.page.getByText(REMOVED_TEXT).waitFor();
    expect(await reader.page.getByTestId(PLANE).count()).toBe(0);
    await screenshot(reader.page, 'scan-deleted-for-reader');
    await pressUndo(page, 'Right breast: scan R deleted');
    const restored = page.getByText('Right breast: scan R restored');
    await restored.waitFor();
    const box = await page.locator('[data-kind=success]').filter({ has: restored }).boundingBox();
    expect([box?.x, box?.y].map((px) => px !== undefined && px > 0)).toEqual([true, true]);
    expect(1280 - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThan(24);
    expect(box?.y).toBeLessThan(120);
    await reader.page.getByTestId(PLANE).waitFor();
    expect(await readScans()).toHaveLength(1);
  });

  it('is listed with its reason under the deleted scans, and restored there with its finding', async () => {
    const { page } = operator;
    await selectInWorklist(operator);
    await deleteFromPanel(page, 'Imported twice');
    await page.getByRole('button', { name: '1 deleted scan…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deleted scans' });
    await dialog.getByText('Reason: Imported twice').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'deleted-scans');
    await dialog.getByRole('button', { name: 'Restore scan R' }).click();
    await dialog.getByText('No scan of this study is deleted.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Open scan R/ }).waitFor();
    const findings = (await api.get(`/scans/${phantom.scanId}/findings`)) as { total: number };
    expect(findings.total).toBe(1);
  });
});

describe('a corrected side', () => {
  it('changes the words on every screen and asks the reader to read again until confirmed', async () => {
    await openReading(reader);
    await openReading(operator);
    const { page } = operator;
    await chooseAction(page, 'R', 'Correct scan…');
    const dialog = page.getByRole('dialog', { name: 'Correct this scan' });
    await dialog.getByText('Left breast', { exact: true }).click();
    await dialog.getByText(/^Images, clock positions and marks stay/).waitFor();
    await dialog.getByLabel('Reason').fill('The file names the other breast');
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'scan-correction');
    await dialog.getByRole('button', { name: 'Correct scan R' }).click();
    await page.getByText('Corrected: left breast, scan L').waitFor();
    const banner = /^Read this study again: .* corrected the side of a scan to left breast/;
    await page.getByText(banner).waitFor();
    expect(await page.getByRole('button', { name: 'Confirm: read again' }).count()).toBe(0);

    await reader.page.getByText(banner).waitFor();
    await reader.page.getByRole('button', { name: /^Scan L,/ }).waitFor();
    expect(await reader.page.getByRole('button', { name: /^Scan R,/ }).count()).toBe(0);
    expect(await axeViolations(reader.page)).toEqual([]);
    await screenshot(reader.page, 'rereading');
    await selectInWorklist(operator);
    await page
      .getByRole('row', { name: /Phantom/ })
      .getByText('Read again', { exact: true })
      .waitFor();
    await page.getByRole('complementary').getByText(banner).waitFor();
    await screenshot(page, 'rereading-worklist');

    await reader.page.getByRole('button', { name: 'Confirm: read again' }).click();
    await reader.page.getByText('Re-reading confirmed').waitFor();
    await expect.poll(() => reader.page.getByText(banner).count()).toBe(0);
    await expect.poll(() => page.getByText(banner).count()).toBe(0);
  });

  it('is undone by its notice', async () => {
    await openReading(operator);
    const { page } = operator;
    await waitForNoNotice(page);
    await chooseAction(page, 'L', 'Correct scan…');
    const dialog = page.getByRole('dialog', { name: 'Correct this scan' });
    await dialog.getByText('Standing', { exact: true }).click();
    await dialog.getByLabel('Reason').fill('The patient stood');
    await dialog.getByRole('button', { name: 'Correct scan L' }).click();
    await pressUndo(page, 'Corrected: left breast, scan L');
    await page.getByText('Correction undone: left breast, scan L').waitFor();
    expect(await readScans()).toMatchObject([{ patientPosition: 'SUPINE' }]);
  });
});

describe('an earlier correction', () => {
  const openDialog = async ({ page }: Visit) => {
    await chooseAction(page, 'L', 'Correct scan…');
    const dialog = page.getByRole('dialog', { name: 'Correct this scan' });
    await dialog.getByRole('heading', { name: 'Earlier corrections' }).waitFor();
    return dialog;
  };

  it('is listed in the dialog with user, values and reason, and the last one is undone there', async () => {
    const { page } = operator;
    await openReading(operator);
    const [scan] = await readScans();
    const corrected = await api.send(
      'POST',
      `/scans/${scan?.id}/actions/correct`,
      { reason: 'The patient stood', patientPosition: 'STANDING' },
      { 'if-match': `"v${scan?.version}"` },
    );
    expect(corrected.status).toBe(200);
    await page.reload();
    await page.getByTestId(PLANE).waitFor();
    await waitForNoNotice(page);
    const dialog = await openDialog(operator);
    const rows = dialog.getByRole('listitem');
    await screenshot(page, 'scan-correction-last');
    await dialog.getByText('2 undone or older', { exact: true }).click();
    await expect.poll(() => rows.count()).toBe(3);
    const [last, undone, first] = await rows.allTextContents();
    expect(last).toMatch(/Supine → Standing.*Corrected by .+Reason: The patient stood.*Undo$/);
    expect(undone).toMatch(/Undone by Oona Demonstration, \d{4}-/);
    expect(first).toMatch(/Right breast → Left breast.*Reason: The file names the other breast/);
    expect(await dialog.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'scan-correction-history');
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Correction undone: left breast, scan L').waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await readScans()).toMatchObject([{ patientPosition: 'SUPINE' }]);
  });

  it('says why it can’t be undone, also in German and in the panel of the patient', async () => {
    const body = { sag: 0, tra: 0, depth: 3, rad: 0 };
    await api.send('PUT', `/scans/${phantom.scanId}/nipple`, body);
    const { page } = operator;
    await waitForNoNotice(page);
    await page.goto(`${product.url}/#/patient-list`);
    await page.getByRole('row', { name: /Phantom/ }).click();
    await page.getByRole('button', { name: 'Actions for scan L' }).waitFor();
    await screenshot(page, 'scan-correction-patient-panel');
    const dialog = await openDialog(operator);
    await dialog
      .getByText(/^The correction can’t be undone\. Changed since then: nipple/)
      .waitFor();
    expect(await dialog.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'scan-correction-not-undone');

    const german = await visit(browser, 1280, 800, 'de-DE');
    await german.page.goto(`${product.url}/#/login`);
    await signInGerman(german.page, 'operator');
    await german.page.goto(`${product.url}/#/patient-list`);
    await german.page.getByRole('row', { name: /Phantom/ }).click();
    await chooseAction(german.page, 'L', 'Scan korrigieren …', 'Aktionen für Scan L');
    await german.page.getByRole('heading', { name: 'Frühere Korrekturen' }).waitFor();
    await german.page.getByText(/Seither geändert|rückgängig gemacht werden/).waitFor();
    await screenshot(german.page, 'scan-correction-not-undone-de');
    await german.page.context().close();
    await page.keyboard.press('Escape');
  });
});

describe('a scan that was stopped midway', () => {
  it('is deleted from the panel without a restart', async () => {
    const body = { studyId: phantom.studyId, laterality: 'R' };
    const created = await api.send('POST', '/scans', body);
    const { id, label } = (await created.json()) as Scan;
    const started = await api.send('POST', `/scans/${id}/actions/updateScanState/I`, { epoch: 1 });
    expect(started.status).toBe(200);
    const { page } = operator;
    await selectInWorklist(operator);
    await chooseAction(page, label, 'Delete scan…');
    const dialog = page.getByRole('dialog', { name: 'Delete this scan?' });
    await dialog.getByLabel('Reason').fill('Started for the wrong patient');
    await screenshot(page, 'stopped-scan-deletion');
    await dialog.getByRole('button', { name: `Delete scan ${label}` }).click();
    await page.getByText(`Right breast: scan ${label} deleted`).waitFor();
    expect(await readScans()).toHaveLength(1);
  });
});

describe('a scan of the wrong patient', () => {
  it('moves to the study of another patient, who is found by name', async () => {
    const patient = { code: 'CF-77', firstName: 'Ruth', birthDate: null, sex: null };
    const created = await api.send('POST', '/patients', { ...patient, lastName: 'Amsalem' });
    const { id: patientId } = (await created.json()) as { id: string };
    await api.send('POST', '/studies', { patientId, accessionNumber: 'A-77' });
    const { page } = operator;
    await openReading(operator);
    await waitForNoNotice(page);
    await chooseAction(page, 'L', 'Correct scan…');
    const dialog = page.getByRole('dialog', { name: 'Correct this scan' });
    await dialog.getByLabel('Search another patient’s study').fill('amsalem');
    await dialog.getByRole('button', { name: /Study/ }).click();
    await page.getByRole('option', { name: /Amsalem, Ruth · CF-77/ }).click();
    await dialog.getByText('The scan moves to the selected study').waitFor();
    await dialog.getByLabel('Reason').fill('Imported for the wrong patient');
    await screenshot(page, 'scan-move');
    await dialog.getByRole('button', { name: 'Correct scan L' }).click();
    await page.locator('[data-identity]').getByText('Amsalem, Ruth').waitFor();
    await page.getByTestId(PLANE).waitFor();
    await pressUndo(page, 'Corrected: left breast, scan L');
    await expect.poll(readScans).toHaveLength(1);
  });
});

describe('a scan of a signed study', () => {
  it('can be neither corrected nor deleted, and the menu says why', async () => {
    const side = { biradsScore: 3, breastDensity: 'FATTY', text: { text: '' } };
    const content = { left: side, impression: { text: 'Benign' } };
    const { id } = await post('/reports', { id: newId(), studyId: phantom.studyId, content });
    await post(`/reports/${id}/actions/preliminary`, {});
    await post(`/reports/${id}/actions/sign`, { password: DEMO_PASSWORD });
    await openReading(reader);
    const { page } = reader;
    await page.getByRole('button', { name: 'Actions for scan L' }).click();
    const entry = page.getByRole('menuitem', { name: /^Correct scan… \(report signed/ });
    await entry.waitFor();
    expect(await entry.getAttribute('aria-disabled')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'scan-menu-signed');
    const [scan] = await readScans();
    const rejected = await api.send(
      'POST',
      `/scans/${scan?.id}/actions/correct`,
      { reason: 'Wrong side', laterality: 'R' },
      { 'if-match': `"v${scan?.version}"` },
    );
    expect([rejected.status, await rejected.json()]).toMatchObject([
      409,
      { code: 'REPORT_SIGNED_CORRECTION' },
    ]);
  });
});

async function post(path: string, body: object): Promise<Report> {
  const response = await api.send('POST', path, body);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Report;
}

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Scan } from '#contracts';
import type { Vec3 } from '#geometry';
import { axeViolations } from './support/product/axe.ts';
import { screenshot, signIn, visit } from './support/product/browser.ts';
import { aLength } from './support/reading/marks.ts';
import { planesComplete } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let studyId: string;
let scan: Scan;
let finding: Finding;

const LESION: Vec3 = [-12, 14, 10];
const volume = speckledVolume([110, 50, 120], 0.8, [{ atMm: LESION, radiusMm: 6, greyLevel: 20 }]);

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  await page.setViewportSize({ width: 1280, height: 800 });
  studyId = await records.study(await records.patient('Assessment'));
  scan = await records.scan(studyId, 'R', volume);
  await records.nipple(scan.id, { sag: 0, tra: 0, depth: 0, rad: 0 });
  finding = await records.finding(scan.id, aLength(volume.geometry, LESION, 12), {
    massLengthUm: 12_000,
  });
  await page.goto(scanAddress(readingPage.product, studyId, scan.id));
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

/** Wait for edits, which are saved in the background. */
const SAVED = { timeout: 10_000 };

const stored = async (): Promise<Finding> =>
  (await records.api.get(`/findings/${finding.id}`)) as Finding;
const row = (inPage: Page = page) => inPage.locator(`[data-finding-id="${finding.id}"]`);
const dialogOf = (inPage: Page = page) =>
  inPage.getByRole('dialog', { name: `Finding ${finding.label}` });
const descriptors = () => row().getByTestId('finding-descriptors');
const chip = (name: string) => descriptors().getByRole('radio', { name, exact: true });
const labels = async () => (await stored()).annotationLabels;
const openDetails = async (inPage: Page = page): Promise<void> => {
  await row(inPage).locator('[data-row]').click();
  await row(inPage).getByTestId('finding-details').waitFor();
};

describe('the assessment of a finding', () => {
  it('is entered by chips beside the images, by digits, undone and redone', async () => {
    await openDetails();
    // Shape: 1 is oval, 2 is round. Each choice takes one key, and nothing covers the images.
    await page.keyboard.press('Shift+D');
    await chip('Oval').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('2');
    await expect.poll(labels, SAVED).toEqual({ SHAPE: ['ROUND'] });
    await page.keyboard.press('1');
    await expect.poll(labels, SAVED).toEqual({ SHAPE: ['OVAL'] });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await chip('4A, Low suspicion of malignancy').click();
    await descriptors().getByText('Yes', { exact: true }).click();
    await descriptors().getByLabel('Recommendations').click();
    await page.getByRole('option', { name: 'Mammography' }).click();
    await page.getByRole('option', { name: 'MRI' }).click();
    await page.keyboard.press('Escape');
    expect(await row().getByTestId('finding-birads').textContent()).toBe('BI-RADS 4A');
    await expect.poll(stored, SAVED).toMatchObject({
      biradsScore: 5,
      isMass: true,
      recommendations: ['MAMMO', 'MRI'],
    });
    await screenshot(page, 'finding-assessment');
    expect(await axeViolations(page)).toEqual([]);
    const undo = page.getByRole('button', { name: /^Undo/ });
    for (let step = 0; step < 3; step++) await undo.click();
    await expect.poll(stored, SAVED).toMatchObject({ biradsScore: 5, isMass: null });
    await undo.click();
    await expect.poll(stored, SAVED).toMatchObject({ biradsScore: null, isMass: null });
    const redo = page.getByRole('button', { name: /^Redo/ });
    for (let step = 0; step < 4; step++) await redo.click();
    await expect.poll(stored, SAVED).toMatchObject({
      biradsScore: 5,
      isMass: true,
      recommendations: ['MAMMO', 'MRI'],
    });
  });

  it('has sizes that can be typed, undone and redone', async () => {
    await page.keyboard.press('Shift+N');
    await dialogOf().getByLabel('Vertical, mm').fill('600');
    await dialogOf().getByText('Enter millimetres above 0, up to 500.').waitFor();
    expect(await dialogOf().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialogOf().getByLabel('Vertical, mm').fill('8,5');
    await screenshot(page, 'finding-editor');
    expect(await axeViolations(page)).toEqual([]);
    await dialogOf().getByLabel('Vertical, mm').press('Enter');
    await dialogOf().waitFor({ state: 'detached' });
    await expect.poll(stored, SAVED).toMatchObject({ massLengthUm: 12_000, massHeightUm: 8_500 });
    await page.keyboard.press('Control+z');
    await expect.poll(stored, SAVED).toMatchObject({ massHeightUm: null });
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(stored, SAVED).toMatchObject({ massHeightUm: 8_500 });
  });

  it('survives a reload before it is saved, and is saved after it was continued', async () => {
    await page.keyboard.press('Shift+N');
    await dialogOf().getByLabel('Description').fill('Spiculated, half a sent');
    await page.reload();
    await planesComplete(page);
    expect((await stored()).note).toBeNull();
    await openDetails();
    await row().getByTestId('unsaved-entries').waitFor();
    await screenshot(page, 'finding-unsaved-entries');
    await row().getByRole('button', { name: 'Continue editing' }).click();
    await dialogOf().getByText('Your unsaved entries were restored.').waitFor();
    expect(await dialogOf().getByLabel('Description').inputValue()).toBe('Spiculated, half a sent');
    await screenshot(page, 'finding-restored');
    await dialogOf().getByLabel('Description').fill('Spiculated.');
    await page.keyboard.press('Control+Enter');
    await dialogOf().waitFor({ state: 'detached' });
    await expect.poll(stored, SAVED).toMatchObject({ biradsScore: 5, note: 'Spiculated.' });
    expect(await row().getByTestId('unsaved-entries').count()).toBe(0);
  });

  it('is read-only for people who may not annotate, and part of the CSV export', async () => {
    const viewer = await visit(readingPage.browser, 1280, 800);
    await signIn(viewer.page, readingPage.product.url, 'viewer');
    await viewer.page.goto(scanAddress(readingPage.product, studyId, scan.id));
    await viewer.page.getByTestId('findings-panel').waitFor();
    await openDetails(viewer.page);
    const text = await row(viewer.page).getByTestId('finding-assessment').textContent();
    expect(text).toContain('4A · Low suspicion of malignancy');
    expect(
      await row(viewer.page)
        .getByRole('button', { name: /^Edit finding/ })
        .isDisabled(),
    ).toBe(true);
    await viewer.close();
    const exported = await records.api.send('POST', '/findings/export', { ids: [finding.id] });
    const [head, line] = (await exported.text()).split('\r\n');
    const values = new Map(head?.split(',').map((name, idx) => [name, line?.split(',')[idx]]));
    expect(values.get('biRads')).toBe('4A');
    expect(values.get('isMass')).toBe('true');
    expect(values.get('recommendations')).toBe('MAMMO MRI');
    expect(values.get('massHeightUm')).toBe('8500');
  });
});

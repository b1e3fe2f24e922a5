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
const openDetails = async (inPage: Page = page): Promise<void> => {
  await row(inPage).locator('[data-row]').click();
  await row(inPage).getByTestId('finding-details').waitFor();
};

describe('the assessment of a finding', () => {
  it('is entered in the editor, shown in the row, undone and redone', async () => {
    await openDetails();
    await page.keyboard.press('Shift+N');
    await dialogOf().getByLabel('BI-RADS').click();
    await page.getByRole('option', { name: '4A · Low suspicion of malignancy' }).click();
    await dialogOf().getByLabel('Recommendations').click();
    await page.getByRole('option', { name: 'Mammography' }).click();
    await page.getByRole('option', { name: 'MRI' }).click();
    await page.keyboard.press('Escape');
    await dialogOf().getByText('Yes', { exact: true }).click();
    await dialogOf().getByLabel('Vertical, mm').fill('600');
    await dialogOf().getByText('Enter millimetres above 0, up to 500.').waitFor();
    expect(await dialogOf().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialogOf().getByLabel('Vertical, mm').fill('8,5');
    await screenshot(page, 'finding-editor');
    expect(await axeViolations(page)).toEqual([]);
    await dialogOf().getByLabel('Vertical, mm').press('Enter');
    await dialogOf().waitFor({ state: 'detached' });
    expect(await row().getByTestId('finding-birads').textContent()).toBe('BI-RADS 4A');
    const assessment = row().getByTestId('finding-assessment');
    await expect
      .poll(() => assessment.textContent())
      .toBe('BI-RADS4A · Low suspicion of malignancyMassYesRecommendationsMammography, MRI');
    await expect.poll(stored, SAVED).toMatchObject({
      biradsScore: 5,
      isMass: true,
      recommendations: ['MAMMO', 'MRI'],
      massLengthUm: 12_000,
      massHeightUm: 8_500,
    });
    await screenshot(page, 'finding-assessment');
    await page.keyboard.press('Control+z');
    await assessment.waitFor({ state: 'detached' });
    await expect.poll(stored, SAVED).toMatchObject({ biradsScore: null, isMass: null });
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(stored, SAVED).toMatchObject({ biradsScore: 5, isMass: true });
  });

  it('survives a reload before it is saved, and is saved after it was continued', async () => {
    await page.keyboard.press('Shift+N');
    await dialogOf().getByLabel('BI-RADS').click();
    await page.getByRole('option', { name: '5 · Highly suggestive of malignancy' }).click();
    await dialogOf().getByLabel('Description').fill('Spiculated, half a sent');
    await page.reload();
    await planesComplete(page);
    expect((await stored()).biradsScore).toBe(5);
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
    await expect.poll(stored, SAVED).toMatchObject({ biradsScore: 8, note: 'Spiculated.' });
    expect(await row().getByTestId('unsaved-entries').count()).toBe(0);
  });

  it('is read-only for people who may not annotate, and part of the CSV export', async () => {
    const viewer = await visit(readingPage.browser, 1280, 800);
    await signIn(viewer.page, readingPage.product.url, 'viewer');
    await viewer.page.goto(scanAddress(readingPage.product, studyId, scan.id));
    await viewer.page.getByTestId('findings-panel').waitFor();
    await openDetails(viewer.page);
    const text = await row(viewer.page).getByTestId('finding-assessment').textContent();
    expect(text).toContain('5 · Highly suggestive of malignancy');
    expect(
      await row(viewer.page)
        .getByRole('button', { name: /^Edit finding/ })
        .isDisabled(),
    ).toBe(true);
    await viewer.close();
    const exported = await records.api.send('POST', '/findings/export', { ids: [finding.id] });
    const [head, line] = (await exported.text()).split('\r\n');
    const values = new Map(head?.split(',').map((name, idx) => [name, line?.split(',')[idx]]));
    expect(values.get('biRads')).toBe('5');
    expect(values.get('isMass')).toBe('true');
    expect(values.get('recommendations')).toBe('MAMMO MRI');
    expect(values.get('massHeightUm')).toBe('8500');
  });
});

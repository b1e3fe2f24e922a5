import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes, type Scan } from '#contracts';
import { unwrap } from '#foundation';
import { positionToMm, type Vec3 } from '#geometry';
import { type Administration, openAdministration } from './support/product/administration.ts';
import { axeViolations } from './support/product/axe.ts';
import { screenshot, signIn, type Visit, visit } from './support/product/browser.ts';
import { demoApi } from './support/product/demo-api.ts';
import { aProposedBall, storeDetection } from './support/reading/ai-runs.ts';
import { aLength } from './support/reading/marks.ts';
import { clickIn, goTo, planesComplete, selectPlanes, spotOf } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';

const LESION: Vec3 = [-12, 14, 10];
const volume = speckledVolume([110, 50, 120], 0.8, [{ atMm: LESION, radiusMm: 6, greyLevel: 20 }]);
const { geometry } = volume;
const NIPPLE = { sag: 0, tra: 0, depth: 0, rad: 0 };
const NAME = 'Phantoms without AI';

let readingPage: ReadingPage;
let admin: Administration;
let annotator: Visit;
let page: Page;
let studyIds: string[] = [];

beforeAll(async () => {
  readingPage = await openReadingPage();
  const { records, product, browser } = readingPage;
  for (const sides of [['L', 'R'], ['R']] as const) {
    const studyId = await records.study(await records.patient('Hidden'));
    for (const side of sides) {
      const { id } = await records.scan(studyId, side, volume);
      await records.nipple(id, NIPPLE);
      if (side === 'R') await records.finding(id, aLength(geometry, LESION, 12));
    }
    studyIds = [...studyIds, studyId];
  }
  admin = await openAdministration(browser, product);
  annotator = await visit(browser, 1680, 1000);
  ({ page } = annotator);
});
afterAll(() => readingPage?.close());

const panel = () => page.getByTestId('reader-study-panel');
const complete = () => panel().getByRole('button', { name: 'Complete case' });
const rate = async (name: string, value: number): Promise<void> => {
  const field = panel().getByRole('textbox', { name: `Suspicion of ${name}, 0 to 100` });
  await field.fill(String(value));
  await field.press('Enter');
};
const choose = async (side: string, chip: string): Promise<void> => {
  const chips = panel().getByLabel(new RegExp(`^${side}: BI-RADS category`));
  await chips.getByText(chip, { exact: true }).click();
};

describe('a reader study', () => {
  it('is created and opened by an administrator', async () => {
    const { open, text, press, checkScreen, waitForDialogClose, row } = admin;
    await open('readerStudies', 'Reader studies');
    await text('No reader studies yet.');
    await checkScreen('reader-studies-empty');
    await press('New reader study');
    const dialog = admin.page.getByRole('dialog', { name: 'New reader study' });
    await dialog.getByLabel('Name').fill(NAME);
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await text('Choose at least one reader');
    await dialog.getByRole('button', { name: /Readers/ }).click();
    await admin.page.getByRole('option', { name: /Bela/ }).click();
    await admin.page.keyboard.press('Escape');
    await admin.selectOption('Order of the cases', 'As in the list');
    await dialog.getByLabel('Study IDs').fill(studyIds.join('\n'));
    await checkScreen('reader-studies-form');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await waitForDialogClose();
    await row(NAME).getByText('Draft').waitFor();
    await row(NAME).click();
    await press(`Open: ${NAME}`);
    await text('1 reader will read 2 cases.');
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Open' }).click();
    await row(NAME).getByText('0 of 2').waitFor();
  });

  it('is found by a blind annotator from the home page, and opens the first case', async () => {
    await signIn(page, readingPage.product.url, 'annotator');
    await page.goto(`${readingPage.product.url}/#/home`);
    await page.getByRole('link', { name: /Reader studies/ }).click();
    await page.getByText('0 of 2 cases completed').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'reader-studies');
    await page.getByRole('button', { name: `Continue ${NAME}` }).click();
    await panel().getByText('Case 1 of 2').waitFor();
    await selectPlanes(page);
    expect(await page.getByRole('tab').allTextContents()).not.toContain('Report');
    expect(await page.locator('body').textContent()).not.toContain('Hidden');
  });

  it('asks before the reader leaves the case, which is then skipped', async () => {
    await panel().getByRole('button', { name: 'Leave case' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave this case without a rating?' });
    await dialog.getByText('The case is skipped').waitFor();
    await screenshot(page, 'reader-study-leave');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await panel().getByText('Case 1 of 2').waitFor();
  });

  it('demands a rating of each breast and each finding', async () => {
    await panel().getByText('4 ratings are missing').waitFor();
    await panel().getByText('No findings.').waitFor();
    const nippleMm = positionToMm(geometry, NIPPLE);
    await goTo(page, nippleMm, LESION);
    await page.keyboard.press('m');
    for (const offsetMm of [-6, 6]) {
      const at: Vec3 = [LESION[0] + offsetMm, LESION[1], LESION[2]];
      await clickIn(page, 'COR', await spotOf(page, geometry, nippleMm, 'COR', at));
    }
    await panel().getByText('5 ratings are missing').waitFor();
    await choose('Right breast', '4B');
    await choose('Left breast', '1');
    await rate('Right breast', 70);
    await rate('Left breast', 0);
    await panel().getByText('1 rating is missing').waitFor();
    expect(await complete().isDisabled()).toBe(true);
    await page.getByText(/^Saved/).waitFor();
  });

  it('continues the same case with its ratings after a reload, and can be used by keyboard', async () => {
    await page.reload();
    await panel().getByText('1 rating is missing').waitFor();
    await selectPlanes(page);
    const slider = panel().getByRole('slider', { name: /^Suspicion of Finding 2, Right/ });
    await slider.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('PageUp');
    await panel().getByText('After completion you can’t open this case again.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'reader-study');
    await complete().focus();
    await page.keyboard.press('Enter');
  });

  it('shows the next case, then ends', async () => {
    await panel().getByText('Case 2 of 2').waitFor();
    await planesComplete(page);
    await panel().getByText('2 ratings are missing').waitFor();
    await choose('Right breast', '2');
    await rate('Right breast', 12);
    await complete().click();
    await page.getByText('No case is left to read. Thank you.').waitFor();
    await page.goto(`${readingPage.product.url}/#/study-list`);
    await page.getByText('No studies yet.').waitFor();
    // Opening a study reads its patient, which the server withholds from blind annotators.
    const withheld = /403 \(Forbidden\) \S+\/api\/patients\/[0-9a-f-]+$/;
    expect(annotator.errors.filter((error) => !withheld.test(error))).toEqual([]);
  });

  it('shows progress, CSV and FROC to the administrator', async () => {
    const { row, press, text, checkScreen } = admin;
    await row(NAME).click();
    const progress = admin.page.getByRole('table', { name: 'Progress of the readers' });
    await progress.getByRole('cell', { name: '2 of 2' }).waitFor();
    const downloaded = admin.page.waitForEvent('download');
    await press('CSV by breast');
    const lines = (await readFile(await (await downloaded).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines.slice(1).map((line) => line.split(',').slice(7, 10).join())).toEqual(
      expect.arrayContaining(['R,4B,70', 'L,1,0', 'R,2,12']),
    );
    await admin.selectOption('Reference', 'Demonstration, Phil');
    await press('Compute');
    await text('2 cases with a reference, 2 lesions');
    const results = admin.page.getByRole('table', { name: 'Localisation (FROC)' });
    expect(await results.getByRole('row').nth(1).textContent()).toMatch(
      /Without AI221\d?0\.50 \(0\.00–1\.00\)/,
    );
    await checkScreen('reader-studies');
    expect(admin.errors).toEqual([]);
  });

  it('shows findings of models in the arm with AI', async () => {
    const { records, product } = readingPage;
    const [, studyId = ''] = studyIds;
    const scans = (await records.api.get(`/studies/${studyId}/scans`)) as { items: Scan[] };
    await storeDetection(records, scans.items[0]?.id ?? '', [
      aProposedBall(geometry, LESION, 6, 0.92),
    ]);
    const client = await demoApi(product, 'admin');
    const [first] = unwrap(await client.call(routes.listReaderStudies, { query: {} })).items;
    unwrap(await client.call(routes.closeReaderStudy, { params: { id: first?.id ?? '' } }));
    const readerIds = first?.readerIds ?? [];
    const body = {
      name: 'With AI',
      arm: 'WITH_AI' as const,
      filter: { studyIds: [studyId] },
      readerIds,
    };
    const { id } = unwrap(await client.call(routes.createReaderStudy, { body }));
    unwrap(await client.call(routes.openReaderStudy, { params: { id } }));
    await page.goto(`${product.url}/#/reader-studies`);
    await page.getByRole('button', { name: 'Continue With AI' }).click();
    await panel().getByText('Case 1 of 1').waitFor();
    await page.getByRole('tab', { name: /^AI/ }).click();
    await page.getByText('0.92').first().waitFor();
    // AI findings of a case can be looked at only.
    await page.getByText('0.92').first().click();
    await page
      .getByText(/Phantom detector/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
    await screenshot(page, 'reader-study-ai');
  });
});

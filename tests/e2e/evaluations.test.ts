import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vec3 } from '#geometry';
import { axeViolations } from './support/product/axe.ts';
import { screenshot } from './support/product/browser.ts';
import { aProposedBall, storeDetection } from './support/reading/ai-runs.ts';
import { drawnMarks } from './support/reading/marks.ts';
import { aReaderBox } from './support/reading/reader-box.ts';
import { planesComplete } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';

const FOUND: Vec3 = [-12, 14, 10];
const MISSED: Vec3 = [18, 20, -14];
const SHADOW: Vec3 = [4, 30, 22];
const volume = speckledVolume([110, 50, 120], 0.8, [
  { atMm: FOUND, radiusMm: 6, greyLevel: 20 },
  { atMm: MISSED, radiusMm: 4, greyLevel: 25 },
]);

let readingPage: ReadingPage;
let page: Page;
let scanId = '';
let missedId = '';

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ page } = readingPage);
  const { records } = readingPage;
  await page.setViewportSize({ width: 1280, height: 800 });
  const studyId = await records.study(await records.patient('Evaluated'));
  scanId = (await records.scan(studyId, 'R', volume)).id;
  await records.nipple(scanId, { sag: 0, tra: 0, depth: 2, rad: 0 });
  await records.finding(scanId, aReaderBox(volume.geometry, FOUND, 6));
  missedId = (await records.finding(scanId, aReaderBox(volume.geometry, MISSED, 4))).id;
  await storeDetection(records, scanId, [
    aProposedBall(volume.geometry, FOUND, 6, 0.92),
    aProposedBall(volume.geometry, SHADOW, 5, 0.71),
  ]);
});
afterAll(() => readingPage?.close());

/** Chooses an option of a dropdown by keyboard. */
async function choose(label: string, option: RegExp): Promise<void> {
  await page.getByRole('button', { name: label }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: option }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
}

describe('the page of the evaluations', () => {
  it('is opened from the home page and says what to do', async () => {
    await page.goto(`${readingPage.product.url}/#/home`);
    await page.getByRole('link', { name: /Evaluate models/ }).click();
    await page.getByText('No evaluations yet.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('creates a sealed set and evaluates a model on it by keyboard', async () => {
    await page.getByLabel('Name').fill('Phantoms of spring');
    await page.getByText('Computer phantom').click();
    await page.getByText(/^Sealed set/).click();
    await page.getByRole('button', { name: 'Create set' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Phantoms of spring created with 1 scan').waitFor();
    await page.getByText('Sealed set, not evaluated yet').waitFor();
    await choose('Model', /Phantom detector/);
    await page.getByText('The scan has a run of this model.').waitFor();
    await screenshot(page, 'evaluations');
    await page.getByRole('button', { name: 'Evaluate', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Phantom detector 1.0 on Phantoms of' }).waitFor();
  });

  it('shows figures, what the images show and how often the sealed set was used', async () => {
    await page.getByText('Sealed set Phantoms of spring: evaluated once').waitFor();
    await page.getByText('Computer phantom').waitFor();
    const rows = page.getByRole('table', { name: 'Sensitivity' }).getByRole('row');
    expect(await rows.nth(1).textContent()).toBe('1/80.500.71');
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'evaluation-result');
    await page.setViewportSize({ width: 1280, height: 1500 });
    await screenshot(page, 'evaluation-result-whole');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('saves the figures as CSV', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^evaluation-[0-9a-f]{8}\.csv$/);
  });

  it('shows an image of a false positive', async () => {
    const tile = page.getByTestId('failures-falsePositives').getByRole('link');
    await tile.locator('img').waitFor();
    expect(await tile.textContent()).toContain('Score 0.71');
  });

  it('opens a missed finding in the reading page, selected and in its plane', async () => {
    await page.getByTestId('failures-missed').getByRole('link').click();
    await planesComplete(page);
    await page.waitForURL(new RegExp(`finding=${missedId}`));
    await page.getByTestId('finding-details').waitFor();
    await expect.poll(async () => Object.keys(await drawnMarks(page, 'COR'))).toEqual(['mark-2']);
    await screenshot(page, 'evaluation-opened-finding');
  });

  it('opens a false positive at its place, where Q shows its mark', async () => {
    await page.goBack();
    await page.getByTestId('failures-falsePositives').getByRole('link').click();
    await page.getByText('L 4.0 · H 22.0 · P 30.0').waitFor();
    await planesComplete(page);
    await page.keyboard.press('q');
    await expect.poll(async () => Object.keys(await drawnMarks(page, 'COR'))).toEqual(['mark-4']);
    await screenshot(page, 'evaluation-opened-false-positive');
  });
});

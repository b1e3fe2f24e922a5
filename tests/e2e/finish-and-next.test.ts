import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedStudy } from '#contracts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';

let reading: ReadingPage;
let page: Page;
const studyIds = new Map<string, string>();
const volume = speckledVolume([60, 30, 60], 1.6, []);

beforeAll(async () => {
  reading = await openReadingPage();
  ({ page } = reading);
  const { records } = reading;
  for (const name of ['Listed One', 'Listed Two', 'Listed Three', 'Elsewhere']) {
    const studyId = await records.study(await records.patient(name));
    studyIds.set(name, studyId);
    await records.scan(studyId, 'R', volume);
  }
});
afterAll(() => reading?.close());

const position = () => page.getByTestId('reading-position').textContent();
const isOpen = (name: string) =>
  page.waitForURL((url) => url.hash.includes(`study=${studyIds.get(name)}`));
const imagesShown = () => page.locator('[data-state=complete]').first().waitFor();
const listed = async (name: string): Promise<ListedStudy | undefined> => {
  const { items } = (await reading.records.api.get('/studies?limit=200')) as {
    items: ListedStudy[];
  };
  return items.find(({ id }) => id === studyIds.get(name));
};

describe('a list of three studies', () => {
  it('is read through with one key, and shows its position', async () => {
    await page.goto(`${reading.product.url}/#/study-list`);
    await page.getByRole('searchbox').fill('Listed');
    await page.getByText('3 studies match').waitFor();
    await page.getByRole('row', { name: /Listed One/ }).dblclick();
    await isOpen('Listed One');
    await imagesShown();
    expect(await position()).toBe('1 of 3');
    await page.keyboard.press('Shift+F');
    await isOpen('Listed Two');
    await imagesShown();
    expect(await position()).toBe('2 of 3');
  });

  it('stays at a check that blocks the report and gives its reason', async () => {
    await page.keyboard.press('z');
    const panel = page.getByTestId('report-panel');
    const density = page.getByTestId('report-side-R').getByLabel(/^Density/);
    await density.getByText('B', { exact: true }).click();
    await panel.locator('[data-save=saved]').waitFor();
    await page.keyboard.press('Shift+F');
    await page.getByText(/^The report is not finished\. The right breast/).waitFor();
    await isOpen('Listed Two');
    await panel.getByRole('button', { name: 'Normal study' }).click();
    await panel.locator('[data-level=block]').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+F');
    await isOpen('Listed Three');
    expect((await listed('Listed Two'))?.readingState).toBe('PRELIMINARY');
    await imagesShown();
    expect(await position()).toBe('3 of 3');
  });

  it('ends with a message that leads back to the list as it was', async () => {
    await page.keyboard.press('Shift+F');
    await page.getByText('This was the last study of the list.').waitFor();
    await page.getByRole('button', { name: 'Back to the worklist' }).click();
    await page.getByText('3 studies match').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('Listed');
  });
});

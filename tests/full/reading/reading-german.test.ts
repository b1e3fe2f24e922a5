import { afterAll, beforeAll, expect, it } from 'vitest';
import { englishOnly } from '../../contract/support/catalogues.ts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import { findClipped } from '../../e2e/support/product/find-clipped.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress } from '../../e2e/support/reading/test-records.ts';
import { shownTexts } from '../support/german-screen.ts';

let readingPage: ReadingPage;
beforeAll(async () => {
  readingPage = await openReadingPage();
});
afterAll(async () => {
  await readingPage?.close();
});

it('the reading page is German without English or clipped texts', async () => {
  const { product, records, page } = readingPage;
  const studyId = await records.study(await records.patient('Verhoeven'));
  const scan = await records.scan(studyId, 'R', speckledVolume([120, 60, 120], 0.75, []));
  await page.evaluate(() => localStorage.setItem('clockface.locale', 'de'));
  await page.goto('about:blank');
  await page.goto(scanAddress(product, studyId, scan.id));
  await planesComplete(page);
  await page
    .getByRole('complementary', { name: 'Läsionen' })
    .or(page.getByText('Noch keine Läsionen'))
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  // The study is of today, so that the page offers the next scan.
  await page.getByRole('button', { name: 'Nächster Scan dieser Untersuchung' }).waitFor();
  const english = await englishOnly();
  expect(english.size).toBeGreaterThan(200);
  await screenshot(page, 'reading-german');
  expect((await shownTexts(page)).filter((text) => english.has(text))).toEqual([]);
  expect(await findClipped(page)).toEqual([]);
});

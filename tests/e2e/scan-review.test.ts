import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import type { Vec3 } from '#geometry';
import { axeViolations } from './support/product/axe.ts';
import { screenshot, signIn, visit } from './support/product/browser.ts';
import { planesComplete } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let studyId: string;
let scan: Scan;

const LESION: Vec3 = [-12, 14, 10];
const volume = speckledVolume([60, 40, 60], 0.8, [{ atMm: LESION, radiusMm: 6, greyLevel: 20 }]);

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  await page.setViewportSize({ width: 1280, height: 800 });
  studyId = await records.study(await records.patient('Review'));
  scan = await records.scan(studyId, 'R', volume);
  await page.goto(scanAddress(readingPage.product, studyId, scan.id));
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

const stored = async (): Promise<Scan['review']> =>
  ((await records.api.get(`/scans/${scan.id}`)) as Scan).review;
const chip = (inPage: Page = page) => inPage.getByTestId('scan-review').getByRole('button');
const popover = (inPage: Page = page) => inPage.getByRole('dialog', { name: /Review of scan R$/ });

describe('the review of a scan', () => {
  it('is given with a reason, undone, and withdrawn', async () => {
    await chip().click();
    await popover().getByRole('button', { name: 'Disapprove…' }).click();
    await popover().getByRole('button', { name: 'Disapprove' }).click();
    await popover().getByText('Enter the reason').waitFor();
    await popover().getByLabel('Why is the scan disapproved?').fill('Motion at 7 to 9 o’clock');
    await screenshot(page, 'scan-review-reason');
    await popover().getByRole('button', { name: 'Disapprove' }).click();
    await page.getByText('Scan R disapproved').waitFor();
    await expect.poll(() => chip().textContent()).toBe('Disapproved');
    expect(await stored()).toMatchObject({
      verdict: 'DISAPPROVED',
      reason: 'Motion at 7 to 9 o’clock',
    });
    await chip().click();
    await popover()
      .getByText(/^Disapproved by You, /)
      .waitFor();
    await screenshot(page, 'scan-review');
    expect(await axeViolations(page)).toEqual([]);
    await popover().getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Scan R approved').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(stored).toMatchObject({ verdict: 'DISAPPROVED' });
    await expect.poll(() => chip().textContent()).toBe('Disapproved');
  });

  it('is shown to the operator in the worklist and on the study, with who, when and why', async () => {
    const operator = await visit(readingPage.browser, 1280, 800);
    await signIn(operator.page, readingPage.product.url, 'operator');
    await operator.page.goto(`${readingPage.product.url}/#/study-list`);
    await operator.page.getByRole('img', { name: '1 scan disapproved' }).waitFor();
    await operator.page.getByText('Review', { exact: false }).first().click();
    const lines = operator.page.getByTestId('scan-reviews');
    await lines.waitFor();
    await expect.poll(() => lines.textContent()).toContain('R: Disapproved by Phil Demonstration');
    expect(await lines.textContent()).toContain('Motion at 7 to 9 o’clock');
    await screenshot(operator.page, 'scan-review-worklist');
    expect(await axeViolations(operator.page)).toEqual([]);
    await operator.page.goto(scanAddress(readingPage.product, studyId, scan.id));
    await chip(operator.page).click();
    await popover(operator.page).getByText('Motion at 7 to 9 o’clock').waitFor();
    expect(
      await popover(operator.page)
        .getByRole('button', { name: /pprove/ })
        .count(),
    ).toBe(0);
    await operator.close();
  });

  it('can be withdrawn by the reviewer', async () => {
    await chip().click();
    await popover().getByRole('button', { name: 'Withdraw verdict' }).click();
    await page.getByText('Verdict on scan R withdrawn').waitFor();
    await expect.poll(stored).toBeNull();
    await expect.poll(() => chip().textContent()).toBe('Review');
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '#contracts';
import { DEMO_PASSWORD, screenshot, signIn, visit } from './support/product/browser.ts';
import { startRelay } from './support/product/relay.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress } from './support/reading/test-records.ts';

let reading: ReadingPage;
const volume = speckledVolume([60, 30, 60], 1.6, []);

beforeAll(async () => {
  reading = await openReadingPage();
});
afterAll(() => reading?.close());

/** Creates a study with a scan of the right breast. */
async function newStudy(
  name: string,
): Promise<{ readonly studyId: string; readonly scanId: string }> {
  const { records } = reading;
  const studyId = await records.study(await records.patient(name));
  const { id: scanId } = await records.scan(studyId, 'R', volume);
  return { studyId, scanId };
}

type Study = Awaited<ReturnType<typeof newStudy>>;

const panel = (page: Page) => page.getByTestId('report-panel');
const correlation = (page: Page) => panel(page).getByLabel('Correlation', { exact: true });
const stateOf = (page: Page) => page.getByTestId('report-state').textContent();

async function openReport(page: Page, { studyId, scanId }: Study, url = reading.product.url) {
  await page.goto(scanAddress({ ...reading.product, url }, studyId, scanId));
  await page.getByRole('tab', { name: 'Report' }).click();
  await correlation(page).waitFor();
}

const saved = (page: Page) => panel(page).locator('[data-save=saved]').waitFor();
const stored = async ({ studyId }: Study): Promise<Report> =>
  (await reading.records.api.get(`/studies/${studyId}/reports/latest`)) as Report;

describe('a report being written', () => {
  it('keeps the words typed since the last save when the page crashes', async () => {
    const study = await newStudy('Crash');
    const { page } = reading;
    await openReport(page, study);
    await correlation(page).fill('Palpable lump');
    await saved(page);
    const context = page.context();
    const second = await context.newPage();
    await openReport(second, study);
    await correlation(second).fill('Palpable lump at the skin marker');
    // Ends the page before the pause after which a draft is saved.
    await second.close({ runBeforeUnload: false });
    expect((await stored(study)).content.correlation).toBe('Palpable lump');
    const third = await context.newPage();
    await openReport(third, study);
    await expect
      .poll(() => correlation(third).inputValue())
      .toBe('Palpable lump at the skin marker');
    await expect
      .poll(async () => (await stored(study)).content.correlation)
      .toBe('Palpable lump at the skin marker');
    await third.close();
  });

  it('shows both texts when two pages have changed it, and keeps the chosen one', async () => {
    const study = await newStudy('Conflict');
    const first = await visit(reading.browser);
    const second = await visit(reading.browser);
    const relay = await startRelay(reading.product.url);
    await signIn(first.page, reading.product.url, 'physician');
    await signIn(second.page, relay.url, 'physician');
    await openReport(first.page, study);
    await correlation(first.page).fill('Known scar');
    await saved(first.page);
    await openReport(second.page, study, relay.url);
    await expect.poll(() => correlation(second.page).inputValue()).toBe('Known scar');
    await relay.stop();
    await correlation(second.page).fill('Known scar after surgery');
    await panel(second.page).locator('[data-save=offline]').waitFor();
    await correlation(first.page).fill('Known scar, unchanged');
    await saved(first.page);
    await relay.start();
    const conflict = second.page.getByText('Another page has changed this report');
    await conflict.waitFor();
    await panel(second.page).locator('ins', { hasText: 'after surgery' }).first().waitFor();
    await panel(second.page).locator('del', { hasText: 'unchanged' }).first().waitFor();
    await screenshot(second.page, 'report-conflict');
    await second.page.getByRole('button', { name: 'Keep mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await stored(study)).content.correlation)
      .toBe('Known scar after surgery');
    await first.close();
    await second.close();
    await relay.stop();
  });

  it('is not signed while the server is unreachable, and is signed with the next attempt', async () => {
    const study = await newStudy('Offline');
    const { page, close } = await visit(reading.browser);
    const relay = await startRelay(reading.product.url);
    await signIn(page, relay.url, 'physician');
    await openReport(page, study, relay.url);
    await panel(page).getByRole('button', { name: 'Normal study' }).click();
    await saved(page);
    const warnings = panel(page).locator('[data-level=warn]');
    const answer = warnings.getByRole('button', { name: 'Give a reason' });
    while ((await answer.count()) > 0) {
      const left = await answer.count();
      await answer.first().click();
      await panel(page).getByLabel('Reason', { exact: true }).fill('Seen in clinic');
      await page.keyboard.press('Enter');
      await expect.poll(() => answer.count()).toBe(left - 1);
    }
    await saved(page);
    await panel(page).getByRole('button', { name: 'Sign report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign the report' });
    await dialog.getByLabel('Your password').fill(DEMO_PASSWORD);
    await relay.stop();
    const sign = dialog.getByRole('button', { name: 'Sign', exact: true });
    await sign.click();
    await dialog.getByRole('alert').waitFor();
    await screenshot(page, 'report-sign-offline');
    expect((await stored(study)).signedAt).toBeNull();
    await relay.start();
    await expect.poll(() => sign.isEnabled()).toBe(true);
    await sign.click();
    await expect.poll(() => stateOf(page)).toBe('Signed');
    expect((await stored(study)).intact).toBe(true);
    await close();
    await relay.stop();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Note } from '#contracts';
import type { Vec3 } from '#geometry';
import { axeViolations } from './support/product/axe.ts';
import { screenshot, signIn, visit } from './support/product/browser.ts';
import { secondReader } from './support/product/second-reader.ts';
import { aLength } from './support/reading/marks.ts';
import { planesComplete } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let finding: Finding;

const LESION: Vec3 = [-12, 14, 10];
const volume = speckledVolume([110, 50, 120], 0.8, [{ atMm: LESION, radiusMm: 6, greyLevel: 20 }]);
let address: string;

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  await page.setViewportSize({ width: 1280, height: 800 });
  const studyId = await records.study(await records.patient('Notes'));
  const scan = await records.scan(studyId, 'R', volume);
  finding = await records.finding(scan.id, aLength(volume.geometry, LESION, 12), {
    massLengthUm: 12_000,
    note: 'Oval, parallel',
  });
  address = scanAddress(readingPage.product, studyId, scan.id);
  await page.goto(address);
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

const storedTexts = async (): Promise<readonly string[]> => {
  const { items } = (await records.api.get(`/findings/${finding.id}/notes`)) as { items: Note[] };
  return items.map(({ text }) => text);
};
const row = (inPage: Page = page) => inPage.locator(`[data-finding-id="${finding.id}"]`);
const notes = (inPage: Page = page) => row(inPage).getByRole('region', { name: 'Notes' });

describe('notes on a finding', () => {
  it('are added, edited and deleted by their author, and a deletion can be undone', async () => {
    await row().locator('[data-row]').click();
    await notes().getByRole('button', { name: 'Add note' }).click();
    await notes().getByLabel('New note').fill('Please compare with the MRI');
    await page.keyboard.press('Control+Enter');
    await notes().getByText('Please compare with the MRI').waitFor();
    await notes()
      .getByText(/^You, /)
      .waitFor();
    await notes()
      .getByRole('button', { name: /^Edit note/ })
      .click();
    await notes().getByLabel('Note', { exact: true }).fill('Please compare with the MRI of May');
    await notes().getByRole('button', { name: 'Save note' }).click();
    await expect.poll(storedTexts).toEqual(['Please compare with the MRI of May']);
    await notes().getByText('edited by You').waitFor();
    await screenshot(page, 'finding-notes');
    expect(await axeViolations(page)).toEqual([]);
    await notes()
      .getByRole('button', { name: /^Delete note/ })
      .click();
    await notes().getByText('Please compare').waitFor({ state: 'detached' });
    await page.getByText('Note deleted').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await notes().getByText('Please compare with the MRI of May').waitFor();
    expect(await storedTexts()).toEqual(['Please compare with the MRI of May']);
  });

  it('keep a half-written text while another finding is read and after a reload', async () => {
    await notes().getByRole('button', { name: 'Add note' }).click();
    await notes().getByLabel('New note').fill('Second thou');
    await page.reload();
    await planesComplete(page);
    await row().locator('[data-row]').click();
    expect(await notes().getByLabel('New note').inputValue()).toBe('Second thou');
    await notes().getByRole('button', { name: 'Cancel' }).click();
    expect(await notes().getByLabel('New note').count()).toBe(0);
  });

  it('of other readers are shown with the name of the author and can’t be changed', async () => {
    const reader = await secondReader(readingPage.product);
    const own = await reader.send('POST', `/findings/${finding.id}/notes`, { text: 'I agree' });
    expect(own.status).toBe(200);
    const other = await visit(readingPage.browser, 1280, 800);
    await signIn(other.page, readingPage.product.url, 'viewer');
    await other.page.goto(address);
    await other.page.getByTestId('findings-panel').waitFor();
    await row(other.page).locator('[data-row]').click();
    await notes(other.page).getByText('I agree').waitFor();
    await notes(other.page)
      .getByText(/^Phil Demonstration, /)
      .waitFor();
    const edits = notes(other.page).getByRole('button', { name: /^Edit note/ });
    expect(await edits.count()).toBe(1);
    await screenshot(other.page, 'finding-notes-of-others');
    await other.close();
  });

  it('of other readers appear, change and disappear without a reload, beside a half-written note', async () => {
    const reader = await secondReader(readingPage.product);
    await notes().getByRole('button', { name: 'Add note' }).click();
    await notes().getByLabel('New note').fill('Not yet finished');
    const path = `/findings/${finding.id}/notes`;
    const sent = await reader.send('POST', path, { text: 'Also on the MRI' });
    expect(sent.status).toBe(200);
    await notes().getByText('Also on the MRI').waitFor();
    await screenshot(page, 'finding-notes-live');
    const stored = (await records.api.get(path)) as { items: Note[] };
    const id = stored.items.find(({ text }) => text === 'Also on the MRI')?.id;
    expect((await reader.send('PUT', `${path}/${id}`, { text: 'Not on the MRI' })).status).toBe(
      200,
    );
    await notes().getByText('Not on the MRI').waitFor();
    expect((await reader.send('DELETE', `${path}/${id}`, undefined)).status).toBe(200);
    await notes().getByText('Not on the MRI').waitFor({ state: 'detached' });
    expect(await notes().getByLabel('New note').inputValue()).toBe('Not yet finished');
    await notes().getByRole('button', { name: 'Cancel' }).click();
  });
});

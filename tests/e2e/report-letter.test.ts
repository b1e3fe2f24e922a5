import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report, Scan } from '#contracts';
import { newId } from '#foundation';
import type { Vec3 } from '#geometry';
import { DEMO_PASSWORD, screenshot } from './support/product/browser.ts';
import { testSite } from './support/product/product.ts';
import { aLength } from './support/reading/marks.ts';
import { planesComplete } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;

const LESION: Vec3 = [-12, 14, 10];
const volume = speckledVolume([110, 50, 120], 0.8, [{ atMm: LESION, radiusMm: 6, greyLevel: 20 }]);
const SITE_BLOCK = { name: 'Normal', abbreviation: 'norm', text: 'No suspicious change.' };
const reporting = {
  settings: { letterContact: '01 234 567', textBlocks: [SITE_BLOCK], dictation: true },
};

beforeAll(async () => {
  readingPage = await openReadingPage(testSite({ extensions: { reporting } }));
  ({ records, page } = readingPage);
  // Replaces the recogniser of the browser, which needs a microphone and the network.
  await page.addInitScript(() => {
    class TestRecogniser {
      onresult: ((event: object) => void) | null = null;
      onend: (() => void) | null = null;
      start(): void {
        const result = Object.assign([{ transcript: 'Dictated words.' }], { isFinal: true });
        setTimeout(() => this.onresult?.({ resultIndex: 0, results: [result] }), 100);
      }
      abort(): void {
        this.onend?.();
      }
    }
    Object.assign(window, { SpeechRecognition: TestRecogniser });
  });
  await page.reload();
});
afterAll(() => readingPage?.close());

const panel = () => page.getByTestId('report-panel');
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Creates a study with a scan of the right breast. */
async function createStudy(name: string): Promise<Scan> {
  const scan = await records.scan(await records.study(await records.patient(name)), 'R', volume);
  return records.nipple(scan.id, { sag: 0, tra: 0, depth: 0, rad: 0 });
}

async function openReport(scan: Scan): Promise<void> {
  await page.goto(scanAddress(readingPage.product, scan.studyId, scan.id));
  await page.getByTestId('layout-four-planes').click();
  await planesComplete(page);
  await page.getByRole('tab', { name: 'Report' }).click();
  await panel().waitFor();
}

async function signReport(studyId: string, biradsScore: number, change = {}): Promise<void> {
  const id = newId();
  const right = { biradsScore, text: { text: '' } };
  const content = { right, impression: { text: 'Read.' }, ...change };
  const send = async (path: string, body: object): Promise<void> => {
    const response = await records.api.send('POST', path, body);
    expect(response.status, await response.clone().text()).toBe(200);
  };
  await send('/reports', { id, studyId, content });
  await send(`/reports/${id}/actions/preliminary`, {});
  await send(`/reports/${id}/actions/sign`, { password: DEMO_PASSWORD });
}

describe('text blocks', () => {
  let scan: Scan;
  beforeAll(async () => {
    scan = await createStudy('Block');
    await records.finding(scan.id, aLength(volume.geometry, LESION, 12));
    await openReport(scan);
    // The first change starts the draft, whose finding then has a text.
    const chips = panel()
      .getByTestId('report-finding')
      .getByLabel(/^BI-RADS category/);
    await chips.getByText('2', { exact: true }).click();
  });
  const note = () => panel().getByLabel('Further text', { exact: true });
  const storedNote = async (): Promise<string | undefined> => {
    const path = `/studies/${scan.studyId}/reports/latest`;
    return ((await records.api.get(path)) as Report).content.findingTexts[0]?.text;
  };

  it('are added in their dialog, next to those of the site', async () => {
    await button('More actions of the report').click();
    await page.getByRole('menuitem', { name: 'Text blocks' }).click();
    const dialog = page.getByRole('dialog', { name: 'Text blocks' });
    await dialog.getByText(SITE_BLOCK.text).waitFor();
    await dialog.getByRole('button', { name: 'Add a text block' }).click();
    await dialog.getByLabel('Name').fill('Cyst');
    await dialog.getByLabel('Abbreviation').fill('cy');
    await dialog.getByLabel('Text', { exact: true }).fill('Cyst at {hour}.');
    await dialog.getByRole('button', { name: 'Save text block' }).click();
    await dialog.getByText('{hour} is not a placeholder').waitFor();
    await screenshot(page, 'text-block-error');
    await dialog.getByLabel('Text', { exact: true }).fill('Cyst at {clock}.');
    await dialog.getByRole('button', { name: 'Save text block' }).click();
    await dialog.getByText(';cy').waitFor();
    await screenshot(page, 'text-blocks');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  it('expand with the values of the finding, and the browser undoes it', async () => {
    await note().click();
    await page.keyboard.type('Seen. ;cy');
    await page.keyboard.press('Tab');
    await expect.poll(() => note().inputValue()).toBe('Seen. Cyst at 10:00.');
    await page.keyboard.press('Control+Z');
    await expect.poll(() => note().inputValue()).toBe('Seen. ;cy');
    // The browser selects what the undo has brought back.
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await expect.poll(() => note().inputValue()).toBe('Seen. Cyst at 10:00.');
    await expect.poll(storedNote, { timeout: 10_000 }).toBe('Seen. Cyst at 10:00.');
  });

  it('are found by search and inserted at the cursor', async () => {
    await note().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' ');
    await panel()
      .getByTestId('report-finding')
      .getByRole('button', { name: 'Insert a text block' })
      .click();
    await page.getByRole('dialog', { name: 'Insert a text block' }).waitFor();
    await page.keyboard.type('suspicious');
    await page.keyboard.press('Enter');
    const text = `Seen. Cyst at 10:00. ${SITE_BLOCK.text}`;
    await expect.poll(() => note().inputValue()).toBe(text);
    await screenshot(page, 'text-block-inserted');
  });

  it('stand beside dictation, which shows that it listens until Escape', async () => {
    await note().fill('Seen.');
    await button('Dictate: Further text').click();
    await page.getByTestId('dictation').waitFor();
    await expect.poll(() => note().inputValue()).toBe('Seen. Dictated words.');
    await screenshot(page, 'dictation');
    await page.keyboard.press('Escape');
    await page.getByTestId('dictation').waitFor({ state: 'detached' });
  });

  it('end dictation when a dialog opens', async () => {
    await note().fill('Seen.');
    await button('Dictate: Further text').click();
    await expect.poll(() => note().inputValue()).toBe('Seen. Dictated words.');
    await page.getByTestId('dictation').waitFor();
    await button('More actions of the report').click();
    await page.getByRole('menuitem', { name: 'Text blocks' }).click();
    const dialog = page.getByRole('dialog', { name: 'Text blocks' });
    await dialog.waitFor();
    await page.getByTestId('dictation').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });
});

describe('the letter to the patient', () => {
  it('is shown in two languages and saved as PDF after the signature', async () => {
    const scan = await createStudy('Letter');
    await signReport(scan.studyId, 2);
    await openReport(scan);
    await button('Letter to the patient').click();
    const text = page.getByTestId('letter-text');
    await text.getByText('In your right breast we saw nothing unusual.').waitFor();
    expect(await text.textContent()).toContain('01 234 567');
    await screenshot(page, 'letter');
    await page.getByRole('button', { name: /Language of the letter/ }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await text.getByText('In Ihrer rechten Brust haben wir nichts Auffälliges gesehen.').waitFor();
    const download = page.waitForEvent('download');
    await button('Save as PDF').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('letter-1-de.pdf');
    expect((await readFile(await file.path())).subarray(0, 5).toString('latin1')).toBe('%PDF-');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  });

  it('of a report that recommends something else needs a comparison', async () => {
    const scan = await createStudy('Other');
    const recommendations = [{ code: 'BIRAD_4', side: 'R', text: '' }];
    await signReport(scan.studyId, 9, { recommendations });
    await openReport(scan);
    await button('Letter to the patient').click();
    await page.getByText('The letter lacks a recommendation of the report').waitFor();
    await page.getByText('I have explained the result').click();
    expect(await button('Print').isDisabled()).toBe(true);
    await page.getByText('I have compared the letter with the report').click();
    expect(await button('Print').isDisabled()).toBe(false);
    await screenshot(page, 'letter-management');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  });

  it('of a result that is explained in person needs a confirmation', async () => {
    const scan = await createStudy('Talk');
    await signReport(scan.studyId, 9);
    await openReport(scan);
    await button('Letter to the patient').click();
    await page.getByText('Explain this result in person').waitFor();
    expect(await button('Print').isDisabled()).toBe(true);
    await page.getByText('I have explained the result').click();
    expect(await button('Print').isDisabled()).toBe(false);
    const popup = page.waitForEvent('popup');
    await button('Open PDF').click();
    expect((await popup).url()).toMatch(/^blob:/);
    await (await popup).close();
    const printed = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('blob:'));
    await button('Print').click();
    // A page that closes while its PDF loads makes the driver fail.
    await (await printed).waitForLoadState();
    await screenshot(page, 'letter-in-person');
  });

  it('leaves no error in the console', () => {
    expect(readingPage.person.errors).toEqual([]);
  });
});

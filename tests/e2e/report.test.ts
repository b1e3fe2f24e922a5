import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report, Scan } from '#contracts';
import type { Vec3 } from '#geometry';
import { DEMO_PASSWORD, screenshot } from './support/product/browser.ts';
import { aLength } from './support/reading/marks.ts';
import { planesComplete } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let studyId: string;
let right: Scan;
let left: Scan;

const LESION: Vec3 = [-12, 14, 10];
const SECOND_LESION: Vec3 = [10, 12, -8];
const ball = (atMm: Vec3, greyLevel = 20) => ({ atMm, radiusMm: 6, greyLevel });
const volume = speckledVolume([110, 50, 120], 0.8, [ball(LESION), ball(SECOND_LESION, 5)]);
const { geometry } = volume;
const NIPPLE = { sag: 0, tra: 0, depth: 0, rad: 0 };

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  studyId = await records.study(await records.patient('Report'));
  right = await records.scan(studyId, 'R', volume);
  left = await records.scan(studyId, 'L', volume);
  for (const { id } of [right, left]) await records.nipple(id, NIPPLE);
  await records.finding(right.id, aLength(geometry, LESION, 12));
  await records.finding(right.id, aLength(geometry, SECOND_LESION, 9));
  await records.finding(left.id, aLength(geometry, LESION, 8));
  await page.goto(scanAddress(readingPage.product, studyId, right.id));
  await page.getByTestId('layout-four-planes').click();
  await planesComplete(page);
  await page.getByRole('tab', { name: 'Report' }).click();
  await page.getByTestId('report-panel').waitFor();
});
afterAll(() => readingPage?.close());

const PLACE = 'At 10:00, 16 mm from the nipple, 14 mm deep from the transducer face';
const panel = () => page.getByTestId('report-panel');
const state = () => page.getByTestId('report-state').textContent();
const saved = () => panel().locator('[data-save=saved]').waitFor({ timeout: 10_000 });
const check = (id: string) => panel().locator(`[data-check=${id}]`);
const choose = async (group: string, chip: string): Promise<void> => {
  const chips = panel().getByLabel(group, { exact: true });
  await chips.getByText(chip, { exact: true }).click();
};
const chipsOf = (group: RegExp) => panel().getByTestId('report-finding').getByLabel(group);
const openFinding = (name: RegExp) => panel().getByRole('button', { name }).click();
const stored = async (): Promise<Report> =>
  (await records.api.get(`/studies/${studyId}/reports/latest`)) as Report;

const signWith = async (password: string): Promise<void> => {
  await panel().getByRole('button', { name: 'Sign report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign the report' });
  await dialog.getByTestId('signed-identity').getByText('Right breast: BI-RADS 4B').waitFor();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
};
const depthMm = () => page.getByTestId('position-COR').inputValue();
const editSentence = async (name: RegExp, text: string): Promise<void> => {
  await page.getByTestId('report-text').getByRole('button', { name }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
};
/** Answers every warning with a reason; errors stay. */
const answerWarnings = async (): Promise<void> => {
  const open = panel().locator('[data-level=warn]').getByRole('button', { name: 'Give a reason' });
  while ((await open.count()) > 0) {
    const left = await open.count();
    await open.first().click();
    await panel().getByLabel('Reason', { exact: true }).fill('Seen in clinic');
    await page.keyboard.press('Enter');
    await expect.poll(() => open.count()).toBe(left - 1);
  }
};

describe('the report of two breasts with three findings', () => {
  it('writes sentences from chips while the reader describes the findings', async () => {
    await openFinding(/^Finding 1, Right breast/);
    await choose('Shape', 'Irregular');
    await choose('Orientation', 'Not parallel to the skin');
    await choose('Margin', 'Angular');
    await choose('Echo pattern', 'Hypoechoic');
    await choose('Posterior features', 'Shadowing');
    await choose('BI-RADS category', '4B');
    await saved();
    expect(await state()).toBe('Draft');
    const sentence = (text: string) => page.getByTestId('report-text').getByText(text).waitFor();
    await sentence(`${PLACE}, upper outer quadrant.`);
    await sentence(
      'Irregular, not parallel, hypoechoic mass with angular margin and posterior shadowing.',
    );
    expect(await depthMm()).toBe('14.0');
    await screenshot(page, 'report-finding');
  });

  it('takes descriptors by digits and goes to the next group with an arrow key', async () => {
    await page.keyboard.press('z');
    const chip = (name: string) => chipsOf(/^Shape/).getByRole('radio', { name, exact: true });
    await expect
      .poll(() => chip('Irregular').evaluate((e) => e === document.activeElement))
      .toBe(true);
    await page.keyboard.press('2');
    await page.getByTestId('report-text').getByText('Round, not parallel').waitFor();
    await page.keyboard.press('3');
    await page.getByTestId('report-text').getByText('Irregular, not parallel').waitFor();
    await page.keyboard.press('ArrowDown');
    const orientation = chipsOf(/^Orientation/).getByRole('radio', { name: /^Not parallel/ });
    expect(await orientation.evaluate((e) => e === document.activeElement)).toBe(true);
    await saved();
  });

  it('fills the window when asked, with the record beside its text', async () => {
    await page.keyboard.press('Shift+Z');
    const full = page.getByTestId('report-full-page');
    await full.getByText('Irregular, not parallel').waitFor();
    await screenshot(page, 'report-full-page');
    await page.keyboard.press('Escape');
    await panel().waitFor();
    expect(await full.count()).toBe(0);
  });

  it('proposes the highest category of the findings and never sets it', async () => {
    for (const name of [/^Finding 2, Right breast/, /^Finding 1, Left breast/]) {
      await openFinding(name);
      // A finding of the other breast opens its scan.
      await expect.poll(depthMm).toBe(name.source.includes('Left') ? '14.0' : '12.0');
      await choose('Type of mass', 'Simple cyst');
      await chipsOf(/^BI-RADS category/)
        .getByText('2', { exact: true })
        .click();
    }
    await saved();
    expect((await stored()).content.right?.biradsScore).toBeNull();
    await page.getByTestId('report-side-R').getByRole('button', { name: 'Use 4B' }).click();
    await page.getByTestId('report-side-L').getByRole('button', { name: 'Use 2' }).click();
    await saved();
    const { right: rightSide, left: leftSide, impression } = (await stored()).content;
    expect([rightSide?.biradsScore, leftSide?.biradsScore]).toEqual([6, 3]);
    expect(impression.text).toContain('BI-RADS 4B');
  });

  it('blocks the signature while a sentence names the other breast', async () => {
    await editSentence(/^Edit the sentence: At 10:00.*upper outer/, 'In the left breast at 10:00.');
    await check('side-in-finding-text').waitFor();
    expect(await panel().getByRole('button', { name: 'Sign report' }).isDisabled()).toBe(true);
    await screenshot(page, 'report-blocked');
  });

  it('is signed with the password once errors are solved and warnings answered', async () => {
    await editSentence(/^Edit the sentence: In the left breast/, 'In the right breast at 10:00.');
    await check('side-in-finding-text').waitFor({ state: 'detached' });
    await answerWarnings();
    await screenshot(page, 'report-answered');
    await signWith('not the password');
    await page.getByRole('dialog').getByText('The password is wrong').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await signWith(DEMO_PASSWORD);
    await expect.poll(state).toBe('Signed');
    const report = await stored();
    expect(report).toMatchObject({ state: 'SIGNED', intact: true });
    expect(report.content.overrides.length).toBeGreaterThan(0);
    await screenshot(page, 'report-signed');
  });

  it('shows the PDF of the signed version', async () => {
    await panel().getByRole('button', { name: 'Preview' }).click();
    await page.getByTestId('report-pdf').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as PDF' }).click();
    const bytes = await readFile(await (await download).path());
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  });

  it('takes an addendum, whose difference from the report is shown word by word', async () => {
    await panel().getByRole('button', { name: 'Write an addendum' }).click();
    await panel().getByLabel('Addendum', { exact: true }).fill('The right breast is unchanged.');
    await panel().getByRole('button', { name: 'Save addendum' }).click();
    await expect.poll(state).toBe('Addendum, not signed');
    await panel().getByRole('button', { name: 'Sign addendum' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign the addendum' });
    await dialog.getByLabel('Your password').fill(DEMO_PASSWORD);
    const sign = dialog.getByRole('button', { name: 'Sign', exact: true });
    // A side in an addendum is confirmed, because it is often a correction of the side.
    expect(await sign.isDisabled()).toBe(true);
    await dialog.getByText('I have checked this').click();
    await sign.click();
    await expect.poll(state).toBe('Addendum');
    await panel().getByRole('button', { name: 'More actions of the report' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const difference = page.getByTestId('word-difference');
    expect(await difference.locator('ins').textContent()).toContain(
      'The right breast is unchanged.',
    );
    await screenshot(page, 'report-versions');
  });
});

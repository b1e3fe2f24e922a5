import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Scan } from '#contracts';
import type { Vec3 } from '#geometry';
import { screenshot } from '../../e2e/support/product/browser.ts';
import { aLength } from '../../e2e/support/reading/marks.ts';
import { drag, planesComplete, spotOf } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from '../../e2e/support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let right: Scan;

const LESION: Vec3 = [-12, 14, 10];
const SECOND_LESION: Vec3 = [10, 12, -8];
const NIPPLE = { sag: 0, tra: 0, depth: 0, rad: 0 };
const SAVED = { timeout: 20_000 };
const ball = (atMm: Vec3) => ({ atMm, radiusMm: 6, greyLevel: 20 });
const volume = speckledVolume([110, 50, 120], 0.8, [ball(LESION), ball(SECOND_LESION)]);
const { geometry } = volume;

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  const patientId = await records.patient('Findings');
  const prior = await records.scan(await records.study(patientId), 'R', volume);
  await records.nipple(prior.id, NIPPLE);
  await records.finding(prior.id, aLength(geometry, SECOND_LESION, 9), { massLengthUm: 9_000 });
  const studyId = await records.study(patientId);
  right = await records.scan(studyId, 'R', volume);
  await records.nipple(right.id, NIPPLE);
  await page.goto(scanAddress(readingPage.product, studyId, right.id));
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

const storedFindings = async (scan: Scan): Promise<readonly Finding[]> =>
  ((await records.api.get(`/scans/${scan.id}/findings`)) as { items: Finding[] }).items;
const openFinding = async (id: string): Promise<void> => {
  const row = page.locator(`[data-finding-id="${id}"]`);
  await row.locator('[data-row]').click();
  await row.getByTestId('finding-details').waitFor();
};

describe('a prior scan beside today’s', () => {
  it('shows the prior findings, moves to a selected one, and explains why they are read-only', async () => {
    await openFinding(
      (await records.finding(right.id, aLength(geometry, LESION, 7), { massLengthUm: 9_000 })).id,
    );
    await page.getByTestId('layout-compare').click();
    const priorTransverse = page.locator('[data-cell=prior-tra]');
    await page.getByTestId('prior-findings').waitFor();
    await page.getByTestId('prior-dot-R-1').waitFor();
    await page.getByTestId('prior-finding-1').click();
    const mark = priorTransverse.getByTestId('mark-1');
    await mark.waitFor();
    const box = await mark.locator('path').last().boundingBox();
    if (box === null) throw new Error('The mark is not visible');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: 'right' });
    const reason = page.getByRole('menuitem', {
      name: /^This mark belongs to the prior of \d{4}-/,
    });
    await reason.waitFor();
    expect(await reason.getAttribute('aria-disabled')).toBe('true');
    await screenshot(page, 'findings-of-the-prior');
    await page.keyboard.press('Escape');
    await page.getByTestId('layout-four-planes').click();
    await page.getByTestId('prior-findings').waitFor({ state: 'detached' });
  });
});

describe('a lesion that is measured in three planes', () => {
  it('stays one finding when lengths are drawn near it or added in adding mode', async () => {
    await openFinding(
      (await records.finding(right.id, aLength(geometry, LESION, 7), { massLengthUm: 9_000 })).id,
    );
    const countBefore = (await storedFindings(right)).length;
    await planesComplete(page);
    await page.keyboard.press('m');
    const drawLength = async (plane: 'TRA' | 'SAG' | 'COR') => {
      const { x, y } = await spotOf(page, geometry, null, plane, LESION);
      await drag(page, plane, { x: x - 30, y: y + 6 }, { x: x + 30, y: y + 6 });
    };
    await drawLength('COR');
    await drawLength('TRA');
    await page.getByText('Joined finding').first().waitFor();
    await page.keyboard.press('a');
    await page.getByTestId('adding-bar').waitFor();
    await drawLength('SAG');
    await page.keyboard.press('a');
    await page.getByTestId('adding-bar').waitFor({ state: 'detached' });
    const planesOfFindings = async () =>
      (await storedFindings(right)).map(({ marks }) =>
        Object.values(marks)
          .map(({ planeView }) => planeView)
          .sort()
          .join(' '),
      );
    await expect.poll(planesOfFindings, SAVED).toContain('COR SAG TRA TRA');
    expect(await planesOfFindings()).toHaveLength(countBefore);
    await page.keyboard.press('Escape');
  });
});

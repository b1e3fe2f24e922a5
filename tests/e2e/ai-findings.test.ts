import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, FindingRelation, Scan } from '#contracts';
import { imageToMm, mmToImage, type Vec3 } from '#geometry';
import { axeViolations } from './support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from './support/product/browser.ts';
import { type Product, startProduct, testSite } from './support/product/product.ts';
import { aProposedBall, storeDetection } from './support/reading/ai-runs.ts';
import { drawnMarks, findingsOf, onPage, sheetOf } from './support/reading/marks.ts';
import { planesComplete } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import {
  createTestRecords,
  scanAddress,
  type TestRecords,
} from './support/reading/test-records.ts';

const LESION: Vec3 = [-12, 14, 10];
const SMALL_LESION: Vec3 = [18, 20, -14];
const SHADOW: Vec3 = [4, 30, 22];
const volume = speckledVolume([110, 50, 120], 0.8, [
  { atMm: LESION, radiusMm: 6, greyLevel: 20 },
  { atMm: SMALL_LESION, radiusMm: 4, greyLevel: 25 },
]);

const proposals = [
  aProposedBall(volume.geometry, SMALL_LESION, 4, 0.55),
  aProposedBall(volume.geometry, LESION, 6, 0.92),
  aProposedBall(volume.geometry, SHADOW, 5, 0.12),
];

async function storeScan(records: TestRecords, lastName: string) {
  const studyId = await records.study(await records.patient(lastName));
  const scan = await records.scan(studyId, 'R', volume);
  await records.nipple(scan.id, { sag: 0, tra: 0, depth: 2, rad: 0 });
  return { studyId, scan };
}

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let scan: Scan;

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  await page.setViewportSize({ width: 1280, height: 800 });
  const stored = await storeScan(records, 'Proposals');
  scan = stored.scan;
  await storeDetection(records, scan.id, proposals);
  await page.goto(scanAddress(readingPage.product, stored.studyId, scan.id));
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

const panel = () => page.getByTestId('ai-panel');
const row = (label: number) => panel().getByTestId(`proposal-${label}`);
const rowLabels = () =>
  panel()
    .locator('[data-testid^="proposal-"]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-testid')));
const openTab = (name: string | RegExp) =>
  page.getByRole('tab', { name, exact: typeof name === 'string' }).click();
const drawnInCoronal = async () => Object.keys(await drawnMarks(page, 'COR'));
const findings = () => findingsOf(records.api, scan);
const decisionOf = async (label: number) =>
  (await findings()).find((finding) => finding.label === label)?.ai?.decision ?? null;

/** Saves screenshots at the smallest and the largest supported window size. */
async function screenshots(name: string): Promise<void> {
  await screenshot(page, name);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await planesComplete(page);
  await screenshot(page, `${name}-1920`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await planesComplete(page);
}

describe('the AI panel', () => {
  it('lists the proposals by score, and counts the one below the lowest score', async () => {
    await openTab(/^AI/);
    await expect.poll(rowLabels).toEqual(['proposal-2', 'proposal-1']);
    expect(await row(2).textContent()).toMatch(/0\.92.*12\.0 × 12\.0 × 12\.0 mm/);
    expect(await row(2).textContent()).toMatch(/R \d+:00 · \d+ mm FN · depth 1\d mm/);
    expect(await panel().getByTestId('ai-below-count').textContent()).toBe('1 hidden');
    expect(await axeViolations(page)).toEqual([]);
  });

  it('moves the planes to the tissue of a proposal and draws the mark once the layer is on', async () => {
    await row(2).getByRole('button').first().click();
    await planesComplete(page);
    await expect
      .poll(() => page.getByTestId('view-COR').getAttribute('data-position'))
      .toContain('depth=');
    expect(await drawnInCoronal()).toEqual([]);
    await page.keyboard.press('q');
    await expect.poll(async () => (await drawnInCoronal()).length).toBe(1);
    const drawn = page.getByTestId('marks-COR').getByTestId('mark-2');
    expect(await drawn.getByTestId('mark-chip').textContent()).toBe('2D');
    await screenshots('ai-panel');
    await page.keyboard.press('q');
    await expect.poll(drawnInCoronal).toEqual([]);
    await page.keyboard.press('q');
  });

  it('shows the origin of a proposal on request', async () => {
    await row(2).getByRole('button', { name: 'About this proposal' }).click();
    const about = row(2).locator('dl');
    await about.getByText('Phantom detector').waitFor();
    for (const text of ['1.0', 'abababababababab…', 'ai-findings.detector', 'Research only']) {
      expect(await about.textContent()).toContain(text);
    }
    expect(await about.textContent()).toContain('Computer phantoms only');
    await row(2).getByRole('button', { name: 'About this proposal' }).click();
  });

  it('filters by the lowest score on the images and in the list, and deletes nothing', async () => {
    const slider = panel().getByRole('slider', { name: 'Lowest score' });
    await slider.focus();
    await page.keyboard.press('End');
    await expect.poll(rowLabels).toEqual([]);
    await panel().getByText('All 3 proposals score below the limit.').waitFor();
    await expect.poll(drawnInCoronal).toEqual([]);
    await panel().getByRole('button', { name: 'Show all' }).click();
    await expect.poll(rowLabels).toEqual(['proposal-2', 'proposal-1', 'proposal-3']);
    expect(await panel().getByTestId('ai-below-count').textContent()).toBe('None hidden');
    await expect.poll(async () => (await drawnInCoronal()).length).toBe(1);
    expect(await findings()).toHaveLength(3);
  });
});

describe('a proposal', () => {
  it('is accepted by its shortcut as a finding of the reader, and reopened from the notice', async () => {
    await row(2).getByRole('button').first().click();
    await page.keyboard.press('Shift+A');
    await panel().getByText('Decided (1)').waitFor();
    expect((await decisionOf(2))?.kind).toBe('ACCEPTED');
    const copies = (await findings()).filter(({ generator }) => generator.id === 'USER');
    expect(copies).toHaveLength(1);
    await expect
      .poll(async () => page.getByTestId('marks-COR').getByTestId('mark-4').count())
      .toBe(1);
    expect(await page.getByTestId('marks-COR').getByTestId('mark-2').count()).toBe(0);
    await screenshot(page, 'ai-accepted');
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(() => decisionOf(2)).toBeNull();
    await expect.poll(async () => (await findings()).length).toBe(3);
  });

  it('is rejected with a common reason or with the reader’s own, and can be reopened', async () => {
    await row(3).getByRole('button').first().click();
    await page.keyboard.press('Shift+R');
    await panel().getByText('Why do you reject this proposal?').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshots('ai-reject');
    await panel().getByRole('button', { name: 'Acoustic shadow' }).click();
    await panel().getByText('Rejected: Acoustic shadow').waitFor();
    expect(await decisionOf(3)).toMatchObject({ kind: 'REJECTED', reason: 'SHADOW' });
    await row(1).getByRole('button').first().click();
    await row(1).getByRole('button', { name: 'Reject…' }).click();
    await panel().getByLabel('Other reason').fill('Cooper’s ligament');
    await page.keyboard.press('Enter');
    await panel().getByText('Rejected: Cooper’s ligament').waitFor();
    await row(1).getByRole('button', { name: 'Undo the decision' }).click();
    await expect.poll(() => decisionOf(1)).toBeNull();
  });

  it('is edited as a linked copy by right click; the original stays as it was', async () => {
    await row(2).getByRole('button').first().click();
    await planesComplete(page);
    const before = (await findings()).find(({ label }) => label === 2);
    const mark = Object.values(before?.marks ?? {}).find(({ planeView }) => planeView === 'COR');
    const [corner] = mark?.markViewParams.points ?? [];
    if (mark === undefined || corner === undefined) throw new Error('The proposal has no box');
    const coronal = await sheetOf(page, 'COR', volume.geometry);
    const cornerMm = imageToMm(mark.frame, corner.u, corner.v);
    const at = await onPage(coronal, mmToImage(coronal.frame, cornerMm));
    await openTab(/^Findings/);
    await page.keyboard.press('v');
    await page.mouse.click(at.x, at.y);
    await page
      .getByText('Please right click on the AI generated finding to start editing')
      .waitFor();
    await page.mouse.click(at.x, at.y, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Accept this AI finding' }).waitFor();
    await screenshot(page, 'ai-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions for finding 2' }).click();
    await page.getByRole('menuitem', { name: 'Reject this AI finding…' }).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(at.x, at.y, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit a copy of this AI finding' }).click();
    await page.getByRole('heading', { name: 'Edit a copy of AI finding 2' }).waitFor();
    await planesComplete(page);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x - 24, at.y - 24, { steps: 6 });
    await page.mouse.up();
    const copyOf = async (): Promise<Finding | undefined> =>
      (await findings()).find(({ generator }) => generator.id === 'USER');
    await expect.poll(async () => (await copyOf())?.version ?? 0).toBeGreaterThan(1);
    expect(await axeViolations(page)).toEqual([]);
    await screenshots('ai-edit');
    const original = (await findings()).find(({ label }) => label === 2);
    expect(original?.marks).toEqual(before?.marks);
    const { items } = (await records.api.get(`/findingrel/ai/${original?.id}`)) as {
      items: readonly FindingRelation[];
    };
    const copy = await copyOf();
    expect(items).toMatchObject([{ userFindingId: copy?.id, relationType: 'USER_TO_ML' }]);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByTestId('findings-panel').waitFor();
  });

  it('of an older run is shown when that run is chosen', async () => {
    const newest = await storeDetection(
      records,
      scan.id,
      [
        aProposedBall(volume.geometry, SMALL_LESION, 4, 0.7),
        aProposedBall(volume.geometry, SHADOW, 5, 0.6),
      ],
      '2.0',
    );
    const ofNewest = (await findings()).filter(({ ai }) => ai?.runId === newest.id);
    const [best, again] = ofNewest.toSorted((a, b) => (b.ai?.score ?? 0) - (a.ai?.score ?? 0));
    const newestRow = `proposal-${best?.label}`;
    await page.reload();
    await planesComplete(page);
    await openTab(/^AI/);
    await expect.poll(rowLabels).toContain(newestRow);
    const repeated = panel().getByTestId(`proposal-${again?.label}`);
    await repeated.getByText('Rejected before as 3: Acoustic shadow').waitFor();
    await repeated.getByRole('button').first().click();
    await repeated.getByRole('button', { name: 'Show finding 3' }).click();
    await expect
      .poll(() => row(3).getByRole('button').first().getAttribute('aria-current'))
      .toBe('true');
    // The rejected proposal stays listed whichever run is shown; the undecided one does not.
    expect(await rowLabels()).toContain('proposal-3');
    expect(await rowLabels()).not.toContain('proposal-1');
    await panel()
      .getByRole('button', { name: /Phantom detector 2\.0/ })
      .click();
    await page.getByRole('option', { name: /Phantom detector 1\.0/ }).click();
    await expect.poll(rowLabels).toContain('proposal-1');
    expect(await rowLabels()).not.toContain(newestRow);
    await screenshot(page, 'ai-runs');
  });
});

describe('AI as second reader', () => {
  let product: Product;
  let browser: Browser;
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('stays hidden until the reader finishes the first read, also after a reload', async () => {
    product = await startProduct(
      testSite({ extensions: { 'ai-findings': { settings: { secondReader: true } } } }),
    );
    const ownRecords = await createTestRecords(product);
    const stored = await storeScan(ownRecords, 'Second');
    await storeDetection(ownRecords, stored.scan.id, proposals);
    browser = await launchBrowser();
    const visitor = await visit(browser);
    await signIn(visitor.page, product.url, 'physician');
    await visitor.page.setViewportSize({ width: 1280, height: 800 });
    await visitor.page.goto(scanAddress(product, stored.studyId, stored.scan.id));
    await planesComplete(visitor.page);
    expect(await visitor.page.getByTestId('suggestions').count()).toBe(0);
    const tab = visitor.page.getByRole('tab', { name: /^AI/ });
    expect(await tab.textContent()).toBe('AI');
    await tab.click();
    const finish = visitor.page.getByRole('button', { name: 'Finish first read and show AI' });
    await finish.waitFor();
    await screenshot(visitor.page, 'ai-first-read');
    await finish.click();
    await visitor.page.getByRole('alertdialog').waitFor();
    expect(await axeViolations(visitor.page)).toEqual([]);
    await screenshot(visitor.page, 'ai-first-read-question');
    await visitor.page.getByRole('button', { name: 'Show AI findings' }).click();
    await visitor.page.getByTestId('proposal-2').waitFor();
    await visitor.page.reload();
    await planesComplete(visitor.page);
    await visitor.page.getByRole('tab', { name: /^AI/ }).click();
    await visitor.page.getByTestId('proposal-2').waitFor();
  });
});

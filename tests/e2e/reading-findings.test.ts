import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Scan } from '#contracts';
import { newId } from '#foundation';
import { imageToMm, type Vec3 } from '#geometry';
import { axeViolations } from './support/product/axe.ts';
import { DEMO_PASSWORD, screenshot, signIn, type Visit, visit } from './support/product/browser.ts';
import { aLength } from './support/reading/marks.ts';
import { planesComplete, planesDrawn } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let other: Visit;
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
  studyId = await records.study(await records.patient('Findings'));
  right = await records.scan(studyId, 'R', volume);
  left = await records.scan(studyId, 'L', volume);
  await records.nipple(right.id, NIPPLE);
  await page.goto(scanAddress(readingPage.product, studyId, right.id));
  await page.getByTestId('layout-four-planes').click();
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

/** Wait for edits, which are saved in the background one after the other. */
const SAVED = { timeout: 10_000 };

const storedFindings = async (scan: Scan): Promise<readonly Finding[]> =>
  ((await records.api.get(`/scans/${scan.id}/findings`)) as { items: Finding[] }).items;
const row = (id: string, inPage: Page = page) => inPage.locator(`[data-finding-id="${id}"]`);
const openDetails = async (id: string): Promise<void> => {
  await row(id).locator('[data-row]').click();
  await row(id).getByTestId('finding-details').waitFor();
};
const selectMenuEntry = async ({ id, label }: Finding, entry: string): Promise<void> => {
  await row(id)
    .getByRole('button', { name: `More actions for finding ${label}` })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
};

describe('a finding saved by another user', () => {
  it('appears in the list and on the map with its thumbnail within five seconds, without a reload', async () => {
    other = await visit(readingPage.browser, 1280, 800);
    await signIn(other.page, readingPage.product.url, 'viewer');
    await other.page.goto(scanAddress(readingPage.product, studyId, right.id));
    await other.page.getByTestId('findings-panel').waitFor();
    await page.getByTestId('readers').waitFor();
    expect(await page.getByTestId('readers').textContent()).toContain('is also reading this scan');
    await other.page.getByTestId('readers').waitFor();
    const savedAtMs = Date.now();
    const finding = await records.finding(right.id, aLength(geometry, LESION, 12), {
      massLengthUm: 12_000,
      biradsScore: 5,
    });
    await row(finding.id, other.page).waitFor();
    await row(finding.id).waitFor();
    expect(Date.now() - savedAtMs).toBeLessThan(5_000);
    expect(await row(finding.id).getByTestId('finding-location').textContent()).toBe(
      'R 10:00 · 16 mm FN · depth 14 mm',
    );
    expect(await row(finding.id).textContent()).toContain('BI-RADS 4A');
    await page.getByTestId('dot-R-1').waitFor();
    await row(finding.id).locator('[data-testid=finding-thumbnail][data-ready=true]').waitFor();
    // Leaving the page reports the end of the presence.
    await other.page.goto('about:blank');
    await page.getByTestId('readers').waitFor({ state: 'detached' });
    await other.close();
  });
});

describe('the list of both breasts', () => {
  it('moves by N and P, jumps from the map, and opens the selected finding in place', async () => {
    const [first] = await storedFindings(right);
    const second = await records.finding(right.id, aLength(geometry, SECOND_LESION, 9), {
      massLengthUm: 9_000,
      biradsScore: 4,
      note: 'Second',
    });
    const third = await records.finding(left.id, aLength(geometry, LESION, 8), {
      massLengthUm: 8_000,
    });
    await row(third.id).waitFor();
    await page.keyboard.press('n');
    await row(first?.id ?? '')
      .getByTestId('finding-details')
      .waitFor();
    await page.keyboard.press('n');
    await row(second.id).getByTestId('finding-details').waitFor();
    expect(await row(second.id).getByTestId('finding-note').textContent()).toBe('Second');
    expect(await row(second.id).getByTestId('size-massLengthUm').textContent()).toContain('9.0 mm');
    expect(await row(second.id).getByTestId('size-massLengthUm').textContent()).toContain(
      'Transverse',
    );
    await page.keyboard.press('n');
    await row(third.id).getByTestId('finding-details').waitFor();
    await page.getByTestId('dot-R-2').click();
    await row(second.id).getByTestId('finding-details').waitFor();
    await page.keyboard.press('p');
    await row(first?.id ?? '')
      .getByTestId('finding-details')
      .waitFor();
    await planesComplete(page);
    await screenshot(page, 'findings-panel');
    expect(await axeViolations(page)).toEqual([]);
  });

  it('hides findings, shows the number of hidden findings, and shows them again', async () => {
    const [, second] = [...(await storedFindings(right))].sort((a, b) => a.label - b.label);
    if (second === undefined) throw new Error('The second finding is missing');
    await openDetails(second.id);
    await selectMenuEntry(second, 'Hide from my list');
    await row(second.id).waitFor({ state: 'detached' });
    await page.getByTestId('hidden-count').click();
    await row(second.id).waitFor();
    await openDetails(second.id);
    await selectMenuEntry(second, 'Show in my list');
    await page.getByTestId('hidden-count').waitFor({ state: 'detached' });
  });
});

describe('a group of findings', () => {
  it('becomes one finding with the chosen values, which can be undone, redone and ungrouped', async () => {
    const [first, second] = [...(await storedFindings(right))].sort((a, b) => a.label - b.label);
    if (first === undefined || second === undefined) throw new Error('Expected two findings');
    await row(first.id)
      .locator('[data-row]')
      .click({ modifiers: ['Control'] });
    await row(second.id)
      .locator('[data-row]')
      .click({ modifiers: ['Control'] });
    await page.getByTestId('chosen-bar').getByRole('button', { name: 'Group' }).click();
    const dialog = page.getByRole('dialog', { name: 'Group findings' });
    await dialog.getByText('Values differ. Choose one.').waitFor();
    // Measured sizes are computed from all marks; values entered by a user need a choice.
    expect(await dialog.getByText('12.0 mm · measured from all marks').count()).toBe(1);
    await dialog.getByText('9.0 mm · finding 2').click();
    await page.keyboard.press('Enter');
    await dialog.getByText('Choose a value.').waitFor();
    await screenshot(page, 'findings-group');
    // The focus is on the first open choice: select the next value and confirm.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Findings grouped').waitFor();
    expect(await row(second.id).count()).toBe(0);
    const marksPerFinding = async () =>
      (await storedFindings(right)).map(({ marks }) => Object.keys(marks).length);
    expect(await marksPerFinding()).toEqual([2]);
    expect((await storedFindings(right))[0]).toMatchObject({
      massLengthUm: 9_000,
      biradsScore: 4,
      note: 'Second',
    });
    await page.keyboard.press('Control+z');
    await row(second.id).waitFor();
    await expect.poll(marksPerFinding, SAVED).toEqual([1, 1]);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(marksPerFinding, SAVED).toEqual([2]);
    await openDetails(first.id);
    await selectMenuEntry(first, 'Ungroup');
    await page.getByText('Ungrouped into 2 findings').waitFor();
    expect(await marksPerFinding()).toEqual([1, 1]);
    await page.keyboard.press('Control+z');
    await expect.poll(marksPerFinding, SAVED).toEqual([2]);
    await row(first.id).waitFor();
  });
});

describe('a conflicting edit', () => {
  it('is shown field by field in place, and the reader chooses the values', async () => {
    const [finding] = await storedFindings(right);
    if (finding === undefined) throw new Error('Expected a finding');
    await openDetails(finding.id);
    await row(finding.id).getByRole('button', { name: 'Edit finding' }).click();
    const dialog = page.getByRole('dialog', { name: `Finding ${finding.label}` });
    await dialog.getByLabel('Longest horizontal, mm').fill('far');
    await dialog.getByText('Enter millimetres above 0, up to 500.').waitFor();
    await dialog.getByLabel('Longest horizontal, mm').fill('15,5');
    await dialog.getByLabel('Description').fill('Mine');
    // Another page of the reader saves first; blocking the calls keeps this page from loading the
    // change in time.
    await page.route(`**/api/scans/${right.id}/findings`, (route) => route.abort());
    const { marks, massLengthUm } = finding;
    const unknownSizes = { massWidthUm: null, massHeightUm: null };
    const theirs = { marks, massLengthUm, ...unknownSizes, note: 'Theirs' };
    const put = await records.api.send('PUT', `/findings/${finding.id}`, theirs, {
      'if-match': `"${finding.version}"`,
    });
    expect(put.status).toBe(200);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const card = page.getByTestId('finding-conflict');
    await card.waitFor();
    // Names the author of the change: the reader's own account, from another page.
    await card.getByText('You also changed this finding').waitFor();
    // All differences are reported once, without an additional strip or notice.
    const notice = page.getByText('Someone else changed this finding', { exact: true });
    expect(await notice.count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute(`**/api/scans/${right.id}/findings`);
    expect(await card.getByRole('row', { name: /Description/ }).textContent()).toBe(
      'DescriptionMineTheirs',
    );
    await screenshot(page, 'findings-conflict');
    await card.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(async () => (await storedFindings(right))[0]?.note, SAVED).toBe('Mine');
    expect((await storedFindings(right))[0]?.massLengthUm).toBe(15_500);
    await expect
      .poll(() => row(finding.id).getByTestId('size-massLengthUm').textContent())
      .toContain('manual');
  });
});

describe('the nipple', () => {
  const markPointsMm = ({ marks }: Finding): readonly Vec3[] =>
    Object.values(marks).flatMap(({ frame, markViewParams }) =>
      markViewParams.points.map(({ u, v }) => imageToMm(frame, u, v)),
    );

  it('can be dragged, which updates all locations but moves no mark in the tissue', async () => {
    const [before] = await storedFindings(right);
    if (before === undefined) throw new Error('Expected a finding');
    const handle = page.getByTestId('view-COR').getByTestId('nipple-handle');
    const box = await handle.boundingBox();
    if (box === null) throw new Error('The nipple handle is not visible');
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y + 30, { steps: 4 });
    await page.mouse.up();
    const distance = async () => (await storedFindings(right))[0]?.distanceFromNippleUm;
    await expect.poll(distance, SAVED).not.toBe(before.distanceFromNippleUm);
    const [after] = await storedFindings(right);
    expect(markPointsMm(after as Finding)).toEqual(markPointsMm(before));
    const chip = page.getByTestId('nipple-chip');
    expect(await chip.getAttribute('data-status')).toBe('JUST_SET');
    await page.keyboard.press('Control+z');
    await expect.poll(distance, SAVED).toBe(before.distanceFromNippleUm);
  });

  it('can be confirmed when an AI proposed the location, and undo reverts the confirmation', async () => {
    const { file } = (await records.api.get(`/scans/${left.id}/volume`)) as {
      file: { id: string };
    };
    const proposal = { sag: 5, tra: -4, depth: 2, rad: 0, confidence: 0.92 };
    const put = await records.api.send('PUT', `/scanfiles/${file.id}/nippleAi`, proposal);
    expect(put.status).toBe(200);
    await page.goto(scanAddress(readingPage.product, studyId, left.id));
    const chip = page.getByTestId('nipple-chip');
    await page.locator('[data-status=NOT_CONFIRMED]').waitFor();
    await chip.getByRole('button').click();
    await page.getByRole('button', { name: 'Confirm AI location (confidence 92 %)' }).click();
    await page.locator('[data-status=JUST_SET]').waitFor();
    await page.getByTestId('nipple-menu').waitFor({ state: 'detached' });
    const location = async () =>
      ((await records.api.get(`/scans/${left.id}`)) as Scan).nippleLocation;
    expect(await location()).toMatchObject({
      sag: expect.closeTo(5, 6),
      tra: expect.closeTo(-4, 6),
      depth: expect.closeTo(2, 6),
    });
    await page.keyboard.press('Control+z');
    await page.locator('[data-status=NOT_CONFIRMED]').waitFor();
    expect(await location()).toBeNull();
  });
});

describe('a signed study', () => {
  it("names the signer and explains why it can't be changed", async () => {
    for (const finding of [...(await storedFindings(right)), ...(await storedFindings(left))]) {
      const { marks, note, massLengthUm, massWidthUm, massHeightUm } = finding;
      const sizes = { massLengthUm, massWidthUm, massHeightUm };
      const body = { marks, note, ...sizes, biradsScore: 3 };
      const response = await records.api.send('PUT', `/findings/${finding.id}`, body, {
        'if-match': `"${finding.version}"`,
      });
      expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
    }
    const side = { biradsScore: 3, breastDensity: 'HETERO', text: { text: 'Benign' } };
    const id = newId();
    const content = { impression: { text: 'Benign findings' }, right: side, left: side };
    const report = await records.api.send('POST', '/reports', { id, studyId, content });
    expect([report.status, await report.text()]).toEqual([200, expect.anything()]);
    for (const [action, body] of [
      ['preliminary', {}],
      ['sign', { password: DEMO_PASSWORD }],
    ] as const) {
      const response = await records.api.send('POST', `/reports/${id}/actions/${action}`, body);
      expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
    }
    await page.getByTestId('signed').waitFor();
    expect(await page.getByTestId('signed').textContent()).toMatch(/^Signed by .+, \d{4}-/);
    const [finding] = await storedFindings(right);
    await row(finding?.id ?? '')
      .locator('[data-row]')
      .click();
    await row(finding?.id ?? '')
      .getByRole('button', { name: /^Edit finding \(Signed by/ })
      .waitFor();
    // The browser logs rejected calls as errors.
    const thrown = readingPage.person.errors.filter(
      (text) => !text.includes('Failed to load resource'),
    );
    expect(thrown).toEqual([]);
  });
});

describe('the selected finding', () => {
  let scan: Scan;

  /** Returns labels of the findings on the server, in the order of the list. */
  const storedLabels = async (): Promise<readonly number[]> =>
    (await storedFindings(scan)).map(({ label }) => label).sort((a, b) => a - b);
  const selectedLabel = () =>
    page
      .locator('[data-row][aria-current=true]')
      .evaluateAll((rows) =>
        rows.map((element) =>
          element.closest('[data-testid^=finding-]')?.getAttribute('data-testid'),
        ),
      );
  const expectSelected = (label: number) =>
    expect.poll(selectedLabel).toEqual([`finding-${label}`]);
  const expectStored = (...labels: readonly number[]) =>
    expect.poll(storedLabels, SAVED).toEqual(labels);

  it('moves the planes back when its row is chosen again after they were scrolled away', async () => {
    const study = await records.study(await records.patient('Returning'));
    scan = await records.scan(study, 'R', volume);
    for (const at of [LESION, SECOND_LESION, [0, 20, 0], [5, 25, 15], [-15, 30, -15]] as const)
      await records.finding(scan.id, aLength(geometry, at, 6));
    await page.goto(scanAddress(readingPage.product, study, scan.id));
    await planesComplete(page);
    const first = (await storedFindings(scan)).find(({ label }) => label === 1);
    const chosenRow = row(first?.id ?? '').locator('[data-row]');
    const positionText = () => page.getByTestId('view-TRA').getAttribute('data-position');
    await chosenRow.click();
    await row(first?.id ?? '')
      .getByTestId('finding-details')
      .waitFor();
    await planesDrawn(page);
    const atFinding = await positionText();
    for (const plane of ['TRA', 'COR'] as const) {
      await page.getByTestId(`image-${plane}`).hover();
      for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 100);
    }
    await expect.poll(positionText).not.toBe(atFinding);
    await planesDrawn(page);
    await chosenRow.click();
    await expect.poll(positionText).toBe(atFinding);
    await expectSelected(first?.label ?? 0);
    await row(first?.id ?? '')
      .getByTestId('finding-details')
      .waitFor();
  });

  it('is the only one that Shift+Delete removes; its neighbour is selected, and N goes on from there', async () => {
    await page.getByTestId('image-COR').focus();
    await page.keyboard.press('n');
    await expectSelected(2);
    await page.keyboard.press('Shift+Delete');
    await expectSelected(3);
    await expectStored(1, 3, 4, 5);
    // N visits the neighbour that took over, before it goes on.
    await page.keyboard.press('n');
    await expectSelected(3);
    await page.keyboard.press('Shift+Delete');
    await expectSelected(4);
    await expectStored(1, 4, 5);
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await expectSelected(5);
    // The last finding of the list is followed by the one before it.
    await page.keyboard.press('Shift+Delete');
    await expectSelected(4);
    await expectStored(1, 4);
    await page.keyboard.press('n');
    await expectSelected(1);
    await page.keyboard.press('Shift+Delete');
    await expectSelected(4);
    await expectStored(4);
  });
});

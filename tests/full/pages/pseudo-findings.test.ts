import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finding, GENERATOR_COLOURS, type Scan } from '#contracts';
import type { Vec3 } from '#geometry';
import { findingTexts } from '../../../extensions/breast-planes/texts/finding-texts.ts';
import { studyTexts } from '../../../platform/workstation/texts/study-texts.ts';
import { apiReader } from '../../e2e/support/product/api.ts';
import { launchBrowser } from '../../e2e/support/product/browser.ts';
import { startProduct } from '../../e2e/support/product/product.ts';
import { secondReader } from '../../e2e/support/product/second-reader.ts';
import { aLength, drawMark, TOOL_KEYS } from '../../e2e/support/reading/marks.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { createTestRecords } from '../../e2e/support/reading/test-records.ts';
import { findingRow, openScan, selectLayout } from '../support/pseudo-scan-page.ts';
import { pseudo } from '../support/pseudo-screen.ts';
import { drawn, openPseudo, type PseudoSite } from '../support/pseudo-session.ts';

const LESIONS: readonly Vec3[] = [
  [-12, 14, 10],
  [10, 12, -8],
  [14, 20, 12],
];
const volume = speckledVolume([80, 40, 80], 1, []);
const { geometry } = volume;

let site: PseudoSite;
/** A scan with a nipple and three findings. */
let marked: Scan;
/** A scan without nipple and findings. */
let unmarked: Scan;
beforeAll(async () => {
  const product = await startProduct();
  const records = await createTestRecords(product);
  const patientId = await records.patient('Verhoeven');
  unmarked = await records.scan(await records.study(patientId), 'L', volume);
  marked = await records.scan(await records.study(patientId), 'R', volume);
  await records.nipple(marked.id, { sag: 0, tra: 0, depth: 2, rad: 0 });
  const sizes = { massLengthUm: 12_000, massWidthUm: 10_000, massHeightUm: 11_000 };
  for (const atMm of LESIONS) {
    const mark = aLength(geometry, atMm, 12);
    await records.finding(marked.id, mark, { ...sizes, note: 'Prefers mornings' });
  }
  const data = [/Verhoeven|Prefers mornings|biopsy here/];
  site = { product, browser: await launchBrowser(), data };
});
afterAll(async () => {
  await site?.browser.close();
  await site?.product.stop();
});

/** Changes the note of the first finding as another reader does. */
async function changeNote(note: string): Promise<void> {
  const reader = await apiReader(site.product, 'physician');
  const { items } = (await reader.get(`/scans/${marked.id}/findings`)) as { items: Finding[] };
  const finding = items.find(({ label }) => label === 1);
  if (finding === undefined) throw new Error('No finding 1');
  const { id, version, marks, massLengthUm, massWidthUm, massHeightUm } = finding;
  const { biradsScore, isMass, recommendations } = finding;
  const sizes = { massLengthUm, massWidthUm, massHeightUm };
  const fields = { marks, ...sizes, biradsScore, isMass, recommendations, note };
  const response = await reader.send('PUT', `/findings/${id}`, fields, {
    'if-match': `"${version}"`,
  });
  expect(response.status).toBe(200);
}

describe('findings in the pseudo-locale', () => {
  it('have all texts in catalogues and none clipped in the list, its menus and dialogs', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, checkPopup, press, selectEntry } = session;
    const { menu, open, edit } = findingTexts;
    await openScan(session, marked);
    await selectLayout(session, 'layout-four-planes');
    await planesComplete(page);
    await findingRow(page, 1).locator('[data-row]').click();
    await findingRow(page, 1).getByTestId('finding-details').waitFor();
    await drawn(page);
    await check('opened finding');
    const chips = findingRow(page, 1).getByTestId('finding-descriptors');
    await chips.locator('[aria-haspopup]').first().click();
    await page.getByRole('listbox').waitFor();
    await check('recommendations of a finding');
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await checkPopup('menu of a finding', () => press(open.more(1)));
    await checkPopup('menu of findings', () => press(menu.title));
    await checkPopup('edit finding', () => press(open.edit));
    await press(open.edit);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').nth(1).fill('abc');
    await check('invalid size');
    await dialog.getByRole('textbox').nth(1).fill('9');
    await dialog.getByRole('button', { name: edit.save, exact: true }).click();
    await session.waitForPopupClose();
    await page.getByTestId('finding-edits').locator('summary').click();
    await check('edits of a finding');
    await press(open.more(1));
    await checkPopup('group findings', () => selectEntry(menu.group));
    await findingRow(page, 2)
      .locator('[data-row]')
      .click({ modifiers: ['Control'] });
    await page.getByTestId('chosen-bar').waitFor();
    await check('selected findings');
    await press(findingTexts.clearChecked);
    await press(open.more(1));
    await selectEntry(menu.add);
    await page.getByTestId('adding-bar').waitFor();
    await check('adding marks');
    await press(findingTexts.adding.end);
    await press(open.more(1));
    await selectEntry(menu.hide);
    await page.getByTestId('hidden-count').waitFor();
    await check('hidden finding');
    await page.getByTestId('hidden-count').click();
    await findingRow(page, 1).locator('[data-row]').click();
    await press(open.more(1));
    const isSaved = page.waitForResponse(/\/findings\/[^/]+\/hidden$/);
    await selectEntry(menu.show);
    await page.getByTestId('hidden-count').waitFor({ state: 'detached' });
    await isSaved;
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped with marks, menus and notices', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, checkPopup } = session;
    await openScan(session, unmarked);
    await selectLayout(session, 'layout-four-planes');
    await planesComplete(page);
    await check('no nipple');
    const sheet = {
      page,
      plane: 'TRA',
      frame: aLength(geometry, [0, 14, 0], 9).frame,
    } as const;
    await drawMark(sheet, 'LENGTH', { u: 0.3, v: 0.3 }, 0.2);
    await findingRow(page, 1).waitFor();
    await drawMark(sheet, 'TEXT', { u: 0.6, v: 0.6 });
    await page.getByTestId('marks-TRA').getByTestId('mark-2').waitFor();
    await page.keyboard.press('v');
    await check('marks');
    const mark = page.getByTestId('marks-TRA').getByTestId('mark-1');
    await checkPopup('menu of a mark', () =>
      mark.locator('path').last().click({ button: 'right', force: true }),
    );
    await page.keyboard.press(TOOL_KEYS.TEXT);
    await page.getByTestId('image-TRA').click({ position: { x: 60, y: 40 } });
    await page.getByTestId('mark-words').waitFor();
    await check('text of a mark');
    await page.keyboard.press('Escape');
    await page.getByTestId('nipple-chip').getByRole('button').first().click();
    await check('placing the nipple');
    await page.keyboard.press('Escape');
    await findingRow(page, 1).locator('[data-row]').click();
    await page.keyboard.press('Delete');
    await findingRow(page, 1).waitFor({ state: 'detached' });
    await check('finding deleted');
    const field = page.getByTestId('position-COR');
    await field.fill('abc');
    await page.getByTestId('image-TRA').click({ position: { x: 20, y: 20 } });
    await check('invalid position');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped if the AI found them', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, checkPopup, press } = session;
    await page.route(/\/scans\/[^/]+\/findings/, async (route) => {
      const response = await route.fetch();
      const { items, ...rest } = (await response.json()) as { items: Finding[] };
      const generators = [
        { id: 'AI', labelColour: GENERATOR_COLOURS.AI },
        { id: 'AIAD', labelColour: GENERATOR_COLOURS.AIAD },
      ] as const;
      const json = {
        ...rest,
        items: items.map((one, idx) => ({ ...one, generator: generators[idx] ?? one.generator })),
      };
      await route.fulfill({ response, json });
    });
    await openScan(session, marked);
    await selectLayout(session, 'layout-four-planes');
    await check('findings of the AI');
    await page.locator('[data-row]').first().click();
    await page.getByTestId('finding-details').waitFor();
    await check('opened finding of the AI');
    const more = new RegExp(findingTexts.open.more(1).replace(/1.*$/, ''));
    await checkPopup('menu of a finding of the AI', () => press(more));
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped when two readers edit the same finding', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, press } = session;
    const { open, edit } = findingTexts;
    await openScan(session, marked);
    await findingRow(page, 1).locator('[data-row]').click();
    await press(open.edit);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Prefers mornings 1');
    // Without the list, the page does not load the other reader's change before it saves.
    const list = `**/api/scans/${marked.id}/findings`;
    await page.route(list, (route) => route.abort());
    await changeNote('Prefers mornings 2');
    await dialog.getByRole('button', { name: edit.save, exact: true }).click();
    await page.getByTestId('finding-conflict').waitFor();
    await page.unroute(list);
    await check('conflicting edit');
    await press(findingTexts.conflict.mine);
    await page.getByTestId('finding-conflict').waitFor({ state: 'detached' });
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped in a study that another reader claims', async () => {
    const session = await openPseudo(site, 'physician');
    const { page, check, checkPopup, press, selectEntry } = session;
    const other = await secondReader(site.product);
    const path = `/studies/${marked.studyId}/actions/claim`;
    expect((await other.send('POST', path, { takeOver: true })).status).toBe(200);
    await openScan(session, marked);
    const claim = new RegExp(studyTexts.claim.claimedBy('@', '').split('@')[0] ?? '');
    await page.getByRole('button', { name: claim }).waitFor();
    await check('claimed study');
    await checkPopup('claim of another reader', () => press(claim));
    await press(findingTexts.menu.title);
    const download = page.waitForEvent('download');
    await selectEntry(findingTexts.menu.exportCsv);
    await download;
    await page.getByText(findingTexts.exported).waitFor();
    await check('exported findings');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped for a viewer', async () => {
    const session = await openPseudo(site, 'viewer');
    const { page, check, checkPopup, press } = session;
    await openScan(session, marked);
    await findingRow(page, 1).locator('[data-row]').click();
    await findingRow(page, 1).getByTestId('finding-details').waitFor();
    await check('finding of another user');
    await checkPopup('menu for a viewer', () => press(findingTexts.open.more(1)));
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('have all texts in catalogues and none clipped for a blind annotator', async () => {
    const session = await openPseudo(site, 'annotator');
    const { page, check } = session;
    await page.getByRole('row').nth(1).click();
    await page.getByRole('button', { name: pseudo(studyTexts.open) }).click();
    await page.waitForURL((address) => address.hash.startsWith('#/scan'));
    await drawn(page);
    await check('reading of an annotator');
    expect(session.problems).toEqual([]);
    await session.close();
  });
});

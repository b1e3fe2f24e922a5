import type { Page } from 'playwright-core';
import type { Finding, ScanSide } from '#contracts';
import {
  imageFrame,
  mmToImage,
  mmToPosition,
  type PlanePosition,
  positionToMm,
  type Vec3,
  type VolumePlane,
} from '#geometry';
import { aVolume, ball } from '#testing';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/product/browser.ts';
import { type Product, startProduct } from '../e2e/support/product/product.ts';
import { drag, planesComplete, spotOf } from '../e2e/support/reading/reading.ts';
import { createTestRecords, type TestRecords } from '../e2e/support/reading/test-records.ts';
import { type Figure, machine } from './support/figure.ts';

/** Actions in OHIF 3.13.2 by mouse, from its study list to two stored lengths in two planes. */
const OHIF_ACTIONS = 11;
const SAVE_LIMIT_MS = 20_000;
const POSITION: PlanePosition = { sag: 0, tra: 0, depth: 20, rad: 45 };
/**
 * Lesions that the coronals of a newly opened case show and the other planes, which pass through the
 * nipple, do not.
 */
const POSITIONS: Readonly<Record<ScanSide, PlanePosition>> = {
  R: { sag: -12, tra: 8, depth: 22, rad: 0 },
  L: { sag: 14, tra: -9, depth: 22, rad: 0 },
};
const LESION_MM = 6;

/** Counts actions: every click, double click, key and drag is one. */
class CountingInput {
  readonly actions: string[] = [];
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(name: string): Promise<void> {
    this.actions.push('double click on the row');
    await this.page.getByRole('row', { name }).dblclick();
  }

  async pressKey(key: string): Promise<void> {
    this.actions.push(`key ${key}`);
    await this.page.keyboard.press(key);
  }

  /**
   * Draws a horizontal length across the lesion; with `intoSelected`, holds Shift to draw into the selected
   * finding.
   */
  async drawLength(plane: VolumePlane, position = POSITION, intoSelected = false): Promise<void> {
    this.actions.push(intoSelected ? `drag with Shift in ${plane}` : `drag in ${plane}`);
    const { geometry, centreMm } = lesion(position);
    const { x, y, pxPerMm } = await spotOf(this.page, geometry, null, plane, centreMm);
    const half = LESION_MM * pxPerMm;
    if (intoSelected) await this.page.keyboard.down('Shift');
    await drag(this.page, plane, { x: x - half, y }, { x: x + half, y });
    if (intoSelected) await this.page.keyboard.up('Shift');
  }

  /** Draws a horizontal length across the lesion in one of the two coronals. */
  async drawLengthInCoronal(side: ScanSide): Promise<void> {
    this.actions.push(`drag in the coronal of ${side}`);
    const view = this.page.locator(`[data-cell=${side === 'R' ? 'right' : 'left'}]`);
    const box = await view.getByTestId('image-COR').boundingBox();
    const shown = await view.locator('[data-drawn]').getAttribute('data-drawn');
    if (box === null || shown === null) throw new Error(`No coronal of ${side}`);
    // The fifth value of `data-drawn` is the scale.
    const pxPerMm = Number(shown.split(' ')[4]);
    const { geometry, centreMm } = lesion(POSITIONS[side]);
    const position = mmToPosition(geometry, null, centreMm, 0);
    const frame = imageFrame(geometry, 'COR', null, position);
    const { u, v } = mmToImage(frame, centreMm);
    const x = box.x + box.width / 2 + (u - 0.5) * frame.widthMm * pxPerMm;
    const y = box.y + box.height / 2 + (v - 0.5) * frame.heightMm * pxPerMm;
    const { mouse } = this.page;
    await mouse.move(x - LESION_MM * pxPerMm, y);
    await mouse.down();
    await mouse.move(x, y, { steps: 4 });
    await mouse.move(x + LESION_MM * pxPerMm, y, { steps: 4 });
    await mouse.up();
  }
}

/**
 * Counts the actions from the list to stored results: two lengths in two planes; a case of two
 * breasts.
 */
export async function actions(): Promise<readonly Figure[]> {
  await buildWeb({ production: true });
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    const records = await createTestRecords(product);
    const { page } = await visit(browser);
    const twoLengths = await measureTwoLengths(product, records, page);
    return [twoLengths, await measureTwoBreasts(product, records, page)];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function measureTwoLengths(
  product: Product,
  records: TestRecords,
  page: Page,
): Promise<Figure> {
  const scans = await createPatientWithScans(records, 'Vermeulen', ['R']);
  await signIn(page, product.url, 'physician');
  const input = new CountingInput(page);
  await input.open('Vermeulen');
  await planesComplete(page);
  await input.pressKey('m');
  await input.drawLength('TRA');
  await input.drawLength('SAG');
  await waitForStoredLengths(records, scans[0] ?? '', 2);
  return figureOf('acts/two-lengths', input, '≤ 5', { 'OHIF 3.13.2': OHIF_ACTIONS });
}

/**
 * Reads a whole case: opens both breasts, each with a lesion, from the list and measures each in
 * two planes. Two findings of two lengths are stored, without grouping.
 */
async function measureTwoBreasts(
  product: Product,
  records: TestRecords,
  page: Page,
): Promise<Figure> {
  const [right = '', left = ''] = await createPatientWithScans(
    records,
    'Lindqvist',
    ['R', 'L'],
    POSITIONS,
  );
  await page.goto(`${product.url}/#/patient-list`);
  await page.reload();
  const input = new CountingInput(page);
  await input.open('Lindqvist');
  for (const cell of ['right', 'left']) {
    await page.locator(`[data-cell=${cell}] [data-state=complete]`).waitFor({ timeout: 120_000 });
  }
  await input.pressKey('m');
  await input.drawLengthInCoronal('R');
  await input.drawLengthInCoronal('L');
  await input.pressKey('2');
  await page.locator('[data-cell=left]').waitFor({ state: 'detached' });
  await planesComplete(page);
  await input.drawLength('TRA', POSITIONS.L, true);
  await input.pressKey('n');
  await page.locator('[data-testid=body-map] [data-testid=dot-R-1][aria-current=true]').waitFor();
  await planesComplete(page);
  await input.drawLength('TRA', POSITIONS.R, true);
  for (const scanId of [left, right]) await waitForStoredLengths(records, scanId, 2, 1);
  return figureOf('acts/two-breasts', input, 'none', { 'required lengths': 4 });
}

function figureOf(
  name: string,
  input: CountingInput,
  target: string,
  against: Figure['against'],
): Figure {
  const count = input.actions.length;
  const more = { actions: input.actions, from: 'the list of patients', to: 'stored by the server' };
  const spread: Figure['spread'] = [count, count];
  return {
    name,
    figure: count,
    unit: 'actions',
    target,
    against,
    runs: 1,
    spread,
    machine: machine(),
    more,
  };
}

function lesion(position: PlanePosition) {
  const { geometry } = aVolume({ sizes: [80, 48, 80] });
  const centreMm = positionToMm(geometry, position);
  return { geometry, centreMm };
}

/**
 * Creates a patient with one study and a scan of each side.
 * @returns the ids of the scans in that order
 */
async function createPatientWithScans(
  records: TestRecords,
  lastName: string,
  sides: readonly ScanSide[],
  positions: Readonly<Record<ScanSide, PlanePosition>> = { R: POSITION, L: POSITION },
): Promise<readonly string[]> {
  const studyId = await records.study(await records.patient(lastName));
  const ids: string[] = [];
  for (const side of sides) {
    const { centreMm } = lesion(positions[side]);
    const volume = aVolume({
      sizes: [80, 48, 80],
      paint: ball(centreMm as Vec3, LESION_MM, 30, 120),
    });
    ids.push((await records.scan(studyId, side, volume)).id);
  }
  return ids;
}

/** Waits until the server has stored the lengths, each in another plane. */
async function waitForStoredLengths(
  records: TestRecords,
  scanId: string,
  expected: number,
  /** Expected number of findings; any number if absent. */
  findingCount?: number,
): Promise<void> {
  const deadlineMs = Date.now() + SAVE_LIMIT_MS;
  for (;;) {
    const { items } = (await records.api.get(`/scans/${scanId}/findings`)) as { items: Finding[] };
    const marks = items.flatMap((finding) => Object.values(finding.marks));
    const lengths = marks.filter(({ markType }) => markType === 'LENGTH');
    const planes = new Set(lengths.map(({ planeView }) => planeView));
    const grouped = findingCount === undefined || items.length === findingCount;
    if (lengths.length === expected && planes.size === expected && grouped) return;
    if (Date.now() > deadlineMs)
      throw new Error(`${lengths.length} of ${expected} lengths were stored`);
    await new Promise((next) => setTimeout(next, 200));
  }
}

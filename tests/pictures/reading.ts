import type { Page } from 'playwright-core';
import type { Scan } from '#contracts';
import { mmToPosition, type Vec3, type VolumeGeometry } from '#geometry';
import { readNrrd, volumeFromNrrd } from '#volume';
import { createPhantom, type TrueLesion } from '../../extensions/scanner/simulator/index.ts';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { volumeGeometry } from '../e2e/support/product/api.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/product/browser.ts';
import { type Product, startProduct, testSite } from '../e2e/support/product/product.ts';
import { clickIn, drag, goTo, planesComplete, spotOf } from '../e2e/support/reading/reading.ts';
import {
  createTestRecords,
  scanAddress,
  type TestRecords,
} from '../e2e/support/reading/test-records.ts';

const FOLDER = 'docs/pictures';
/** Phantom seeds of the demonstration. */
export const SEED = { R: 58, L: 47 } as const;
const RENDER_LIMIT_MS = 300_000;
/** The ellipse of a lesion, relative to its size. */
const ELLIPSE_SCALE = 1.15;
/** Time after which a 3D view without a graphics card is drawn. */
const SETTLE_MS = 9_000;

/** Draws the demonstration's patient in every layout, with all lesions marked. */
export async function drawReading(): Promise<void> {
  await buildWeb({ production: true });
  const product = await startProduct(
    testSite({ demonstration: { enabled: true, patients: 1, findings: false } }),
  );
  const browser = await launchBrowser();
  try {
    const records = await createTestRecords(product);
    const scans = await finishedScans(records);
    const { page } = await visit(browser);
    await signIn(page, product.url, 'physician');
    for (const scan of scans) await readScan(page, product, records, scan);
    await drawLayouts(page, product, scans);
    await drawComparison(page, product, records, scans);
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Returns both scans of the demonstration, right side first, once their volumes are complete. */
export async function finishedScans({ api }: TestRecords): Promise<readonly Scan[]> {
  const end = Date.now() + RENDER_LIMIT_MS;
  for (;;) {
    const studies = (await api.get('/studies')) as { items: { id: string }[] };
    for (const { id } of studies.items) {
      const { items } = (await api.get(`/studies/${id}/scans`)) as { items: Scan[] };
      const volumes = await Promise.all(
        items.map((scan) => api.get(`/scans/${scan.id}/volume`).then(Boolean, () => false)),
      );
      if (items.length === 2 && volumes.every(Boolean)) {
        return items.toSorted((a, b) => b.laterality.id.localeCompare(a.laterality.id));
      }
    }
    if (Date.now() > end) throw new Error('The demonstration has fewer than two volumes');
    await new Promise((next) => setTimeout(next, 2_000));
  }
}

/** Sets the nipple at its true location and marks every lesion in three planes. */
async function readScan(page: Page, product: Product, records: TestRecords, scan: Scan) {
  const side = scan.laterality.id;
  const { truth } = createPhantom(SEED[side], side);
  const volume = await volumeGeometry(records.api, scan.id);
  await records.nipple(scan.id, mmToPosition(volume, null, truth.nippleMm, 0));
  await page.goto('about:blank');
  await page.goto(scanAddress(product, scan.studyId, scan.id));
  await selectLayout(page, 'four-planes');
  await planesComplete(page);
  for (const lesion of truth.lesions) await markLesion(page, volume, truth.nippleMm, lesion);
}

async function markLesion(page: Page, volume: VolumeGeometry, nippleMm: Vec3, lesion: TrueLesion) {
  const { centreMm, radiiMm } = lesion;
  await goTo(page, nippleMm, centreMm);
  await page.keyboard.press('c');
  const { x, y, pxPerMm } = await spotOf(page, volume, nippleMm, 'TRA', centreMm);
  const halfWidth = radiiMm[0] * pxPerMm;
  const halfHeight = radiiMm[1] * pxPerMm;
  await drag(page, 'TRA', { x: x - halfWidth, y }, { x: x + halfWidth, y });
  await clickIn(page, 'TRA', { x, y: y + halfHeight });
  await page.keyboard.press('o');
  const around = await spotOf(page, volume, nippleMm, 'COR', centreMm);
  // An ellipse is drawn from corner to corner of its bounding box.
  const [right, , up] = radiiMm.map((mm) => mm * ELLIPSE_SCALE * around.pxPerMm);
  const corner = (sign: 1 | -1) => ({
    x: around.x + sign * (right ?? 0),
    y: around.y + sign * (up ?? 0),
  });
  await drag(page, 'COR', corner(-1), corner(1));
}

async function drawLayouts(page: Page, product: Product, [right]: readonly Scan[]) {
  if (right === undefined) return;
  await page.goto('about:blank');
  await page.goto(scanAddress(product, right.studyId, right.id));
  await selectLayout(page, 'four-planes');
  await planesComplete(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const layouts = {
    'four-planes': 'reading',
    'both-coronals': 'reading-both',
    'four-up': 'reading-four-up',
    'raw-sweeps': 'reading-raw',
    antiradial: 'reading-antiradial',
    space: 'reading-3d',
    skin: 'reading-surface',
  };
  for (const [layout, name] of Object.entries(layouts)) {
    await selectLayout(page, layout);
    await savePage(page, name);
  }
}

/** Adds the same breast in a later study, to compare with a prior. */
async function drawComparison(
  page: Page,
  product: Product,
  records: TestRecords,
  [right]: readonly Scan[],
) {
  if (right === undefined) return;
  const study = (await records.api.get(`/studies/${right.studyId}`)) as { patient: { id: string } };
  const { file } = (await records.api.get(`/scans/${right.id}/volume`)) as { file: { id: string } };
  const path = `${product.url}/api/scanfiles/${file.id}/download`;
  const response = await fetch(path, { headers: records.api.headers });
  const nrrd = await readNrrd(new Uint8Array(await response.arrayBuffer()));
  const volume = nrrd.ok ? volumeFromNrrd(nrrd.value) : nrrd;
  if (!volume.ok) throw new Error(volume.problem.title);
  const laterScan = await records.scan(await records.study(study.patient.id), 'R', volume.value);
  const { nippleMm } = createPhantom(SEED.R, 'R').truth;
  await records.nipple(laterScan.id, mmToPosition(volume.value.geometry, null, nippleMm, 0));
  await page.goto('about:blank');
  await page.goto(scanAddress(product, laterScan.studyId, laterScan.id));
  await selectLayout(page, 'compare');
  await savePage(page, 'reading-comparison');
}

/** Shortcuts of the layouts whose tabs can be in the menu of layouts. */
const KEY_BY_LAYOUT: Readonly<Record<string, string>> = {
  'four-up': 'Equal',
  antiradial: 'Digit8',
};

export async function selectLayout(page: Page, id: string): Promise<void> {
  await page.getByTestId('layout-four-planes').waitFor({ timeout: 60_000 });
  const key = KEY_BY_LAYOUT[id];
  if (key === undefined) await page.getByTestId(`layout-${id}`).click();
  else await page.keyboard.press(key);
}

export async function savePage(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLE_MS);
  // Moves the pointer out of the views.
  await page.mouse.move(5, 1_070);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  console.log(`${FOLDER}/${name}.png`);
}

import type { Page } from 'playwright-core';
import type { Evaluation, EvaluationSet } from '#contracts';
import type { Vec3 } from '#geometry';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/product/browser.ts';
import { startProduct, testSite } from '../e2e/support/product/product.ts';
import { aProposedBall, storeDetection } from '../e2e/support/reading/ai-runs.ts';
import { aReaderBox } from '../e2e/support/reading/reader-box.ts';
import { speckledVolume } from '../e2e/support/reading/speckled-volume.ts';
import { createTestRecords, type TestRecords } from '../e2e/support/reading/test-records.ts';
import { savePage } from './reading.ts';

const DENSITIES = ['FATTY', 'FIBRO', 'HETERO', 'EXTREME'] as const;
/** Scans of the picture, each of another patient. */
const SCANS = 12;
const MODEL = {
  task: 'DETECTION',
  providerId: 'ai-findings.detector',
  modelName: 'Phantom detector',
  modelVersion: '1.0',
} as const;

/**
 * Draws the result of an evaluation on generated volumes. The scores are chosen for the image and
 * come from no model.
 */
export async function drawEvaluation(): Promise<void> {
  await buildWeb({ production: true });
  const product = await startProduct(testSite());
  const browser = await launchBrowser();
  try {
    const records = await createTestRecords(product);
    for (let idx = 0; idx < SCANS; idx += 1) await addScan(records, idx);
    const post = async <T>(path: string, body: object): Promise<T> => {
      const response = await records.api.send('POST', path, body);
      if (response.status !== 200) throw new Error(await response.text());
      return (await response.json()) as T;
    };
    const set = await post<EvaluationSet>('/evaluations/sets', {
      name: 'Phantoms of spring',
      origin: 'PHANTOM',
      sealed: true,
    });
    const { id } = await post<Evaluation>('/evaluations', { ...MODEL, setId: set.id });
    const { page } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.setViewportSize({ width: 1280, height: 1640 });
    await page.goto(`${product.url}/#/evaluations?id=${id}`);
    await imagesLoaded(page);
    await savePage(page, 'ai-evaluation');
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Stores a scan with two lesions of readers, and proposals on some of them. */
async function addScan(records: TestRecords, idx: number): Promise<void> {
  const small = 3 + (idx % 3);
  const large = 6 + (idx % 5);
  const [first, second]: readonly Vec3[] = [
    [-14, 16, 10 - idx],
    [16, 20, idx - 16],
  ];
  if (first === undefined || second === undefined) return;
  const volume = speckledVolume([110, 50, 120], 0.8, [
    { atMm: first, radiusMm: large, greyLevel: 20 },
    { atMm: second, radiusMm: small, greyLevel: 25 },
  ]);
  const studyId = await records.study(await records.patient(`Evaluated ${idx}`));
  const { id } = await records.scan(studyId, idx % 2 === 0 ? 'R' : 'L', volume);
  const breastDensity = DENSITIES[idx % DENSITIES.length];
  const path = `/scans/${id}/updateBreastDensity`;
  const assessed = await records.api.send('PUT', path, { breastDensity });
  if (assessed.status !== 200) throw new Error(await assessed.text());
  await records.finding(id, aReaderBox(volume.geometry, first, large));
  await records.finding(id, aReaderBox(volume.geometry, second, small));
  const { geometry } = volume;
  await storeDetection(records, id, [
    aProposedBall(geometry, first, large, 0.95 - 0.03 * idx),
    aProposedBall(geometry, [2, 32, 26], 5, 0.55 - 0.04 * idx),
    aProposedBall(geometry, [-4, 8, -26], 4, 0.2 + 0.03 * idx),
    ...(idx % 3 === 0 ? [] : [aProposedBall(geometry, second, small, 0.3 + 0.04 * idx)]),
  ]);
}

/** Waits until every failure has its image. */
async function imagesLoaded(page: Page): Promise<void> {
  const tiles = page.locator('[data-testid^="failures-"] li');
  await tiles.first().waitFor();
  const count = await tiles.count();
  await page.waitForFunction(
    (expected) => document.querySelectorAll('[data-testid^="failures-"] img').length === expected,
    count,
  );
}

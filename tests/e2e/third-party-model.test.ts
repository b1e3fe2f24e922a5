import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExtension, writeNewExtension } from '#build';
import type { Finding, Scan } from '#contracts';
import { markCentreMm } from '#findings';
import { distance, type Vec3 } from '#geometry';
import { launchBrowser, screenshot, signIn, type Visit, visit } from './support/product/browser.ts';
import { type Product, startProduct, testSite } from './support/product/product.ts';
import { drawnMarks, findingsOf } from './support/reading/marks.ts';
import { planesComplete } from './support/reading/reading.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import {
  createTestRecords,
  scanAddress,
  type TestRecords,
} from './support/reading/test-records.ts';

/** Lesions by the grey level that the model of this test looks for, highest score first. */
const LESIONS: readonly { readonly atMm: Vec3; readonly greyLevel: number }[] = [
  { atMm: [-14, 12, 10], greyLevel: 10 },
  { atMm: [16, 18, -12], greyLevel: 20 },
  { atMm: [3, 22, 16], greyLevel: 30 },
];
/** A model as a researcher writes it: the middle of the voxels of each grey level. */
const DETECTOR = `import type { FindingProvider } from '@clockface/sdk';

const LEVELS = [30, 10, 20];

export const provider: FindingProvider = {
  *run({ sizes, spacingMm, originMm, voxels }, { progress }) {
    for (const [index, level] of LEVELS.entries()) {
      progress(index / LEVELS.length);
      const sum = [0, 0, 0];
      let count = 0;
      for (const [at, grey] of voxels.entries()) {
        if (grey !== level) continue;
        count += 1;
        const voxel = [at % sizes[0], Math.floor(at / sizes[0]) % sizes[1], Math.floor(at / (sizes[0] * sizes[1]))];
        for (const axis of [0, 1, 2]) sum[axis] = (sum[axis] ?? 0) + (voxel[axis] ?? 0);
      }
      const middle = (axis: 0 | 1 | 2): number => originMm[axis] + ((sum[axis] ?? 0) / count) * spacingMm[axis];
      yield {
        shape: { kind: 'ellipsoid', centreMm: [middle(0), middle(1), middle(2)], radiiMm: [5, 5, 5] },
        score: 1 - level / 50,
        sizesMm: [10, 10, 10],
      };
    }
  },
};
`;

let folder: string;
let product: Product | null = null;
let browser: Browser;
let visitor: Visit;
let page: Page;
let records: TestRecords;
let scan: Scan;
let integrity: string;

/** Starts the product on the same data, with or without the researcher's folder. */
async function start(withModel: boolean): Promise<Product> {
  const thirdParty = withModel ? [{ folder: join(folder, 'model'), integrity }] : [];
  product = await startProduct(testSite({ thirdParty }), { CLOCKFACE_DATA: join(folder, 'data') });
  records = await createTestRecords(product);
  return product;
}

async function openScan(running: Product): Promise<void> {
  await visitor?.close();
  visitor = await visit(browser);
  page = visitor.page;
  await signIn(page, running.url, 'physician');
  await page.goto(scanAddress(running, scan.studyId, scan.id));
  await planesComplete(page);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-model-'));
  // Lets the account that runs PostgreSQL read the folder when root starts the product.
  chmodSync(folder, 0o755);
  await writeNewExtension(join(folder, 'model'), 'org.example.levels', 'model');
  writeFileSync(join(folder, 'model/src/detector.ts'), DETECTOR);
  ({ integrity } = await buildExtension(join(folder, 'model')));
  browser = await launchBrowser();
  const started = await start(true);
  const studyId = await records.study(await records.patient('Researched'));
  const balls = LESIONS.map((lesion) => ({ ...lesion, radiusMm: 5 }));
  scan = await records.scan(studyId, 'R', speckledVolume([100, 45, 100], 0.9, balls));
  await openScan(started);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const panel = () => page.getByTestId('ai-panel');
const row = (label: number) => panel().getByTestId(`proposal-${label}`);
const openAi = () => page.getByRole('tab', { name: /^AI/ }).click();
const findings = () => findingsOf(records.api, scan);
const shownRows = () => panel().locator('[data-testid^="proposal-"]').count();
const drawnCount = async () => Object.keys(await drawnMarks(page, 'COR')).length;

/** Returns the finding of the model at a lesion. */
async function findingAt(lesion: number): Promise<Finding> {
  const atMm = LESIONS[lesion]?.atMm ?? [0, 0, 0];
  const found = (await findings()).find(
    ({ generator, marks }) =>
      generator.id !== 'USER' &&
      Object.values(marks).some((mark) => distance(markCentreMm(mark), atMm) < 1),
  );
  if (found === undefined) throw new Error(`The model found nothing at ${atMm}`);
  return found;
}

describe('a researcher’s model', () => {
  it('runs by its button, and its proposals lie on the lesions, with the origin of the model', async () => {
    await page.getByRole('button', { name: 'Levels', exact: true }).click();
    await page.getByText('Proposals: 3').waitFor();
    await openAi();
    await expect.poll(shownRows).toBe(3);
    const best = await findingAt(0);
    expect(best.ai?.score).toBeCloseTo(0.8);
    await row(best.label).getByRole('button').first().click();
    await row(best.label).getByRole('button', { name: 'About this proposal' }).click();
    await row(best.label).locator('dl').getByText('org.example.levels.detector').waitFor();
    await page.keyboard.press('q');
    await planesComplete(page);
    await expect.poll(drawnCount).toBeGreaterThan(0);
    await screenshot(page, 'third-party-model');
  });

  it('has its proposals filtered by score, accepted, edited and rejected like those of the product', async () => {
    const slider = panel().getByRole('slider', { name: 'Lowest score' });
    await slider.focus();
    await page.keyboard.press('End');
    await expect.poll(shownRows).toBe(0);
    await panel().getByRole('button', { name: 'Show all' }).click();
    await expect.poll(shownRows).toBe(3);
    const [first, second, third] = [await findingAt(0), await findingAt(1), await findingAt(2)];
    await row(first.label).getByRole('button').first().click();
    await page.keyboard.press('Shift+A');
    await expect.poll(async () => (await findingAt(0)).ai?.decision?.kind).toBe('ACCEPTED');
    await row(third.label).getByRole('button').first().click();
    await page.keyboard.press('Shift+R');
    await panel().getByRole('button', { name: 'Acoustic shadow' }).click();
    await expect.poll(async () => (await findingAt(2)).ai?.decision?.kind).toBe('REJECTED');
    await row(second.label).getByRole('button').first().click();
    await row(second.label).getByRole('button', { name: 'Edit a copy' }).click();
    await page
      .getByRole('heading', { name: `Edit a copy of AI finding ${second.label}` })
      .waitFor();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await panel().waitFor();
    const ofReader = (await findings()).filter(({ generator }) => generator.id === 'USER');
    expect(ofReader).toHaveLength(2);
    expect(visitor.errors).toEqual([]);
  });

  it('leaves no button when its folder is removed, and its findings and decisions stay', async () => {
    const before = await findings();
    await product?.stop();
    await openScan(await start(false));
    expect(await page.getByRole('button', { name: 'Levels', exact: true }).count()).toBe(0);
    expect(await findings()).toEqual(before);
    await openAi();
    const decided = await findingAt(0);
    await panel()
      .getByText(/^Decided/)
      .click();
    await row(decided.label).waitFor();
    await screenshot(page, 'third-party-model-removed');
    expect(visitor.errors).toEqual([]);
  });
});

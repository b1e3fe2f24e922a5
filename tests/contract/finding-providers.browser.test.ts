import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExtension } from '#build';
import { routes } from '#contracts';
import { unwrap } from '#foundation';
import { tinyModel } from '../../extensions/ai-findings/segmentation2d/test-support/tiny-model.ts';
import { launchBrowser, screenshot, signIn, visit } from '../e2e/support/product/browser.ts';
import { demoApi } from '../e2e/support/product/demo-api.ts';
import { importPhantom, type PhantomStudy } from '../e2e/support/product/phantom-study.ts';
import { type Product, startProduct, testSite } from '../e2e/support/product/product.ts';
import { planesComplete } from '../e2e/support/reading/reading.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/third-party/hostile-models');
const ID = 'org.example.hostile-models';

let browser: Browser;
let folder: string;
let product: Product;
let study: PhantomStudy;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), 'clockface-hostile-'));
  cpSync(FIXTURE, folder, { recursive: true });
  mkdirSync(join(folder, 'weights'));
  writeFileSync(join(folder, 'weights/tiny.onnx'), tinyModel());
  const { integrity } = await buildExtension(folder);
  const limits = { findingProviderSeconds: 5 };
  product = await startProduct(testSite({ limits, thirdParty: [{ folder, integrity }] }));
  study = await importPhantom(product);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openModels() {
  const created = await visit(browser);
  await signIn(created.page, product.url, 'physician');
  await created.page.goto(`${product.url}/#/hostile-models`);
  await created.page.getByRole('textbox', { name: 'Scan' }).fill(study.scanId);
  return created;
}

/** Runs a provider and returns its line in the list of runs. */
async function run(page: Page, title: string, name: string): Promise<string> {
  await page.getByRole('button', { name: title }).click();
  const line = page.getByRole('listitem').filter({ hasText: name }).first();
  await line.filter({ hasText: /done|failed|cancelled/ }).waitFor({ timeout: 60_000 });
  return (await line.textContent()) ?? '';
}

const aiRuns = async () => {
  const api = await demoApi(product, 'physician');
  const params = { scanId: study.scanId };
  return unwrap(await api.call(routes.listAiRuns, { params })).items;
};

describe('a third-party model in the browser', { timeout: 180_000 }, () => {
  it('proposes a finding that the planes draw in the place that the model named', async () => {
    const { page, errors, close } = await openModels();
    expect(await run(page, 'Dark ball', 'dark')).toMatch(/dark \| done \| 1 \| Mean level/);
    const [latest] = await aiRuns();
    expect(latest).toMatchObject({
      providerId: `${ID}.dark`,
      generator: 'AIAD',
      model: { name: 'Dark ball', version: '1.0.0', weightsSha256: null, use: 'research' },
      findingCount: 1,
    });
    await page.goto(`${product.url}/#/scan?study=${study.studyId}&scan=${study.scanId}`);
    await planesComplete(page);
    await page.getByText('Show on images').click();
    const drawn = page.locator('[data-testid^=marks-] path[stroke="#FF5733"]');
    await expect.poll(() => drawn.count()).toBeGreaterThan(2);
    await screenshot(page, 'third-party-finding');
    expect(errors).toEqual([]);
    await close();
  });

  it.each([
    ['Endless loop', 'endless', `PROVIDER_TOO_SLOW | ${ID}`],
    ['Error', 'thrower', `PROVIDER_FAILED | ${ID} | the weights are missing`],
    ['Memory hunger', 'hungry', `PROVIDER_FAILED | ${ID}`],
  ])('ends without a stored run and is named after this fault: %s', async (title, name, text) => {
    const before = await aiRuns();
    const { page, close } = await openModels();
    expect(await run(page, title, name)).toContain(text);
    expect(await aiRuns()).toEqual(before);
    // The page still responds, and another provider can run.
    await page.getByRole('textbox', { name: 'Scan' }).fill('');
    await close();
  });

  it('is cancelled at once', async () => {
    const before = await aiRuns();
    const { page, close } = await openModels();
    await page.getByRole('button', { name: 'Endless loop' }).click();
    await page.getByText('endless | running').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(`endless | cancelled | 0 | PROVIDER_CANCELLED | ${ID}`).waitFor();
    expect(await aiRuns()).toEqual(before);
    await close();
  });

  it('opens its weights with the ONNX runtime of the host', async () => {
    const { page, errors, close } = await openModels();
    const line = await run(page, 'Small network', 'onnx');
    expect(line).toContain('onnx | done | 1 | Logit 0.2 of views to logits');
    const differing = await run(page, 'Other weights', 'tampered');
    expect(differing).toContain(`failed | 0 | PROVIDER_WEIGHTS_DIFFER | ${ID}`);
    expect(errors).toEqual([]);
    await close();
  });

  it('reaches neither other tabs nor stored data nor calls of the server', async () => {
    const { page, errors, close } = await openModels();
    await page.evaluate(() => {
      const received: unknown[] = [];
      Object.assign(globalThis, { received });
      const channel = new BroadcastChannel('clockface');
      channel.onmessage = ({ data }) => void received.push(data);
    });
    const line = await run(page, 'Channels', 'channels');
    expect(line).toContain('channels | done | 0 | Reached: own file');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'received'))).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });

  it('stores only proposals that can be marks, and counts the others by reason', async () => {
    const { page, close } = await openModels();
    const nan = await run(page, 'Not a number', 'nan');
    expect(nan).toContain('nan | done | 0 |');
    for (const text of ['NOT_FINITE 2', 'SCORE_OUT_OF_RANGE 1', 'OUTSIDE_VOLUME 1'])
      expect(nan).toContain(text);
    expect(await run(page, 'Wrong spacing', 'spacing')).toContain('done | 0 | WRONG_SPACING 1');
    const million = await run(page, 'A million proposals', 'million');
    expect(million).toContain('done | 1000 | OVER_LIMIT 999000');
    await screenshot(page, 'hostile-models');
    expect((await aiRuns()).map(({ findingCount }) => findingCount).sort()).toEqual([
      0, 0, 0, 1, 1, 1_000,
    ]);
    await close();
  });
});

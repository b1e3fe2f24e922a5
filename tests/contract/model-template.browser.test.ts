import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildExtension } from '#build';
import { routes } from '#contracts';
import { unwrap } from '#foundation';
import { writeNewExtension } from '../../platform/build/extension/new-extension.ts';
import { launchBrowser, screenshot, signIn, visit } from '../e2e/support/product/browser.ts';
import { demoApi } from '../e2e/support/product/demo-api.ts';
import { importPhantom } from '../e2e/support/product/phantom-study.ts';
import { startProduct, testSite } from '../e2e/support/product/product.ts';
import { planesComplete } from '../e2e/support/reading/reading.ts';

const ID = 'org.example.dark-cubes';

it('runs an unchanged model of the template from its button in the reading room', {
  timeout: 180_000,
}, async () => {
  const parent = mkdtempSync(join(tmpdir(), 'clockface-model-'));
  const folder = join(parent, 'model');
  await writeNewExtension(folder, ID, 'model');
  const { integrity } = await buildExtension(folder);
  const product = await startProduct(testSite({ thirdParty: [{ folder, integrity }] }));
  const browser = await launchBrowser();
  try {
    const { studyId, scanId } = await importPhantom(product);
    const { page, errors } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.goto(`${product.url}/#/scan?study=${studyId}&scan=${scanId}`);
    await planesComplete(page);
    await page.getByRole('button', { name: 'Dark cubes' }).click();
    await page.getByText(/^Proposals: \d+$/).waitFor({ timeout: 60_000 });
    await screenshot(page, 'model-template');
    const api = await demoApi(product, 'physician');
    const { items } = unwrap(await api.call(routes.listAiRuns, { params: { scanId } }));
    expect(items).toMatchObject([{ providerId: `${ID}.detector`, generator: 'AIAD' }]);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await product.stop();
    rmSync(parent, { recursive: true, force: true });
  }
});

import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifestSchema } from '#contracts';
import { apiReader } from '../../e2e/support/product/api.ts';
import {
  launchBrowser,
  screenshot,
  signIn,
  type Visit,
  visit,
} from '../../e2e/support/product/browser.ts';
import { importPhantom, type PhantomStudy } from '../../e2e/support/product/phantom-study.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';

/** Manifests of all extensions in the repository, so that new extensions are tested as well. */
const MANIFESTS = readdirSync('extensions').map((folder) =>
  manifestSchema.parse(JSON.parse(readFileSync(`extensions/${folder}/manifest.json`, 'utf8'))),
);
const UNKNOWN_PAGE_TEXT = 'There is no page at this address.';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

/**
 * Returns the requested chunks of an extension; the build names chunks after the extension's
 * folder.
 */
const chunksOf = (id: string, { scripts }: Visit): readonly string[] =>
  scripts.filter((path) => path.startsWith(`/assets/${id}-`));

interface TestSetup {
  readonly product: Product;
  readonly study: PhantomStudy;
  readonly physician: Visit;
  readonly admin: Visit;
  readonly isOff: (id: string) => boolean;
}

async function startWithout(id: string | null): Promise<TestSetup> {
  const site = testSite();
  const extensions = { ...site.extensions, ...(id === null ? {} : { [id]: { enabled: false } }) };
  const product = await startProduct(testSite({ extensions }));
  const [physician, admin] = await Promise.all([visit(browser), visit(browser)]);
  const study = await importPhantom(product);
  return { product, study, physician, admin, isOff: (extensionId) => extensionId === id };
}

/** Checks the patient list, and the page before a scan unless the scanner is off. */
async function checkPatients({ product, physician: { page }, isOff }: TestSetup): Promise<void> {
  await signIn(page, product.url, 'physician');
  await page.getByRole('row', { name: /Phantom/ }).click();
  await page.getByRole('button', { name: 'Open study' }).waitFor();
  const start = page.getByRole('button', { name: 'Start scan' });
  expect(await start.count()).toBe(isOff('scanner') ? 0 : 1);
  if (isOff('scanner')) return;
  await start.click();
  await page.waitForURL(/prescan-info/);
  await page.getByRole('heading').first().waitFor();
}

async function checkReading(setup: TestSetup): Promise<void> {
  const { product, study, isOff } = setup;
  const { page } = setup.physician;
  await page.goto(`${product.url}/#/scan?study=${study.studyId}`);
  if (isOff('breast-planes')) {
    const card = page.getByRole('alert');
    await card.getByText('Reading is not available').waitFor();
    await card.getByText('It needs Breast planes. It is switched off.').waitFor();
    expect(await page.getByTestId('view-COR').count()).toBe(0);
    await screenshot(page, 'without-breast-planes');
    return;
  }
  await page.locator('[data-testid=view-COR] [data-drawn]').waitFor({ timeout: 120_000 });
  await page.getByText('No findings yet').waitFor();
}

async function checkAdministration({ product, admin: { page }, isOff }: TestSetup): Promise<void> {
  await signIn(page, product.url, 'admin');
  if (isOff('admin')) {
    await page.waitForURL(/#\/home/);
    await page.getByText('Your account can’t open any page').waitFor();
    await screenshot(page, 'without-admin');
    return;
  }
  await page.waitForURL(/#\/admin-dashboard/);
  await page.goto(`${product.url}/#/admin-dashboard?section=extensions`);
  await page.getByRole('region', { name: 'Extensions', exact: true }).waitFor();
}

async function checkAllPages(setup: TestSetup): Promise<void> {
  await checkPatients(setup);
  await checkReading(setup);
  await checkAdministration(setup);
}

async function componentNamesOf({ url }: Product): Promise<readonly string[]> {
  const { status, parts } = await (await fetch(`${url}/api/health`)).json();
  expect(status).toBe('ready');
  return Object.keys(parts);
}

async function queueReconstruction({ product, study }: TestSetup): Promise<Response> {
  const reader = await apiReader(product, 'physician');
  const jobRequest = { jobType: 'R3D', entityId: study.scanId };
  return reader.send('POST', '/jobqueue/queue-job', jobRequest);
}

async function endSetup({ product, physician, admin }: TestSetup): Promise<void> {
  await Promise.all([physician.close(), admin.close()]);
  await product.stop();
}

describe('the product with every extension', () => {
  it('has the chunks, services, jobs and pages whose absence is tested below', async () => {
    const setup = await startWithout(null);
    try {
      await checkAllPages(setup);
      for (const id of ['scanner', 'breast-planes', 'ai-findings', 'reporting'])
        expect(chunksOf(id, setup.physician), id).not.toEqual([]);
      expect(chunksOf('admin', setup.admin)).not.toEqual([]);
      expect(await componentNamesOf(setup.product)).toContain('scanner/scan-service');
      expect((await queueReconstruction(setup)).status).toBe(200);
      expect([...setup.physician.errors, ...setup.admin.errors]).toEqual([]);
    } finally {
      await endSetup(setup);
    }
  });
});

describe.each(MANIFESTS)('the product without $id', (manifest) => {
  const { id } = manifest;
  let setup: TestSetup;
  beforeAll(async () => {
    setup = await startWithout(id);
  });
  afterAll(async () => setup && endSetup(setup));

  it('works without errors otherwise, and loads no code of the extension', async () => {
    await checkAllPages(setup);
    for (const visitor of [setup.physician, setup.admin]) {
      expect(chunksOf(id, visitor)).toEqual([]);
      expect(visitor.errors).toEqual([]);
    }
  });

  it('has none of the extension’s pages', async () => {
    for (const { path } of manifest.contributes.routes) {
      for (const { page } of [setup.physician, setup.admin]) {
        await page.goto(`${setup.product.url}/#${path}`);
        await page.getByText(UNKNOWN_PAGE_TEXT).waitFor();
      }
    }
  });

  it('runs none of the extension’s services and rejects the extension’s jobs with a reason', async () => {
    const parts = await componentNamesOf(setup.product);
    expect(parts.filter((name) => name.startsWith(`${id}/`))).toEqual([]);
    const response = await queueReconstruction(setup);
    if (id !== 'scanner') expect(response.status).toBe(200);
    else {
      expect(response.status).toBe(409);
      expect(await response.text()).toContain('No extension of this site runs jobs of type R3D');
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifestSchema } from '#contracts';
import { apiReader } from '../../e2e/support/product/api.ts';
import {
  launchBrowser,
  picture,
  signIn,
  type Visit,
  visit,
} from '../../e2e/support/product/browser.ts';
import { importPhantom, type PhantomStudy } from '../../e2e/support/product/phantom-study.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';

/** Every extension of the tree, by its manifest, so that a new one is tried without an edit. */
const MANIFESTS = readdirSync('extensions').map((folder) =>
  manifestSchema.parse(JSON.parse(readFileSync(`extensions/${folder}/manifest.json`, 'utf8'))),
);
const NO_PAGE = 'There is no page at this address.';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

/** Scripts of an extension's own chunks; the build names them by its folder. */
const chunksOf = (id: string, { scripts }: Visit): readonly string[] =>
  scripts.filter((path) => path.startsWith(`/assets/${id}-`));

interface Seen {
  readonly product: Product;
  readonly study: PhantomStudy;
  readonly physician: Visit;
  readonly admin: Visit;
  readonly isOff: (id: string) => boolean;
}

async function startWithout(id: string | null): Promise<Seen> {
  const site = testSite();
  const extensions = { ...site.extensions, ...(id === null ? {} : { [id]: { enabled: false } }) };
  const product = await startProduct(testSite({ extensions }));
  const [physician, admin] = await Promise.all([visit(browser), visit(browser)]);
  const study = await importPhantom(product);
  return { product, study, physician, admin, isOff: (other) => other === id };
}

/** The patient list, the page before a scan, and the way back. */
async function lookAtPatients({ product, physician: { page }, isOff }: Seen): Promise<void> {
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

async function lookAtReading(seen: Seen): Promise<void> {
  const { product, study, isOff } = seen;
  const { page } = seen.physician;
  await page.goto(`${product.url}/#/scan?study=${study.studyId}`);
  if (isOff('breast-planes')) {
    const card = page.getByRole('alert');
    await card.getByText('Reading is not available').waitFor();
    await card.getByText('It needs Breast planes. It is switched off.').waitFor();
    expect(await page.getByTestId('view-COR').count()).toBe(0);
    await picture(page, 'without-breast-planes');
    return;
  }
  await page.locator('[data-testid=view-COR] [data-drawn]').waitFor({ timeout: 120_000 });
  await page.getByText('No findings yet').waitFor();
}

async function lookAtAdministration({ product, admin: { page }, isOff }: Seen): Promise<void> {
  await signIn(page, product.url, 'admin');
  if (isOff('admin')) {
    await page.waitForURL(/#\/home/);
    await page.getByText('None of the pages of this site is open to your account').waitFor();
    await picture(page, 'without-admin');
    return;
  }
  await page.waitForURL(/#\/admin-dashboard/);
  await page.goto(`${product.url}/#/admin-dashboard?section=extensions`);
  await page.getByRole('region', { name: 'Extensions', exact: true }).waitFor();
}

async function lookEverywhere(seen: Seen): Promise<void> {
  await lookAtPatients(seen);
  await lookAtReading(seen);
  await lookAtAdministration(seen);
}

async function partsOf({ url }: Product): Promise<readonly string[]> {
  const { status, parts } = await (await fetch(`${url}/api/health`)).json();
  expect(status).toBe('ready');
  return Object.keys(parts);
}

async function queueReconstruction({ product, study }: Seen): Promise<Response> {
  const reader = await apiReader(product, 'physician');
  const wish = { jobType: 'R3D', entityId: study.scanId };
  return reader.send('POST', '/jobqueue/queue-job', wish);
}

async function end({ product, physician, admin }: Seen): Promise<void> {
  await Promise.all([physician.close(), admin.close()]);
  await product.stop();
}

describe('with every extension', () => {
  it('has the chunks, services, jobs and pages whose absence is looked for below', async () => {
    const seen = await startWithout(null);
    try {
      await lookEverywhere(seen);
      for (const id of ['scanner', 'breast-planes', 'ai-findings', 'reporting'])
        expect(chunksOf(id, seen.physician), id).not.toEqual([]);
      expect(chunksOf('admin', seen.admin)).not.toEqual([]);
      expect(await partsOf(seen.product)).toContain('scanner/scan-service');
      expect((await queueReconstruction(seen)).status).toBe(200);
      expect([...seen.physician.errors, ...seen.admin.errors]).toEqual([]);
    } finally {
      await end(seen);
    }
  });
});

describe.each(MANIFESTS)('without $id', (manifest) => {
  const { id } = manifest;
  let seen: Seen;
  beforeAll(async () => {
    seen = await startWithout(id);
  });
  afterAll(async () => seen && end(seen));

  it('everything else works, without an error or a byte of its code', async () => {
    await lookEverywhere(seen);
    for (const one of [seen.physician, seen.admin]) {
      expect(chunksOf(id, one)).toEqual([]);
      expect(one.errors).toEqual([]);
    }
  });

  it('its pages are no pages', async () => {
    for (const { path } of manifest.contributes.routes) {
      for (const { page } of [seen.physician, seen.admin]) {
        await page.goto(`${seen.product.url}/#${path}`);
        await page.getByText(NO_PAGE).waitFor();
      }
    }
  });

  it('its services do not run and its jobs are refused by name', async () => {
    const parts = await partsOf(seen.product);
    expect(parts.filter((part) => part.startsWith(`${id}/`))).toEqual([]);
    const answer = await queueReconstruction(seen);
    if (id !== 'scanner') expect(answer.status).toBe(200);
    else {
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain('No extension of this site does the job R3D');
    }
  });
});

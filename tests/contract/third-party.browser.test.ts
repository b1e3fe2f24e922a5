import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExtension, writeNewExtension } from '#build';
import {
  launchBrowser,
  screenshot,
  signIn,
  type Visit,
  visit,
} from '../e2e/support/product/browser.ts';
import { type Product, startProduct, testSite } from '../e2e/support/product/product.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/third-party');

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), 'clockface-third-party-'));
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds a fixture as its author would, and returns its entry for the site file. */
async function siteEntryOf(name: string) {
  const out = join(folder, name);
  const { integrity } = await buildExtension(join(FIXTURES, name), out);
  return { folder: out, integrity };
}

async function open(product: Product, account: string, path: string): Promise<Visit> {
  const created = await visit(browser);
  await signIn(created.page, product.url, account);
  await created.page.goto(`${product.url}/#${path}`);
  return created;
}

/** Returns true if a requested script contains the administration page. */
async function hasAdminCode(product: Product, { scripts }: Visit): Promise<boolean> {
  const texts = scripts.map(async (path) => (await fetch(`${product.url}${path}`)).text());
  return (await Promise.all(texts)).some((text) => text.includes('admin-extensions'));
}

describe('a site with two third-party extensions', () => {
  let product: Product;
  beforeAll(async () => {
    const note = { ...(await siteEntryOf('density-note')), settings: { prefix: 'In this breast' } };
    product = await startProduct(testSite({ thirdParty: [note, await siteEntryOf('thrower')] }));
  });
  afterAll(async () => product?.stop());

  it('shows the page of the working extension, whose hooks run in the workstation’s React', async () => {
    const { page, errors, close } = await open(product, 'physician', '/density-note');
    await page.getByText('Nothing chosen').waitFor();
    await page.getByRole('button', { name: 'extremely dense' }).click();
    await page.getByText('In this breast: extremely dense').waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('shows the error of the failing extension on its page while the workstation keeps running', async () => {
    const { page, close } = await open(product, 'physician', '/thrower');
    await page.getByText('the model file is missing').waitFor();
    await page.goto(`${product.url}/#/patient-list`);
    await page.getByRole('searchbox').or(page.getByRole('textbox')).first().waitFor();
    await page.goto(`${product.url}/#/density-note`);
    await page.getByText('Nothing chosen').waitFor();
    await close();
  });

  it('reports the failed start of a user’s page to the administrator with the extension', async () => {
    const reader = await open(product, 'physician', '/home');
    const sent = reader.page.waitForResponse(/external-logs/);
    await reader.page.goto(`${product.url}/#/thrower`);
    expect((await sent).status()).toBe(200);
    await reader.close();
    const { page, close } = await open(product, 'admin', '/admin-dashboard?section=problems');
    await page
      .getByText(/Extension org\.example\.thrower/)
      .first()
      .waitFor();
    await screenshot(page, 'thrower-problem');
    await close();
  });

  it('lists both extensions for the administrator, with the source of each setting', async () => {
    const admin = await open(product, 'admin', '/admin-dashboard?section=extensions');
    const rows = admin.page.getByRole('region', { name: 'Extensions' }).getByRole('listitem');
    const note = rows.filter({ hasText: 'Density note' });
    await note.getByText('In this breast').waitFor();
    expect(await note.getByText('site file').count()).toBeGreaterThan(0);
    expect(await rows.filter({ hasText: /Third party, version/ }).count()).toBe(2);
    expect(await hasAdminCode(product, admin)).toBe(true);
    await screenshot(admin.page, 'admin-extensions');
    await admin.close();
  });

  it('loads neither extension in safe mode', async () => {
    const { page, scripts, close } = await open(product, 'physician', '/home');
    // A changed query forces a page load; a changed hash alone does not.
    await page.goto(`${product.url}/?again#/density-note?safe=1`);
    await page
      .getByText(/not found|unknown/i)
      .first()
      .waitFor();
    expect(scripts.filter((path) => path.includes('/third-party/'))).toEqual([]);
    await close();
  });
});

describe('a site with an extension created by npm run new:extension', () => {
  let product: Product;
  beforeAll(async () => {
    const created = join(folder, 'greeter');
    await writeNewExtension(created, 'org.example.greeter');
    const { integrity } = await buildExtension(created);
    const settings = { greeting: 'Good morning' };
    product = await startProduct(
      testSite({ thirdParty: [{ folder: created, integrity, settings }] }),
    );
  });
  afterAll(async () => product?.stop());

  it('shows the page, the setting and the panel of the extension, and runs the command', async () => {
    const { page, errors, close } = await open(product, 'physician', '/greeter');
    await page.getByText('Good morning').waitFor();
    await page.getByRole('button', { name: 'Pressed 0 times' }).click();
    await page.getByRole('button', { name: 'Pressed 1 times' }).waitFor();
    await page.getByText('Findings: 0').waitFor();
    await page.getByRole('button', { name: 'Greet' }).click();
    await expect.poll(() => page.getByText('Good morning').count()).toBeGreaterThan(1);
    await screenshot(page, 'new-extension');
    expect(errors).toEqual([]);
    await close();
  });

  it('lists the extension without a problem for the administrator', async () => {
    const { page, close } = await open(product, 'admin', '/admin-dashboard?section=extensions');
    const rows = page.getByRole('region', { name: 'Extensions' }).getByRole('listitem');
    await rows.filter({ hasText: 'Greeter' }).getByText('Good morning').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });
});

describe('a site with a disabled extension and an extension whose bytes changed', () => {
  let product: Product;
  beforeAll(async () => {
    const note = await siteEntryOf('density-note');
    const wrongIntegrity = `sha384-${'A'.repeat(64)}`;
    product = await startProduct(
      testSite({
        extensions: { admin: { enabled: false } },
        thirdParty: [{ ...note, integrity: wrongIntegrity }],
      }),
    );
  });
  afterAll(async () => product?.stop());

  it('neither opens pages nor loads scripts of these two, and opens other pages', async () => {
    const { page, scripts, close } = await open(product, 'physician', '/density-note');
    await page
      .getByText(/not found|unknown/i)
      .first()
      .waitFor();
    await page.goto(`${product.url}/#/patient-list`);
    await page.getByRole('searchbox').or(page.getByRole('textbox')).first().waitFor();
    expect(scripts.filter((path) => path.includes('/third-party/'))).toEqual([]);
    await close();
    const admin = await open(product, 'admin', '/admin-dashboard');
    await admin.page
      .getByText(/not found|unknown/i)
      .first()
      .waitFor();
    expect(await hasAdminCode(product, admin)).toBe(false);
    await admin.close();
  });
});

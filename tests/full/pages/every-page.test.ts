import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiReader } from '../../e2e/support/product/api.ts';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from '../../e2e/support/product/browser.ts';
import { findClipped } from '../../e2e/support/product/find-clipped.ts';
import { importPhantom } from '../../e2e/support/product/phantom-study.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';
import { ANONYMOUS_PATHS, SIGNED_IN_PAGES } from '../support/page-paths.ts';

/** Features of each account among those that the tested pages require. */
const FEATURES_BY_ACCOUNT = {
  admin: ['ADMIN_ACCOUNT'],
  operator: ['STUDY_VIEW', 'REPORT_VIEW'],
  physician: ['STUDY_VIEW', 'ANTN_CREATE', 'REPORT_VIEW'],
  viewer: ['STUDY_VIEW', 'REPORT_VIEW'],
  annotator: ['STUDY_VIEW', 'ANTN_CREATE'],
} as const;
const LISTS: readonly string[] = ['/patient-list', '/study-list'];
const SIZES = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  await importPhantom(product);
  const operator = await apiReader(product, 'operator');
  for (const lastName of ['Amsalem', 'Delacroix-Meunier', 'Verhoeven']) {
    const patient = {
      code: `CF-${lastName}`,
      lastName,
      firstName: 'Ismay',
      birthDate: '1974-03-09',
    };
    const created = await operator.send('POST', '/patients', { ...patient, sex: 'FEMALE' });
    const { id } = (await created.json()) as { id: string };
    await operator.send('POST', '/studies', { patientId: id, accessionNumber: null });
  }
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const currentPath = (page: Page): string => new URL(page.url()).hash.slice(1).split('?')[0] ?? '';

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, path);
  await waitUntilDrawn(page);
}

/** Waits until the page has text and nothing is loading. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const loads =
      main?.querySelector('.lucide-loader-circle, [role=progressbar], [aria-busy=true]') ?? null;
    return main !== null && main.textContent.trim() !== '' && loads === null;
  });
}

/** Checks the current page at every size; returns clipped texts and accessibility violations. */
async function checkPage(page: Page, name: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await screenshot(page, `page-${name}-${width}`);
    problems.push(...(await findClipped(page)).map((text) => `${width}: ${text}`));
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  return [...problems, ...(await axeViolations(page))];
}

describe.each(Object.entries(FEATURES_BY_ACCOUNT))('the %s', (account, features) => {
  it('opens every permitted page without clipping or accessibility violations, and no other page', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, account);
    const problems: string[] = [];
    for (const { path, title, requiredFeature } of SIGNED_IN_PAGES) {
      await goTo(page, '/home');
      await page.getByRole('heading', { level: 1, name: 'Home', exact: true }).waitFor();
      await goTo(page, path);
      if (requiredFeature !== null && !features.some((feature) => feature === requiredFeature)) {
        await expect
          .poll(() => currentPath(page), { message: `${path} leads to Home` })
          .toBe('/home');
        expect(await page.getByRole('alert').count(), `${path} shows no alert`).toBe(0);
        continue;
      }
      // A blind annotator sees the studies to annotate in place of patients and studies.
      const isBlind = account === 'annotator' && LISTS.includes(path);
      const name = isBlind ? 'Studies to annotate' : title;
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await waitUntilDrawn(page);
      expect(currentPath(page)).toBe(path);
      const pageProblems = await checkPage(page, `${account}${path.replace('/', '-')}`);
      problems.push(...pageProblems.map((problem) => `${path} ${problem}`));
    }
    expect(problems).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a visitor without a session', () => {
  it('can open the pages that need no sign-in and unknown paths, and is redirected to sign-in from all others', async () => {
    const { page, errors, close } = await visit(browser);
    const problems: string[] = [];
    for (const path of ANONYMOUS_PATHS) {
      await page.goto('about:blank');
      await page.goto(`${product.url}/#${path}`);
      await waitUntilDrawn(page);
      const name = path.split('?')[0]?.replace('/', '') ?? '';
      problems.push(
        ...(await checkPage(page, `anonymous-${name}`)).map((problem) => `${path} ${problem}`),
      );
    }
    for (const { path, title } of SIGNED_IN_PAGES) {
      await page.goto('about:blank');
      await page.goto(`${product.url}/#${path}`);
      if (path === '/nowhere') {
        await page.getByRole('heading', { name: title, exact: true }).waitFor();
        continue;
      }
      await page.getByLabel('E-mail').waitFor();
      const { searchParams } = new URL(page.url().replace('/#', ''));
      expect(searchParams.get('redirect'), path).toBe(path);
    }
    expect(problems).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
});

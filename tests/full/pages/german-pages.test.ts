import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishOnly } from '../../contract/support/catalogues.ts';
import { apiReader } from '../../e2e/support/product/api.ts';
import { launchBrowser, screenshot, visit } from '../../e2e/support/product/browser.ts';
import { findClipped } from '../../e2e/support/product/find-clipped.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';
import { scanSite } from '../../e2e/support/scanning/scan-harness.ts';
import { selectGerman, shownTexts, signInGerman } from '../support/german-screen.ts';
import { ANONYMOUS_PATHS, SIGNED_IN_PAGES } from '../support/page-paths.ts';

/** Without the audit trail, which names the routes of the API in English. */
const SECTIONS = [
  'accounts',
  'organization',
  'devices',
  'presets',
  'extensions',
  'lists',
  'system',
  'problems',
  'jobs',
  'archive',
  'cron',
  'sync',
] as const;

let product: Product;
let browser: Browser;
let english: ReadonlySet<string>;
let patientId: string;
beforeAll(async () => {
  english = await englishOnly();
  product = await startProduct(scanSite({ speedFactor: 4 }));
  browser = await launchBrowser();
  const operator = await apiReader(product, 'operator');
  const patient = { code: 'CF-1', lastName: 'Öztürk', firstName: null, birthDate: null, sex: null };
  const created = await operator.send('POST', '/patients', patient);
  patientId = ((await created.json()) as { id: string }).id;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Opens a German page; `problems` collects English and clipped texts of checked screens. */
async function openGerman(account: string | null) {
  const { page, close } = await visit(browser);
  await selectGerman(page);
  if (account === null) await page.goto(product.url);
  else await signInGerman(page, product.url, account);
  const problems: string[] = [];
  const check = async (name: string): Promise<void> => {
    const found = [
      ...(await shownTexts(page)).filter((text) => english.has(text)),
      ...(await findClipped(page)).map((text) => `clipped: ${text}`),
    ];
    if (found.length > 0) await screenshot(page, `german-${name.replace(/\W+/g, '-')}`);
    problems.push(...found.map((text) => `${name}: ${text}`));
  };
  const open = async (path: string): Promise<void> => {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, path);
    await drawn(page);
  };
  return { page, problems, check, open, close };
}

/** Waits until the page has a text and nothing is loading. */
async function drawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const loads = main?.querySelector('.lucide-loader-circle, [aria-busy=true]') ?? null;
    return main !== null && main.textContent.trim() !== '' && loads === null;
  });
}

describe('every German page', () => {
  it('has no English and no clipped texts without a session', async () => {
    const { problems, check, open, close } = await openGerman(null);
    for (const path of ANONYMOUS_PATHS) {
      await open(path);
      await check(path);
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('has no English and no clipped texts for an interpreter', async () => {
    const { page, problems, check, open, close } = await openGerman('physician');
    for (const { path, requiredFeature } of SIGNED_IN_PAGES) {
      if (requiredFeature === 'ADMIN_ACCOUNT') continue;
      await open(path);
      await check(path);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await check('command palette');
    expect(problems).toEqual([]);
    await close();
  });

  it('has no English and no clipped texts before and during a scan', async () => {
    const { page, problems, check, open, close } = await openGerman('operator');
    await open(`/prescan-info?patient=${patientId}`);
    await page.getByRole('button', { name: 'Schallkopf prüfen' }).waitFor();
    await screenshot(page, 'prescan-german');
    await check('prescan');
    await page.getByText('Rechte Brust', { exact: true }).click();
    await page.getByRole('button', { name: 'Rechte Brust scannen' }).click();
    await page.getByRole('img', { name: /^Rohbild/ }).waitFor();
    await screenshot(page, 'scan-german');
    await check('scan');
    await page.getByRole('button', { name: 'Scan stoppen' }).click();
    await page.getByRole('button', { name: 'Scan fortsetzen' }).waitFor();
    await check('stopped scan');
    expect(problems).toEqual([]);
    await close();
  });

  it('has no English and no clipped texts for an administrator', async () => {
    const { page, problems, check, open, close } = await openGerman('admin');
    for (const section of SECTIONS) {
      const path = `/admin-dashboard?section=${section}`;
      await open(path);
      await page.locator(`a[href="#${path}"][aria-current=page]`).waitFor();
      await drawn(page);
      await check(section);
    }
    await screenshot(page, 'administration-german');
    await open('/register-device');
    await check('/register-device');
    expect(problems).toEqual([]);
    await close();
  });

  it('is checked: an English text and a clipped text are found', async () => {
    const { page, problems, check, close } = await openGerman(null);
    await drawn(page);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<button style="position: fixed; top: 0" aria-label="Next scan">x</button>
        <p style="position: fixed; top: 80px; width: 20px; overflow: hidden; white-space: nowrap">Abgeschnitten</p>`,
      );
    });
    await check('planted');
    expect(problems).toEqual(['planted: Next scan', 'planted: clipped: Abgeschnitten']);
    await close();
  });
});

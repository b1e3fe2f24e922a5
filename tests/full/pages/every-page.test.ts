import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiReader } from '../../e2e/support/product/api.ts';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { launchBrowser, picture, signIn, visit } from '../../e2e/support/product/browser.ts';
import { cutOff } from '../../e2e/support/product/cut-off.ts';
import { importPhantom } from '../../e2e/support/product/phantom-study.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';

/** The screens, and who may open them, as the specification lists both. */
const SIGNED_IN = [
  { path: '/home', title: 'Home', asks: null },
  { path: '/welcome', title: 'Your details', asks: null },
  { path: '/change-password', title: 'Change password', asks: null },
  { path: '/preferences', title: 'Preferences', asks: null },
  { path: '/patient-create-success', title: 'Patient created', asks: null },
  { path: '/no-previous-studies', title: 'No previous studies', asks: null },
  { path: '/patient-not-found', title: 'Patient not found', asks: null },
  { path: '/patient-list', title: 'Patients', asks: 'STUDY_VIEW' },
  { path: '/study-list', title: 'Studies', asks: 'STUDY_VIEW' },
  { path: '/prescan-info', title: 'Before the scan', asks: 'STUDY_VIEW' },
  { path: '/scan', title: 'Scan', asks: 'STUDY_VIEW' },
  { path: '/admin-dashboard', title: 'Administration', asks: 'ADMIN_ACCOUNT' },
  { path: '/register-device', title: 'Register device', asks: 'ADMIN_ACCOUNT' },
  { path: '/nowhere', title: 'Unknown path', asks: null },
] as const;
const ANONYMOUS = [
  '/login',
  '/activation',
  '/reset-password',
  '/confirm-reset-password?token=x',
  '/create-account',
  '/confirm-account?token=x',
  '/external-link',
] as const;
const HOLDS = {
  admin: 'ADMIN_ACCOUNT',
  operator: 'STUDY_VIEW',
  physician: 'STUDY_VIEW',
  viewer: 'STUDY_VIEW',
  annotator: 'STUDY_VIEW',
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
    const made = await operator.send('POST', '/patients', { ...patient, sex: 'FEMALE' });
    const { id } = (await made.json()) as { id: string };
    await operator.send('POST', '/studies', { patientId: id, accessionNumber: null });
  }
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const pathNow = (page: Page): string => new URL(page.url()).hash.slice(1).split('?')[0] ?? '';

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, path);
  await drawn(page);
}

/** The page has come whole: words in it, and nothing that still loads. */
async function drawn(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const loads =
      main?.querySelector('.lucide-loader-circle, [role=progressbar], [aria-busy=true]') ?? null;
    return main !== null && main.textContent.trim() !== '' && loads === null;
  });
}

/** Looks at the page as it stands, in every size, and says what is wrong with it. */
async function looked(page: Page, name: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await picture(page, `page-${name}-${width}`);
    wrong.push(...(await cutOff(page)).map((text) => `${width}: ${text}`));
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  return [...wrong, ...(await axeViolations(page))];
}

describe.each(Object.entries(HOLDS))('the %s', (account, feature) => {
  it('opens every page that the role allows, whole and without barrier, and no other', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, account);
    const wrong: string[] = [];
    for (const { path, title, asks } of SIGNED_IN) {
      await goTo(page, '/home');
      await page.getByRole('heading', { level: 1, name: 'Home', exact: true }).waitFor();
      await goTo(page, path);
      if (asks !== null && asks !== feature) {
        await expect.poll(() => pathNow(page), { message: `${path} is cancelled` }).toBe('/home');
        expect(await page.getByRole('alert').count(), `${path} is cancelled silently`).toBe(0);
        continue;
      }
      // Who may know no patients finds studies in the place of their list.
      const isBlind = account === 'annotator' && LISTS.includes(path);
      const name = isBlind ? 'Studies to annotate' : title;
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await drawn(page);
      expect(pathNow(page)).toBe(path);
      const found = await looked(page, `${account}${path.replace('/', '-')}`);
      wrong.push(...found.map((one) => `${path} ${one}`));
    }
    expect(wrong).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('whoever is not signed in', () => {
  it('opens the pages of accounts and links, and is led to the sign-in page from all others', async () => {
    const { page, errors, close } = await visit(browser);
    const wrong: string[] = [];
    for (const path of ANONYMOUS) {
      await page.goto('about:blank');
      await page.goto(`${product.url}/#${path}`);
      await drawn(page);
      const name = path.split('?')[0]?.replace('/', '') ?? '';
      wrong.push(...(await looked(page, `nobody-${name}`)).map((one) => `${path} ${one}`));
    }
    for (const { path } of SIGNED_IN) {
      await page.goto('about:blank');
      await page.goto(`${product.url}/#${path}`);
      await page.getByLabel('E-mail').waitFor();
      const { searchParams } = new URL(page.url().replace('/#', ''));
      expect(searchParams.get('redirect'), path).toBe(path);
    }
    expect(wrong).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
});

import type { Browser, Page } from 'playwright-core';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { apiReader } from '../e2e/support/product/api.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/product/browser.ts';
import { importPhantom } from '../e2e/support/product/phantom-study.ts';
import { type Product, startProduct } from '../e2e/support/product/product.ts';
import { scanSite } from '../e2e/support/scanning/scan-harness.ts';
import { shownFrames, startScan } from '../e2e/support/scanning/scanning.ts';

const FOLDER = 'docs/pictures';
/** Slow enough to take the image in the middle of the second sweep. */
const SCANNER = { speedFactor: 20, frameWidth: 192, frameHeight: 200, seed: 4711, voxelMm: 1 };
/** Frames of 720 after which the image of the live scan is taken. */
const FRAMES_SHOWN = 500;
const PATIENTS = [
  { code: 'CF-20416', lastName: 'Amsalem', firstName: 'Ruth', birthDate: '1961-07-30' },
  { code: 'CF-20417', lastName: 'Delacroix', firstName: 'Odile', birthDate: '1979-11-02' },
  { code: 'CF-20418', lastName: 'Verhoeven', firstName: 'Ismay', birthDate: '1974-03-09' },
  { code: 'CF-20419', lastName: 'Ganbaatar', firstName: 'Sarnai', birthDate: '1983-01-21' },
] as const;

/** Draws the pages other than reading: sign-in, lists, administration and a live scan. */
export async function drawPages(): Promise<void> {
  await buildWeb({ production: true });
  const product = await startProduct(scanSite(SCANNER));
  const browser = await launchBrowser();
  try {
    await createPatients(product);
    const { studyId } = await importPhantom(product);
    await drawPage(browser, product, null, '/login', 'sign-in');
    await drawPage(browser, product, 'admin', '/admin-dashboard', 'administration');
    const reader = await visit(browser);
    await signIn(reader.page, product.url, 'physician');
    await reader.page.goto(`${product.url}/#/scan?study=${studyId}`);
    await waitUntilSettled(reader.page);
    await drawPage(browser, product, 'viewer', '/study-list', 'study-list');
    await drawScan(browser, product);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function createPatients(product: Product): Promise<void> {
  const operator = await apiReader(product, 'operator');
  for (const [idx, patient] of PATIENTS.entries()) {
    const created = await operator.send('POST', '/patients', { ...patient, sex: 'FEMALE' });
    const { id } = (await created.json()) as { id: string };
    await operator.send('POST', '/studies', {
      patientId: id,
      accessionNumber: `A-${7301 + idx}`,
      priority: idx === 0 ? 'STAT' : 'ROUTINE',
    });
  }
}

/** Opens a page in a new session, signed in unless `account` is null, and saves its image. */
async function drawPage(
  browser: Browser,
  product: Product,
  account: string | null,
  path: string,
  name: string,
): Promise<void> {
  const { page, close } = await visit(browser);
  if (account !== null) await signIn(page, product.url, account);
  await page.goto(`${product.url}/#${path}`);
  await savePage(page, name);
  await close();
}

/** Draws the patient list, the page before the scan, and a scan in its second sweep. */
async function drawScan(browser: Browser, product: Product): Promise<void> {
  const { page } = await visit(browser);
  await signIn(page, product.url, 'operator');
  await page.goto(`${product.url}/#/patient-list`);
  await page.getByRole('row', { name: /Ganbaatar/ }).click();
  await savePage(page, 'patient-list');
  await page.getByRole('button', { name: 'Start scan' }).click();
  await page.getByText('Right breast').waitFor();
  await savePage(page, 'before-the-scan');
  await page.goBack();
  await page.getByRole('row', { name: /Ganbaatar/ }).click();
  await startScan(page);
  while ((await shownFrames(page)) < FRAMES_SHOWN) await page.waitForTimeout(200);
  await page.screenshot({ path: `${FOLDER}/live-scan.png` });
  console.log(`${FOLDER}/live-scan.png`);
}

async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(3_000);
}

async function savePage(page: Page, name: string): Promise<void> {
  await waitUntilSettled(page);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  console.log(`${FOLDER}/${name}.png`);
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatasetExport, routes } from '#contracts';
import { unwrap } from '#foundation';
import { readNrrd } from '#volume';
import { readTar } from '../api/support/read-tar.ts';
import { type Administration, openAdministration } from './support/product/administration.ts';
import { launchBrowser, screenshot, signIn, visit } from './support/product/browser.ts';
import { demoApi } from './support/product/demo-api.ts';
import { tabTo } from './support/product/keyboard.ts';
import { importPhantom, type PhantomStudy } from './support/product/phantom-study.ts';
import { signalChild } from './support/product/processes.ts';
import { type Product, startProduct, testSite } from './support/product/product.ts';

const UNKNOWN = `S-${'0'.repeat(20)}`;

let product: Product;
let browser: Browser;
let admin: Administration;
let page: Page;
let study: PhantomStudy;
/** Pseudonym of the only scan. */
let scan = '';
beforeAll(async () => {
  product = await startProduct(testSite());
  study = await importPhantom(product);
  const physician = await demoApi(product, 'physician');
  const params = { id: study.scanId };
  unwrap(await physician.call(routes.confirmOrientation, { params }));
  browser = await launchBrowser();
  admin = await openAdministration(browser, product);
  page = admin.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('the exports of datasets', () => {
  it('are created by keyboard, complete while the page is open, and are downloaded whole', async () => {
    const { open, press, text, row, checkScreen, waitForDialogClose } = admin;
    await open('datasets', 'Datasets');
    await text('No exports yet. An export is an archive of completed scans');
    await checkScreen('datasets-empty');
    await page.getByRole('button', { name: 'New export' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New export' }).waitFor();
    await page.getByLabel('Training').fill('80');
    await press(/^Export$/);
    await text('The three parts must add up to 100');
    await checkScreen('datasets-form');
    await page.getByLabel('Training').fill('70');
    await page.getByLabel('Study IDs').fill(study.studyId);
    await tabTo(page, /^Export$/);
    await page.keyboard.press('Enter');
    await waitForDialogClose();
    await row('Done').waitFor();
    await row('Done').click();
    await page.getByRole('region', { name: 'Export' }).waitFor();
    await checkScreen('datasets');

    const downloaded = page.waitForEvent('download');
    await press(/^Download: export of/);
    const archive = await readFile(await (await downloaded).path());
    await text('The download has started. The audit trail lists this download.');
    const shownHash = await page.getByText(/^[0-9a-f]{64}$/).textContent();
    expect(createHash('sha256').update(archive).digest('hex')).toBe(shownHash);
    const files = readTar(archive);
    expect([...files.keys()].slice(-2)).toEqual(['dataset.json', 'SHA256SUMS']);
    const index = JSON.parse(files.get('dataset.json')?.toString() ?? '');
    expect(index).toMatchObject({ schema: 1, format: 'nrrd', leftOut: [] });
    expect(index.scans).toHaveLength(1);
    scan = index.scans[0].scan;
    const volume = files.get(index.scans[0].volume.file) ?? new Uint8Array();
    expect(unwrap(await readNrrd(volume)).sizes).toEqual(index.scans[0].volume.sizes);
    expect(archive.includes('Phantom')).toBe(false);
  });

  it('are stopped after a question, which names what is lost', async () => {
    const { press, text, row, dialog, waitForDialogClose } = admin;
    // The export stays queued until it is stopped.
    await signalChild(product.pid, 'worker/main.ts', 'SIGSTOP');
    await press('Export again: export of');
    expect(await page.getByLabel('Study IDs').inputValue()).toBe(study.studyId);
    await press(/^Export$/);
    await waitForDialogClose();
    await row('Queued').click();
    await press(/^Stop: export of/);
    await dialog().getByText('The export will not start.').waitFor();
    await admin.checkScreen('datasets-stop');
    await press('Stop export');
    await waitForDialogClose();
    await row('Cancelled').waitFor();
    await text('The export is stopping');
    await signalChild(product.pid, 'worker/main.ts', 'SIGCONT');
    const api = await demoApi(product, 'admin');
    const { items } = unwrap(await api.call(routes.listDatasetExports, { query: {} }));
    expect(items.map(({ status }: DatasetExport) => status)).toEqual(['CANCELLED', 'COMPLETED']);
  });
});

describe('predictions of a file', () => {
  it('become AI findings, and each rejected scan is shown with its reason', async () => {
    const { press, text, dialog, waitForDialogClose, checkScreen } = admin;
    const marks = [{ type: 'SELECTMARK', plane: 'COR', pointsVoxel: [[5, 5, 5]] }];
    const outside = [{ type: 'SELECTMARK', plane: 'COR', pointsMm: [[0, 20, 4_000]] }];
    const file = {
      providerId: 'org.example.network.find',
      model: { name: 'Network', version: '1.2.0', weightsSha256: null, use: 'research' },
      scans: [
        { scan, findings: [{ score: 0.9, marks }] },
        { scan: UNKNOWN, findings: [{ score: 0.9, marks: outside }] },
      ],
    };
    await press('Import predictions');
    const choose = (content: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'predictions.json',
        mimeType: 'application/json',
        buffer: Buffer.from(content),
      });
    await choose('{');
    await text('The file is not JSON.');
    await checkScreen('predictions-file');
    await choose(JSON.stringify(file));
    await text('predictions.json has predictions for 2 scans.');
    await press(/^Import$/);
    await text('1 scan imported, 1 rejected.');
    const results = dialog().getByRole('list', { name: 'Scans of the file' });
    expect(await results.getByRole('listitem').first().textContent()).toBe(
      `${scan}1 finding stored`,
    );
    await results.getByText(`${UNKNOWN}`).first().waitFor();
    await checkScreen('predictions-done');
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await waitForDialogClose();
    const api = await demoApi(product, 'physician');
    const params = { scanId: study.scanId };
    const { items } = unwrap(await api.call(routes.listFindings, { params }));
    expect(items.map(({ ai }) => ai?.model.name)).toEqual(['Network']);
    expect(admin.errors.filter((error) => !error.includes('400'))).toEqual([]);
  });
});

describe('the section of datasets', () => {
  it('fits a small screen, and is in German on a German page', async () => {
    const { page: german, errors, close } = await visit(browser, 1280, 800);
    await signIn(german, product.url, 'admin');
    await german.evaluate(() => localStorage.setItem('clockface.locale', 'de'));
    await german.reload();
    await german.goto(`${product.url}/#/admin-dashboard?section=datasets`);
    await german.getByRole('heading', { name: 'Datensätze', level: 2 }).waitFor();
    await german.getByRole('row').filter({ hasText: 'Abgebrochen' }).waitFor();
    await german.getByRole('row').nth(2).click();
    await screenshot(german, 'admin-datasets-german');
    const overflow = await german.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([overflow, errors]).toEqual([0, []]);
    await close();
  });
});

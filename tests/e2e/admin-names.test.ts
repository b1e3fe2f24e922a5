import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE_FEATURES, routes } from '#contracts';
import { unwrap } from '#foundation';
import { type Administration, openAdministration } from './support/product/administration.ts';
import { launchBrowser } from './support/product/browser.ts';
import { demoApi } from './support/product/demo-api.ts';
import { importPhantom } from './support/product/phantom-study.ts';
import { type Product, startProduct, testSite } from './support/product/product.ts';

let product: Product;
let browser: Browser;
let admin: Administration;
let studyId = '';
beforeAll(async () => {
  product = await startProduct(
    testSite({ roles: { ADMIN: [...ROLE_FEATURES.ADMIN, 'PATIENT_VIEW', 'STUDY_VIEW'] } }),
  );
  const { studyId: importedStudyId, scanId } = await importPhantom(product);
  studyId = importedStudyId;
  const api = await demoApi(product, 'admin');
  unwrap(
    await api.call(routes.queueJob, { body: { jobType: 'AUTO_DETECTION', entityId: scanId } }),
  );
  browser = await launchBrowser();
  admin = await openAdministration(browser, product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('administrators who may see patients', () => {
  it('read who did what with which patient on a day, by name', async () => {
    const { page, open, checkScreen } = admin;
    await open('audit', 'Audit trail');
    const acts = page.getByRole('region', { name: 'Acts of the day' });
    await acts.getByText('Imported a volume').first().waitFor();
    await checkScreen('audit-day');
    await page.getByRole('textbox', { name: 'Patient' }).fill('no such patient');
    await acts.getByText('No acts on this day match these filters.').waitFor();
    await page.getByRole('textbox', { name: 'Patient' }).fill('');
    await acts.getByText('Imported a volume').first().waitFor();
    await admin.press('Previous day');
    await acts.getByText('No acts on this day match these filters.').waitFor();
    await admin.press('Today');
    await acts.getByText('Viewed accounts').first().waitFor();
    await page.getByRole('tab', { name: 'All entries' }).click();
    await admin.row('List accounts').first().waitFor();
    expect(admin.errors).toEqual([]);
  });

  it('see patient and side of a job and open the scan', async () => {
    const { page, open, checkScreen, row } = admin;
    await open('jobs', 'Jobs');
    await row(/Phantom.*R/)
      .first()
      .click();
    await checkScreen('jobs-names');
    await page
      .getByRole('button', { name: /^Open the scan of .*R \(Phantom\)/ })
      .first()
      .click();
    await page.waitForURL((address) => address.hash.includes(studyId));
  });
});

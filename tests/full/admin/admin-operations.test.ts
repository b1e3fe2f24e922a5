import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Administration,
  openAdministration,
} from '../../e2e/support/product/administration.ts';
import { launchBrowser } from '../../e2e/support/product/browser.ts';
import {
  type Product,
  startProduct,
  TEST_API_KEY,
  testSite,
} from '../../e2e/support/product/product.ts';

let product: Product;
let browser: Browser;
let admin: Administration;
let page: Page;
beforeAll(async () => {
  product = await startProduct(
    testSite({
      thirdParty: [{ folder: 'no-such-folder' }],
      lists: {
        FOLLOW_UP: { version: '1', items: [{ id: 'TOMO', label: 'Tomosynthesis', order: 15 }] },
      },
    }),
  );
  browser = await launchBrowser();
  admin = await openAdministration(browser, product);
  page = admin.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('administration', () => {
  it('filters, exports and verifies the audit trail', async () => {
    const { open, press, row, selectOption, checkScreen, text } = admin;
    await open('organization', 'Organization');
    await text('Host names');
    await open('audit', 'Audit trail');
    await page.getByRole('tab', { name: 'All entries' }).click();
    await selectOption('What', 'Get organization');
    await row('Get organization').first().waitFor();
    await row('List accounts').first().waitFor({ state: 'detached' });
    await row('Get organization').first().click();
    await text('Position in the chain');
    await checkScreen('audit');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press('Export').then(() => page.getByRole('menuitem', { name: 'As CSV' }).click()),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    // The header, and the one row that the filter matches.
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^seq,/);
    await press('Verify chain');
    await text('The chain is intact');
    await page.getByLabel('Subject ID').fill('Moreau');
    await text('An ID has 32 characters');
  });

  it('shows problems with the next step of each, and the errors reported by browsers', async () => {
    const { open, row, checkScreen, text } = admin;
    await fetch(`${product.url}/api/external-logs`, {
      method: 'POST',
      headers: { 'x-api-key': TEST_API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({
        entries: [{ code: 'TypeError', message: 'It broke', page: '/scan' }],
      }),
    });
    await open('problems', 'Problems');
    await text('The third-party extension no-such-folder was rejected');
    await text('Correct its folder or its entry in the site configuration');
    await row('It broke').click();
    await text('No stack trace.');
    await checkScreen('problems');
    await expect
      .poll(() => page.getByRole('link', { name: /Problems/ }).textContent())
      .toContain('1');
  });

  it('shows versions, components, database and disk of the system', async () => {
    const { open, checkScreen, text } = admin;
    await open('system', 'System');
    await text('PostgreSQL');
    await text(/free of/);
    await checkScreen('system');
  });

  it('creates a cron job by keyboard, changes and deletes the job', async () => {
    const { open, press, dialog, row, pick, selectOption, checkScreen, text } = admin;
    await open('cron', 'Cron jobs');
    await press('New cron job');
    await selectOption('Repeats', 'Every week');
    await page.getByRole('spinbutton', { name: /hour/i }).focus();
    await page.keyboard.type('0330');
    await checkScreen('new-cron-job');
    await press('Create');
    await row(/Every week, \w+, at 03:30/).waitFor();
    await row('Cloud sync').click();
    await press(/^Runs: Cloud sync/);
    await text('No runs yet.');
    await press('Close');
    await pick('Cloud sync', 'Edit');
    await dialog().getByText('Enabled').click();
    await press('Save');
    await row('Cloud sync').getByText('Off').waitFor();
    await checkScreen('cron');
    await pick('Cloud sync', 'Delete');
    await press(/^Delete Cloud sync/);
    await text('No cron jobs yet.');
  });

  it('ends a sync as offline with a reason when no cloud is configured', async () => {
    const { open, press, row, checkScreen, text } = admin;
    await open('sync', 'Cloud sync');
    await press('Start sync');
    await row('Everything, by hand').getByText('Offline').waitFor();
    await text('No cloud server is configured');
    await checkScreen('sync');
  });

  it('shows jobs, archive and lists', async () => {
    const { open, press, row, checkScreen, text } = admin;
    await open('jobs', 'Jobs');
    await text('No jobs yet.');
    await checkScreen('jobs');
    await open('archive', 'Archive');
    await text('No image archive is configured');
    await checkScreen('archive');
    await open('lists', 'Code lists');
    await press(/^What follows/);
    await row('Tomosynthesis').getByText('added by the site').waitFor();
    await checkScreen('lists');
  });

  it('renames the organization', async () => {
    const { open, press, checkScreen, text } = admin;
    await open('organization', 'Organization');
    await page.getByLabel('Name', { exact: false }).fill('Breast Centre North');
    await press('Save name');
    await text('The organization was renamed to Breast Centre North');
    await checkScreen('organization');
  });
});

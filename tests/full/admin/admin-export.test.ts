import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Administration,
  openAdministration,
} from '../../e2e/support/product/administration.ts';
import { launchBrowser } from '../../e2e/support/product/browser.ts';
import { inDatabase } from '../../e2e/support/product/database.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';

/** Rows of more than 100 MB in total, far more than a browser reads before it waits. */
const ROWS = 400_000;

let product: Product;
let browser: Browser;
let admin: Administration;
beforeAll(async () => {
  product = await startProduct(testSite());
  await inDatabase(product, async (client) => {
    await client.query(
      `insert into audit (organization_id, actor_kind, act, outcome, subject)
      select organization.id, 'system', 'getPatient', 'done',
        jsonb_build_object('patientId', gen_random_uuid(), 'studyId', gen_random_uuid())
      from organization, generate_series(1, $1::int)`,
      [ROWS],
    );
  });
  browser = await launchBrowser();
  admin = await openAdministration(browser, product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('administration lets the browser download a large audit trail to the last row', async () => {
  const { page, open, press, text } = admin;
  page.setDefaultTimeout(300_000);
  await open('audit', 'Audit trail');
  await page.getByRole('tab', { name: 'All entries' }).click();
  const downloaded = page.waitForEvent('download');
  await press('Export');
  await page.getByRole('menuitem', { name: 'As JSON lines' }).click();
  await text('The download has started. The audit trail lists this export.');
  const download = await downloaded;
  const file = await download.path();
  expect(await download.failure()).toBeNull();
  expect((await stat(file)).size).toBeGreaterThan(100_000_000);
  let rows = 0;
  let last = '';
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.includes('"getPatient"')) rows += 1;
    last = line;
  }
  expect(rows).toBe(ROWS);
  expect(JSON.parse(last)).toMatchObject({ outcome: 'done' });
});

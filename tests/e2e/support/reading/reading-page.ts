import type { Browser, Page } from 'playwright-core';
import type { SiteConfigInput } from '#contracts';
import { launchBrowser, signIn, type Visit, visit } from '../product/browser.ts';
import { type Product, startProduct } from '../product/product.ts';
import { createTestRecords, type TestRecords } from './test-records.ts';

/** A running product, an empty tenant for test scans, and a signed-in physician. */
export interface ReadingPage {
  readonly product: Product;
  readonly browser: Browser;
  readonly records: TestRecords;
  readonly person: Visit;
  readonly page: Page;
  close(): Promise<void>;
}

/**
 * Starts the product, by default with the test site, and signs in. Tests create and open their
 * scans themselves.
 */
export async function openReadingPage(site?: SiteConfigInput): Promise<ReadingPage> {
  const product = await startProduct(site);
  let browser: Browser | null = null;
  const close = async (): Promise<void> => {
    await browser?.close();
    await product.stop();
  };
  try {
    const records = await createTestRecords(product);
    browser = await launchBrowser();
    const person = await visit(browser);
    const { page } = person;
    await signIn(page, product.url, 'physician');
    return { product, browser, records, person, page, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

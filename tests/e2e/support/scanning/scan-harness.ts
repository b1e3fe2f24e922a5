import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Scan, type ScanErrorCode, type SiteConfigInput, scanError } from '#contracts';
import { type ApiReader, apiReader } from '../product/api.ts';
import { launchBrowser, signIn, type Visit, visit } from '../product/browser.ts';
import { createPatient } from '../product/patients.ts';
import { type Product, startProduct, testSite } from '../product/product.ts';
import { shownFrames } from './scanning.ts';

/** Time limit of a whole scan on a busy machine. */
export const SCAN_LIMIT_MS = 90_000;
/** Entry point of the scan service, a child process of the product. */
export const SCAN_SERVICE = 'scan-service/main.ts';
export const WORKER = 'worker/main.ts';

/** Small frames, always of the same breast. */
export const SMALL_FRAMES = { frameWidth: 32, frameHeight: 64, seed: 4711, rf: false } as const;
/** Slow enough to interact during the scan. */
export const SLOW_SCAN = { ...SMALL_FRAMES, speedFactor: 4, voxelMm: 1 } as const;

/** A running product with a simulated scanner and a signed-in operator. */
export interface ScanHarness {
  readonly product: Product;
  readonly browser: Browser;
  /** Calls the API in parallel to the page. */
  readonly reader: ApiReader;
  readonly person: Visit;
  readonly page: Page;
  /** Opens the patient list from any page and creates a patient. */
  newPatient(code: string, lastName: string): Promise<void>;
  scanRow(id: string): Promise<Scan>;
  /** Waits until the page shows more than `frames` stored frames. */
  waitForFrames(frames: number): Promise<void>;
  /** Waits until the server reports the scan as complete. */
  waitUntilComplete(id: string): Promise<void>;
  /** Returns the error card over the live image. */
  cardOf(code: Exclude<ScanErrorCode, 'NoError'>): Locator;
  close(): Promise<void>;
}

/** Returns a test site with these settings of the simulated scanner. */
export function scanSite(
  settings: Readonly<Record<string, unknown>>,
  change: Partial<SiteConfigInput> = {},
): SiteConfigInput {
  return testSite({ ...change, extensions: { scanner: { settings: { ...settings } } } });
}

export async function openScanHarness(
  site: SiteConfigInput,
  account = 'operator',
): Promise<ScanHarness> {
  const product = await startProduct(site);
  const browser = await launchBrowser();
  const close = async (): Promise<void> => {
    await browser.close();
    await product.stop();
  };
  try {
    const reader = await apiReader(product, 'physician');
    const person = await visit(browser);
    const { page } = person;
    await signIn(page, product.url, account);
    const scanRow = async (id: string) => (await reader.get(`/scans/${id}`)) as Scan;
    const pollOptions = { timeout: SCAN_LIMIT_MS };
    return {
      product,
      browser,
      reader,
      person,
      page,
      scanRow,
      close,
      async newPatient(code, lastName) {
        await page.goto(`${product.url}/#/patient-list`);
        await createPatient(page, code, lastName);
      },
      waitForFrames: (frames) =>
        expect.poll(() => shownFrames(page), pollOptions).toBeGreaterThan(frames),
      waitUntilComplete: (id) =>
        expect.poll(async () => (await scanRow(id)).scanState, pollOptions).toBe('C'),
      cardOf: (code) => page.getByRole('alertdialog', { name: scanError(code).title }),
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

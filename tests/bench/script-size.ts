import { brotliCompressSync, constants } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/product/browser.ts';
import { importPhantom } from '../e2e/support/product/phantom-study.ts';
import { startProduct } from '../e2e/support/product/product.ts';
import { type Figure, machine, round } from './support/figure.ts';

/**
 * Size of the scripts that the OHIF viewer loads until its first image: minified, with the same
 * compression.
 */
const OHIF_MB = 2.52;
const SIGN_IN_TARGET_KB = 100;

/**
 * Measures the script bytes that a new browser requests, each file compressed by Brotli 11: until
 * the sign-in page can be used, and from there until the first slice of a volume is drawn. Observed
 * in Chromium on the built application, so that every loaded script counts.
 */
export async function scriptSize(): Promise<readonly Figure[]> {
  // A development build would be several times larger.
  await buildWeb({ production: true });
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    const { studyId } = await importPhantom(product);
    const { page } = await visit(browser);
    const readSizes = collectScripts(page);
    await page.goto(`${product.url}/#/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    const signInFiles = await readSizes();
    await signIn(page, product.url, 'physician');
    await page.goto(`${product.url}/#/scan?study=${studyId}`);
    await page.locator('[data-testid^="view-"] [data-drawn]').first().waitFor({ timeout: 60_000 });
    return figures(signInFiles, await readSizes());
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Compressed size of each script, by path. */
type Sizes = ReadonlyMap<string, number>;

/**
 * Records scripts from now on; the returned function waits for pending requests and returns all
 * sizes so far.
 */
function collectScripts(page: Page): () => Promise<Sizes> {
  const responses = new Map<string, Response>();
  page.context().on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (type.includes('javascript')) responses.set(new URL(response.url()).pathname, response);
  });
  return async () => {
    const missed = page.workers().filter((worker) => isUnseenFile(worker.url(), responses));
    if (missed.length > 0) throw new Error(`Worker script not seen: ${missed[0]?.url()}`);
    const sizes = new Map<string, number>();
    // Copies the list, to exclude scripts that load during the compression.
    for (const [path, response] of [...responses])
      sizes.set(path, brotliBytes(await response.body()));
    return sizes;
  };
}

/** Returns whether the script came over HTTP without a recorded response. */
function isUnseenFile(url: string, responses: ReadonlyMap<string, Response>): boolean {
  return url.startsWith('http') && !responses.has(new URL(url).pathname);
}

function brotliBytes(body: Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(body, { params }).length;
}

function figures(signInFiles: Sizes, allFiles: Sizes): Figure[] {
  const signInKb = total(signInFiles) / 1000;
  const allMb = total(allFiles) / 1e6;
  const common = { runs: 1, machine: machine() };
  return [
    {
      name: 'script-size/sign-in',
      figure: round(signInKb),
      unit: 'kB brotli',
      target: `≤ ${SIGN_IN_TARGET_KB}`,
      against: { what: 'limit', kB: SIGN_IN_TARGET_KB },
      spread: [round(signInKb), round(signInKb)],
      ...common,
      more: { files: Object.fromEntries(signInFiles) },
    },
    {
      name: 'script-size/first-slice',
      figure: round(allMb / OHIF_MB),
      unit: "times the size of OHIF's script",
      target: '≤ 0.4',
      against: { what: 'OHIF, minified, measured earlier', MB: OHIF_MB },
      spread: [round(allMb / OHIF_MB), round(allMb / OHIF_MB)],
      ...common,
      more: { MB: round(allMb), files: Object.fromEntries(allFiles) },
    },
  ];
}

const total = (sizes: Sizes): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);

import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { screenshot, signIn } from '../../e2e/support/product/browser.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from '../../e2e/support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let studyId: string;
let address: string;

const SIZES = [160, 100, 160] as const;
const volume = speckledVolume(SIZES, 0.6, [{ atMm: [-12, 14, 10], radiusMm: 6, greyLevel: 20 }]);

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  studyId = await records.study(await records.patient('Early'));
  const scan = await records.scan(studyId, 'R', volume);
  address = scanAddress(readingPage.product, studyId, scan.id);
});
afterAll(() => readingPage?.close());

/** Holds back the program until released. */
async function holdProgram(): Promise<() => Promise<void>> {
  const pendingRoutes: Route[] = [];
  let isReleased = false;
  const pattern = '**/assets/open-application-*';
  await page.route(pattern, (route) =>
    isReleased ? route.continue() : void pendingRoutes.push(route),
  );
  return async () => {
    isReleased = true;
    await Promise.all(pendingRoutes.map((route) => route.continue()));
  };
}

const previewGrids = () => page.locator('[data-boot-preview] [data-grid]');

async function boxesOf(selector: string) {
  return page.locator(selector).evaluateAll((hosts) =>
    hosts.map((host) => {
      const { x, y, width, height } = host.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}

it('the boot preview shows the planes where the program draws them later, and the volume is read once', async () => {
  const reads: { readonly path: string; readonly range: string }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (!/\/(volume|download)$/.test(path)) return;
    reads.push({ path, range: request.headers().range ?? '' });
  });
  await page.goto('about:blank');
  const releaseProgram = await holdProgram();
  await page.goto(address);
  await expect.poll(() => previewGrids().count(), { timeout: 60_000 }).toBe(4);
  const full = `[data-boot-preview] [data-grid="${SIZES.join(' ')}"]`;
  await expect.poll(() => page.locator(full).count(), { timeout: 60_000 }).toBe(4);
  const shown = await boxesOf('[data-boot-preview] [data-grid]');
  const name = page.locator('[data-boot-name]');
  await name.waitFor();
  const labels = await name.locator('> *').allTextContents();
  expect(labels[0]).toBe('Early');
  await screenshot(page, 'reading-early');
  await releaseProgram();
  await planesComplete(page);
  await expect.poll(() => previewGrids().count()).toBe(0);
  expect(await name.count()).toBe(0);
  expect(await page.locator('[data-identity]').allTextContents()).toEqual(labels.slice(0, 1));
  await screenshot(page, 'reading-early-taken-over');
  expect(await boxesOf('[data-testid^=image-] [data-drawn]')).toEqual(shown);
  expect(reads.filter(({ path }) => path.endsWith('/volume'))).toHaveLength(1);
  const requested = reads.map(({ path, range }) => `${path} ${range}`);
  expect(requested).toHaveLength(new Set(requested).size);
  expect(readingPage.person.errors).toEqual([]);
});

it('the boot preview disappears when another tab ends the session', async () => {
  await page.goto('about:blank');
  await holdProgram();
  await page.goto(address);
  await expect.poll(() => previewGrids().count(), { timeout: 60_000 }).toBe(4);
  const other = await readingPage.person.context.newPage();
  await other.goto(`${readingPage.product.url}/icon.svg`);
  await other.evaluate(() => localStorage.clear());
  await expect.poll(() => previewGrids().count()).toBe(0);
  await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('the boot preview shows both breasts side by side', async () => {
  await records.scan(studyId, 'L', volume);
  await page.goto('about:blank');
  await signIn(page, readingPage.product.url, 'physician');
  await page.goto('about:blank');
  const releaseProgram = await holdProgram();
  await page.goto(`${readingPage.product.url}/#/scan?study=${studyId}`);
  await expect.poll(() => previewGrids().count(), { timeout: 60_000 }).toBe(2);
  await screenshot(page, 'reading-early-both');
  await releaseProgram();
  await page.locator('[data-testid^=view-][data-state=complete]').nth(1).waitFor();
  await expect.poll(() => previewGrids().count()).toBe(0);
});

it('the boot preview also shows a small volume, which is read as a whole', async () => {
  const small = await records.study(await records.patient('Small'));
  const sizes = [90, 60, 90] as const;
  const scan = await records.scan(small, 'R', speckledVolume(sizes, 1, []));
  await page.goto('about:blank');
  const releaseProgram = await holdProgram();
  await page.goto(scanAddress(readingPage.product, small, scan.id));
  const full = `[data-boot-preview] [data-grid="${sizes.join(' ')}"]`;
  await expect.poll(() => page.locator(full).count(), { timeout: 60_000 }).toBe(4);
  expect(await page.locator('[data-boot-name] > strong').textContent()).toBe('Small');
  const shown = await boxesOf('[data-boot-preview] [data-grid]');
  await releaseProgram();
  await planesComplete(page);
  await expect.poll(() => previewGrids().count()).toBe(0);
  expect(await boxesOf('[data-testid^=image-] [data-drawn]')).toEqual(shown);
  expect(readingPage.person.errors).toEqual([]);
});

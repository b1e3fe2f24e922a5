import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { isAnnotation } from '#findings';
import { launchBrowser, screenshot, signIn, visit } from '../../e2e/support/product/browser.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';
import { findingsOf } from '../../e2e/support/reading/marks.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import {
  createTestRecords,
  scanAddress,
  type TestRecords,
} from '../../e2e/support/reading/test-records.ts';
import { monkeyOn } from '../support/monkey.ts';

/** An action takes about 0.2 s, so that the whole test takes one to two minutes. */
const ACTION_COUNT = 120;
const PLAY_LIMIT_MS = 40_000;
const SEEDS = [11, 21];
const NIPPLE = { sag: 0, tra: 0, depth: 2, rad: 0 };

let product: Product;
let browser: Browser;
let records: TestRecords;
beforeAll(async () => {
  product = await startProduct();
  records = await createTestRecords(product);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const volume = speckledVolume([100, 40, 100], 1, [
  { atMm: [-12, 14, 10], radiusMm: 6, greyLevel: 20 },
]);

async function createBilateralStudy(name: string): Promise<readonly Scan[]> {
  const study = await records.study(await records.patient(name));
  const scans = [
    await records.scan(study, 'R', volume),
    await records.scan(study, 'L', volume),
  ] as const;
  for (const { id } of scans) await records.nipple(id, NIPPLE);
  return scans;
}

/**
 * Messages that the browser itself logs while offline, on status 500, or on a lost graphics
 * context.
 */
const EXPECTED_ERRORS =
  /Failed to load resource|CONTEXT_LOST|net::ERR|Failed to fetch dynamically imported module/;

/** Marks findings that the tab of the panel does not count. */
const UNCOUNTED = 'hidden or annotation';

/** Lists the stored findings: side, number, count of marks, and whether the tab counts them. */
async function listStored(scans: readonly Scan[]): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const scan of scans) {
    const { findingIds } = (await records.api.get(`/scans/${scan.id}/hiddenFindings`)) as {
      readonly findingIds: readonly string[];
    };
    for (const finding of await findingsOf(records.api, scan)) {
      const { id, label, marks } = finding;
      const summary = `${scan.laterality.id}${label}: ${Object.keys(marks).length}`;
      const isUncounted = findingIds.includes(id) || isAnnotation(finding);
      findings.push(isUncounted ? `${summary}, ${UNCOUNTED}` : summary);
    }
  }
  return findings.sort();
}

const nipplesOf = async (scans: readonly Scan[]): Promise<readonly object[]> =>
  Promise.all(
    scans.map(async ({ id }) => {
      const { nippleLocation } = (await records.api.get(`/scans/${id}`)) as Scan;
      const { sag, tra, depth } = nippleLocation ?? NIPPLE;
      return { sag, tra, depth };
    }),
  );

/**
 * Presses the shortcut of a button while the button is enabled, at most 300 times.
 * @returns the number of presses
 */
async function pressWhile(page: Page, name: RegExp, key: string): Promise<number> {
  const button = page.getByRole('button', { name }).first();
  const canPress = async (): Promise<boolean> =>
    (await button.isEnabled()) && (await button.getAttribute('aria-disabled')) !== 'true';
  let times = 0;
  while (times < 300 && (await canPress())) {
    await page.keyboard.press(key);
    times += 1;
    // Actions that call the server, such as moving the nipple back, take some time.
    await page.waitForTimeout(60);
  }
  return times;
}

const undoAll = (page: Page): Promise<number> => pressWhile(page, /^Undo/, 'Control+z');
const redoAll = (page: Page): Promise<number> => pressWhile(page, /^Redo/, 'Control+Shift+z');

/** Waits until everything is saved; retries failed saves. */
async function waitUntilSaved(page: Page): Promise<void> {
  const retryButton = page.getByRole('button', { name: 'Retry' }).first();
  await expect
    .poll(
      async () => {
        if (await retryButton.isVisible())
          await retryButton.click({ timeout: 1_000 }).catch(() => undefined);
        return page.getByText(/^(Not saved|Saving)/).count();
      },
      { timeout: 45_000, interval: 500 },
    )
    .toBe(0);
}

/** Returns the number of findings that the tab of the findings panel shows. */
const shownFindingCount = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await page.getByRole('tab', { name: /^Findings/ }).textContent()) ?? '')?.[0]);

describe('the reading page under random input', () => {
  it.each(SEEDS)('does not fail, loses no data and undoes all actions (seed %d)', async (seed) => {
    const scans = await createBilateralStudy(`Monkey ${seed}`);
    const [right] = scans;
    if (right === undefined) throw new Error('No scan of the right breast');
    const nipplesBefore = await nipplesOf(scans);
    const person = await visit(browser);
    const { page, errors } = person;
    const addresses = scans.map(({ id, studyId }) => `#/scan?study=${studyId}&scan=${id}`);
    const monkey = await monkeyOn(page, seed, { addresses });
    await signIn(page, product.url, 'physician');
    await page.goto(scanAddress(product, right.studyId, right.id));
    await page.locator('[data-testid^=view-][data-state=complete]').first().waitFor();
    await monkey.play(ACTION_COUNT, PLAY_LIMIT_MS);
    await screenshot(page, `monkey-${seed}`);
    await monkey.rest();
    const actionLog = monkey.log.join('\n');
    expect(await page.getByText(/ failed$/).count(), actionLog).toBe(0);
    await waitUntilSaved(page);
    await redoAll(page);
    await waitUntilSaved(page);
    const findingsAfter = await listStored(scans);
    expect(await undoAll(page), actionLog).toBeGreaterThan(0);
    await waitUntilSaved(page);
    expect(await listStored(scans), actionLog).toEqual([]);
    expect(await nipplesOf(scans), actionLog).toEqual(nipplesBefore);
    await redoAll(page);
    await waitUntilSaved(page);
    expect(await listStored(scans), actionLog).toEqual(findingsAfter);
    await page.reload();
    const listed = findingsAfter.filter((entry) => !entry.endsWith(UNCOUNTED)).length;
    await expect.poll(() => shownFindingCount(page)).toBe(listed);
    const tabStops = new Set<string>();
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      tabStops.add(
        await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? ''),
      );
    }
    expect(tabStops.size, 'number of tab stops').toBeGreaterThan(25);
    expect(
      errors.filter((error) => !EXPECTED_ERRORS.test(error)),
      actionLog,
    ).toEqual([]);
    await person.close();
  });
});

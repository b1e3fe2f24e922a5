import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding, Scan } from '#contracts';
import type { Vec3 } from '#geometry';
import { aLength } from '../../e2e/support/reading/marks.ts';
import { selectPlanes } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from '../../e2e/support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let scan: Scan;

const volume = speckledVolume([150, 100, 150], 0.6, []);

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  scan = await records.scan(await records.study(await records.patient('Steen')), 'R', volume);
});
afterAll(() => readingPage?.close());

const addFinding = (atMm: Vec3): Promise<Finding> =>
  records.finding(scan.id, aLength(volume.geometry, atMm, 8));

async function open(): Promise<void> {
  await page.goto('about:blank');
  await page.goto(scanAddress(readingPage.product, scan.studyId, scan.id));
  await selectPlanes(page);
}

it('the body map keeps each number of twenty findings inside the breast and separately clickable', async () => {
  for (let n = 0; n < 20; n++) {
    await addFinding([-30 + 3 * (n % 5), 10 + n, 12 + 4 * Math.floor(n / 5)]);
  }
  await open();
  await page.getByTestId('dot-R-20').waitFor();
  await page.getByTestId('body-map').screenshot({ path: 'test-results/pictures/reading-map.png' });
  const face = await page.getByRole('group', { name: 'Right breast' }).boundingBox();
  for (let label = 1; label <= 20; label++) {
    const dot = page.getByTestId(`dot-R-${label}`);
    const box = await dot.locator('text').boundingBox();
    if (box === null || face === null) throw new Error('The map is not on the page');
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const fromMiddle = Math.hypot(x - face.x - face.width / 2, y - face.y - face.height / 2);
    expect(fromMiddle).toBeLessThan(face.width / 2 - box.height / 2);
    await page.mouse.click(x, y);
    await expect.poll(() => dot.getAttribute('aria-current')).toBe('true');
  }
});

it('the body map of forty-five findings joins neighbours into dots, and Enter on a dot selects its findings in turn', async () => {
  for (let n = 20; n < 45; n++) {
    await addFinding([-30 + 2.4 * (n % 25), 12, 16 - 3 * (n % 7)]);
  }
  await open();
  const map = page.getByTestId('body-map');
  const dots = map.locator('[data-testid^=dot-R-]');
  await expect.poll(() => dots.count()).toBe(20);
  await map.screenshot({ path: 'test-results/pictures/reading-map-many.png' });
  const middles = await dots.locator('text').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2] as const;
    }),
  );
  const distances = middles.flatMap(([x, y], idx) =>
    middles.slice(idx + 1).map(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY)),
  );
  // Closer numbers, in pixels, would overlap.
  expect(Math.min(...distances)).toBeGreaterThan(13);
  const joinedDot = map.getByRole('button', { name: /^Go to the next of findings/ }).first();
  const labels = /findings ([\d, ]+) in/.exec((await joinedDot.getAttribute('aria-label')) ?? '');
  for (const label of (labels?.[1] ?? '').split(', ')) {
    await joinedDot.press('Enter');
    await expect.poll(() => joinedDot.locator('text').textContent()).toBe(label);
    await page.locator(`[data-testid=finding-${label}] [aria-current=true]`).waitFor();
  }
  await map.screenshot({ path: 'test-results/pictures/reading-map-among.png' });
});

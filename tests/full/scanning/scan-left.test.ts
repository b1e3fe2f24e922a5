import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { screenshot } from '../../e2e/support/product/browser.ts';
import {
  cystScanSite,
  expectCystInAllPlanes,
  expectCystVisible,
  phantomWithCyst,
  scanBreast,
} from '../../e2e/support/scanning/cyst.ts';
import { openScanHarness, type ScanHarness } from '../../e2e/support/scanning/scan-harness.ts';

let harness: ScanHarness;
beforeAll(async () => {
  harness = await openScanHarness(cystScanSite(), 'physician');
});
afterAll(() => harness?.close());

it('the planes of a left breast show the cyst at the true location, at the mirrored hour', async () => {
  const { page } = harness;
  await harness.newPatient('CF-20419', 'Ganbaatar');
  // The cyst lies in the upper half, which needs half the frames.
  const scanId = await scanBreast(page, 'Left', 'UQQ');
  const location = await expectCystInAllPlanes(harness, scanId, 'L');
  const { cyst } = location;
  const { cyst: rightCyst } = phantomWithCyst('R');
  expect(cyst.position.clockDeg + rightCyst.position.clockDeg).toBeCloseTo(360, 0);
  await screenshot(page, 'reading-left');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size);
    const when = `L, in a window of ${size.width} × ${size.height}`;
    await vi.waitFor(() => expectCystVisible(page, location, when), {
      timeout: 10_000,
      interval: 500,
    });
  }
  expect(harness.person.errors).toEqual([]);
});

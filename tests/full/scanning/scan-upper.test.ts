import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScanFile } from '#contracts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
import {
  openScanHarness,
  type ScanHarness,
  SLOW_SCAN,
  scanSite,
} from '../../e2e/support/scanning/scan-harness.ts';
import { FRAMES, startScan, storedFrames } from '../../e2e/support/scanning/scanning.ts';

let harness: ScanHarness;
beforeAll(async () => {
  // With RF signals, the default of the device; shorter tests omit them.
  harness = await openScanHarness(scanSite({ ...SLOW_SCAN, rf: true }));
});
afterAll(() => harness?.close());

it('a stopped scan of the upper quadrants lists the missing part, resumes, and keeps frames and RF signals', async () => {
  const { page, reader } = harness;
  await harness.newPatient('CF-8', 'Lindqvist');
  const scanId = await startScan(page, 'Right', 'UQQ');
  await harness.waitForFrames(40);
  await page.getByRole('button', { name: 'Stop scan' }).click();
  // The arc starts at 270°, so the missing part ends at 90°.
  await page.getByText(/^Missing: CEN \d+°–90°, all of PER$/).waitFor();
  const framesBefore = await storedFrames(reader, scanId);
  await screenshot(page, 'scan-upper-stopped');

  await page.getByRole('button', { name: 'Resume scan' }).click();
  await harness.waitUntilComplete(scanId);
  const framesAfter = await storedFrames(reader, scanId);
  expect(framesAfter).toHaveLength(FRAMES.UQQ);
  expect(framesAfter).toEqual(expect.arrayContaining([...framesBefore]));
  const raws = (await reader.get(`/scans/${scanId}/scanfiles?fileCategory=RAW`)) as {
    items: readonly Pick<ScanFile, 'fileName' | 'header'>[];
  };
  // The RF signals are complete despite the stop, because the device keeps them on disk.
  const signals = raws.items.filter(({ header }) => header?.content === 'RF');
  expect(signals.map(({ fileName }) => fileName).sort()).toEqual([
    'cen-e1-rf.nrrd',
    'per-e1-rf.nrrd',
  ]);
  // Samples of a beam, 16 beams of two lines each, and 181 frames from 270° over 0° to 90°.
  for (const { header } of signals) expect(header?.sizes).toMatch(/^\d{4} 16 181$/);
  await planesComplete(page);
  await screenshot(page, 'scan-upper-read');
  expect(harness.person.errors).toEqual([]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import {
  openScanHarness,
  SCAN_LIMIT_MS,
  type ScanHarness,
  SLOW_SCAN,
  scanSite,
} from '../../e2e/support/scanning/scan-harness.ts';
import { startScan } from '../../e2e/support/scanning/scanning.ts';

const DEVELOPER_SITE = {
  flags: {
    autoGroupLengthMarks: false,
    editAiFinding: true,
    isDevModeUi: true,
    welcomeTour: false,
  },
} as const;
let harness: ScanHarness;
beforeAll(async () => {
  harness = await openScanHarness(scanSite(SLOW_SCAN, DEVELOPER_SITE));
});
afterAll(() => harness?.close());

it('the simulated scanner fails as requested in developer mode, and the scan can continue', async () => {
  const { page } = harness;
  await harness.newPatient('CF-9', 'Moreau');
  await page.getByRole('button', { name: 'Simulate a scanner error' }).click();
  const form = page.getByRole('dialog', { name: 'Simulate a scanner error' });
  await form.getByRole('button', { name: /Error/ }).click();
  await page.getByRole('option', { name: /^TooManyShadows/ }).click();
  await form.getByLabel('Frames recorded before the error').fill('60');
  await form.getByLabel('Frames recorded before the error').press('Enter');
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Simulate error' }).click();
  await form.getByText('The scanner will report the error at this moment.').waitFor();
  await screenshot(page, 'simulate-scanner-error');
  await page.keyboard.press('Escape');

  await startScan(page, 'Right', 'UQQ');
  const card = harness.cardOf('TooManyShadows');
  await card.waitFor({ timeout: SCAN_LIMIT_MS });
  await card.getByRole('button', { name: 'Continue Anyway' }).click();
  await harness.waitForFrames(80);
  expect(harness.person.errors).toEqual([]);
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeViolations } from './support/product/axe.ts';
import { screenshot } from './support/product/browser.ts';
import {
  openScanHarness,
  type ScanHarness,
  SLOW_SCAN,
  scanSite,
} from './support/scanning/scan-harness.ts';
import { shownFrames, startScan, storedFrames } from './support/scanning/scanning.ts';

let harness: ScanHarness;
beforeAll(async () => {
  harness = await openScanHarness(scanSite(SLOW_SCAN));
});
afterAll(() => harness?.close());

/** Stops the scan on the screen in any state, so that the next test finds a free scanner. */
async function stopScan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop scan' }).click();
  await page.getByRole('button', { name: 'Restart scan' }).waitFor();
}

describe('a scan', () => {
  it('appears as started within seconds, pauses and resumes by Space, and keeps its frames when stopped', async () => {
    const { page, reader, scanRow, waitForFrames } = harness;
    await harness.newPatient('CF-1', 'Abellard');
    const scanId = await startScan(page, 'Right', 'UQQ');
    await page
      .getByRole('button', { name: 'Scan R, started, incomplete' })
      .waitFor({ timeout: 5_000 });
    expect((await scanRow(scanId)).scanState).toBe('I');
    await waitForFrames(40);
    expect(await axeViolations(page)).toEqual([]);

    await page.keyboard.press('Space');
    await page.getByRole('button', { name: /^Resume/ }).waitFor();
    // A frame in progress when the scan is paused is stored as well.
    let paused = await storedFrames(reader, scanId);
    await vi.waitFor(
      async () => {
        const before = paused;
        await page.waitForTimeout(500);
        paused = await storedFrames(reader, scanId);
        expect(paused).toEqual(before);
      },
      { timeout: 20_000 },
    );
    expect(await shownFrames(page)).toBeLessThanOrEqual(paused.length);
    await page.waitForTimeout(500);
    expect(await storedFrames(reader, scanId)).toEqual(paused);
    await screenshot(page, 'scan-paused');
    await page.keyboard.press('Space');
    await waitForFrames(paused.length + 20);

    await stopScan(page);
    const stopped = await storedFrames(reader, scanId);
    expect(stopped).toEqual(expect.arrayContaining([...paused]));
    expect(await shownFrames(page)).toBe(stopped.length);
    await page.reload();
    await page.getByRole('button', { name: 'Restart scan' }).waitFor();
    await expect.poll(() => shownFrames(page)).toBe(stopped.length);
    expect((await scanRow(scanId)).scanState).toBe('I');
    await screenshot(page, 'scan-stopped');
    expect(harness.person.errors).toEqual([]);
  });
});

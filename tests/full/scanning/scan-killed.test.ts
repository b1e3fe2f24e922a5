import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Job, scanError } from '#contracts';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import { inAddress } from '../../e2e/support/product/patients.ts';
import { signalChild } from '../../e2e/support/product/processes.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
import {
  openScanHarness,
  SCAN_LIMIT_MS,
  SCAN_SERVICE,
  type ScanHarness,
  SLOW_SCAN,
  scanSite,
  WORKER,
} from '../../e2e/support/scanning/scan-harness.ts';
import { FRAMES, startScan, storedFrames } from '../../e2e/support/scanning/scanning.ts';

let harness: ScanHarness;
beforeAll(async () => {
  // The volume keeps the worker busy long enough to be killed during the job.
  harness = await openScanHarness(scanSite({ ...SLOW_SCAN, voxelMm: 0.4 }));
});
afterAll(() => harness?.close());

const reconstructionJob = async (scanId: string) =>
  (await harness.reader.get(`/jobqueue/id/${scanId}/R3D`)) as Job;

describe('a scan', () => {
  it('keeps every frame when the scan service is killed, and completes after the restart', async () => {
    const { page, product, reader, scanRow } = harness;
    await harness.newPatient('CF-2', 'Bakkali');
    const scanId = await startScan(page, 'Right', 'UQQ');
    await harness.waitForFrames(60);
    const acknowledged = await storedFrames(reader, scanId);
    await signalChild(product.pid, SCAN_SERVICE, 'SIGKILL');
    const { message } = scanError('ScanServiceNotAvailable');
    const card = harness.cardOf('ScanServiceNotAvailable');
    await card.waitFor({ timeout: 10_000 });
    expect(await card.textContent()).toContain(message);
    const restart = card.getByRole('button', { name: 'Restart Scan' });
    expect(await restart.evaluate((button) => button === document.activeElement)).toBe(true);
    await screenshot(page, 'scan-service-killed');

    const storedAfterKill = await storedFrames(reader, scanId);
    expect(storedAfterKill).toEqual(expect.arrayContaining([...acknowledged]));
    const { epoch } = await scanRow(scanId);

    // The supervisor restarts the service; the scan waits for the operator.
    await page.getByRole('status').filter({ hasText: /ready/ }).waitFor();
    await restart.click();
    await card.waitFor({ state: 'detached' });
    await expect.poll(async () => (await scanRow(scanId)).epoch).toBe(epoch + 1);
    for (const id of [storedAfterKill[0], storedAfterKill.at(-1)]) {
      expect((await reader.send('GET', `/scanfiles/${id}/download`, undefined)).status).toBe(200);
    }
    // A suspended worker takes no job, so that there is time to cancel the reconstruction.
    await signalChild(product.pid, WORKER, 'SIGSTOP');
    await page
      .getByRole('button', { name: 'Cancel 3D reconstruction' })
      .click({ timeout: SCAN_LIMIT_MS });
    await page.getByRole('button', { name: 'Reconstruct again' }).waitFor();
    await signalChild(product.pid, WORKER, 'SIGCONT');
    expect((await storedFrames(reader, scanId)).length).toBe(FRAMES.UQQ);
    expect((await scanRow(scanId)).scanState).toBe('C');
    await screenshot(page, 'reconstruction-cancelled');
  });

  it('shows a cancelled reconstruction in place of the planes, and completes a repeated one although the worker is killed', async () => {
    const { page, product } = harness;
    const scanId = inAddress(page, 'scan');
    await page.reload();
    await page.getByText('The reconstruction was cancelled').waitFor();
    await page.getByRole('button', { name: 'View raw frames' }).click();
    await page.getByTestId('view-RAW').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Reconstruct again' }).click();
    await expect.poll(async () => (await reconstructionJob(scanId)).status).toBe('IN_PROGRESS');
    await signalChild(product.pid, WORKER, 'SIGKILL');
    await page.reload();
    await page.getByTestId('reconstruction').getByText('The planes appear when').waitFor();
    await screenshot(page, 'reconstruction-after-reload');
    expect(await axeViolations(page)).toEqual([]);
    await planesComplete(page);
    expect((await reconstructionJob(scanId)).attempt).toBeGreaterThan(1);
    expect(await axeViolations(page)).toEqual([]);
    expect(harness.person.errors).toEqual([]);
  });
});

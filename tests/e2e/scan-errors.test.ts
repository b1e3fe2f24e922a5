import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Device, scanProtocol } from '#contracts';
import { newId } from '#foundation';
import { apiReader } from './support/product/api.ts';
import { axeViolations } from './support/product/axe.ts';
import { screenshot } from './support/product/browser.ts';
import { inAddress } from './support/product/patients.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { createTestRecords } from './support/reading/test-records.ts';
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

  it('names its side in words at every size, warns before it is left, and the chip of the bar leads back', async () => {
    const { page, waitForFrames } = harness;
    await harness.newPatient('CF-21', 'Brandt');
    await page.getByRole('button', { name: 'Start scan' }).click();
    const heading = page.getByRole('heading', { level: 2 }).first();
    await page.getByText('Left breast', { exact: true }).click();
    await page.getByRole('heading', { name: 'Left breast' }).waitFor();
    await page.getByRole('button', { name: 'Scan the left breast' }).click();
    await waitForFrames(5);
    const scanAddress = page.url();
    const question = page.getByRole('alertdialog', { name: 'The left breast is being scanned' });
    await page.getByRole('link', { name: 'Home' }).click();
    await question.waitFor();
    await question.getByRole('button', { name: 'Stay with the scan' }).click();
    await question.waitFor({ state: 'detached' });
    expect(page.url()).toBe(scanAddress);
    await page.getByRole('button', { name: /^Pause/ }).click();
    await page.getByRole('button', { name: /^Resume/ }).waitFor();
    for (const width of [1920, 1280, 900, 600]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => heading.textContent()).toBe('Left breast');
      const px = await heading.evaluate((element) =>
        Number.parseFloat(getComputedStyle(element).fontSize),
      );
      expect(px).toBeGreaterThanOrEqual(24);
      expect(await heading.isVisible()).toBe(true);
      await page.getByText(/^Full · \d+ mm cup · Supine$/).waitFor();
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await screenshot(page, 'scan-heading');
    await page.getByRole('link', { name: 'Home' }).click();
    await page
      .getByRole('alertdialog', { name: 'The scan of the left breast is paused' })
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'scan-leave');
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect.poll(() => page.url()).toContain('#/home');
    const back = page.getByRole('button', { name: /^Return to scan · left breast · \d+ %$/ });
    await back.waitFor();
    await screenshot(page, 'scan-return');
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const paused = page.getByRole('alertdialog', {
      name: 'The scan of the left breast is paused',
    });
    await paused.waitFor();
    await screenshot(page, 'scan-sign-out');
    await paused.getByRole('button', { name: 'Stay signed in' }).click();
    await paused.waitFor({ state: 'detached' });
    await back.click();
    await page.getByRole('button', { name: /^Resume/ }).waitFor();
    expect(page.url()).toBe(scanAddress);
    await back.waitFor({ state: 'detached' });
    await stopScan(page);
  });

  it('says how many frames a restart drops, and shows no image of the older attempt', async () => {
    const { page, waitForFrames } = harness;
    const stored = await shownFrames(page);
    await page.getByRole('button', { name: `Restart scan, drops ${stored} frames` }).waitFor();
    await page.getByRole('button', { name: 'Resume scan' }).click();
    await waitForFrames(stored + 10);
    await stopScan(page);
    await page.getByRole('img', { name: /^Raw frame/ }).waitFor();
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seenFrames: seen });
      const note = () => {
        const image = document.querySelector('[role=img][aria-label^="Raw frame"]');
        seen.push(image?.getAttribute('aria-label') ?? 'none');
      };
      new MutationObserver(note).observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });
    const before = await page.getByRole('img', { name: /^Raw frame/ }).getAttribute('aria-label');
    await page.getByRole('button', { name: 'Restart scan' }).click();
    await expect.poll(() => shownFrames(page)).toBeLessThan(stored);
    await page.getByRole('img', { name: /^Raw frame/ }).waitFor();
    const seen = await page.evaluate(
      () => (window as unknown as { seenFrames: string[] }).seenFrames,
    );
    // The image disappears with the restart; later images are of the new attempt.
    expect(seen).toContain('none');
    expect(seen.slice(seen.indexOf('none'))).not.toContain(before);
    await stopScan(page);
    expect(harness.person.errors).toEqual([]);
  });

  it('names the study that it joins, and joins an import or a scan with another protocol only when chosen', async () => {
    const { page, product, scanRow } = harness;
    const records = await createTestRecords(product);
    const patientId = await records.patient('Castellanos');
    const body = { patientId, accessionNumber: 'ACC-4711', indications: ['MASS'] };
    const { id: studyId } = (await (await records.api.send('POST', '/studies', body)).json()) as {
      id: string;
    };
    await page.goto(`${product.url}/#/prescan-info?patient=${patientId}`);
    const joined = page.getByRole('radio', { name: /^ACC-4711 · .* · A lump that can be felt$/ });
    const start = page.getByRole('button', { name: 'Scan the right breast' });
    await page.getByText('Right breast').click();
    expect(await joined.isChecked()).toBe(true);
    await expect.poll(() => start.isEnabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'study-named');

    await records.scan(studyId, 'L', speckledVolume([24, 24, 24], 1, []));
    await page.reload();
    await page.getByRole('heading', { name: 'Right breast' }).waitFor();
    await page.getByText('It contains an imported volume.').waitFor();
    expect(await joined.isChecked()).toBe(false);
    expect(await page.getByRole('button', { name: 'Choose the study to start' }).isDisabled()).toBe(
      true,
    );
    await screenshot(page, 'study-to-choose');
    await page.getByText('New study', { exact: true }).click();
    await start.click();
    await page.getByRole('img', { name: /^Raw frame/ }).waitFor({ timeout: 20_000 });
    const scan = await scanRow(inAddress(page, 'scan'));
    expect(scan.studyId).not.toBe(studyId);
    await stopScan(page);

    // The new study is the one of this examination, until the protocol differs.
    await page.getByRole('button', { name: 'Scan the left breast' }).click();
    const left = page.getByRole('button', { name: 'Scan the left breast' });
    await left.waitFor();
    await expect.poll(() => left.isEnabled()).toBe(true);
    await page.getByText(scanProtocol.labels.UQQ, { exact: true }).click();
    await page.getByText('It contains a scan with another protocol', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Choose the study to start' }).isDisabled()).toBe(
      true,
    );
    expect(harness.person.errors).toEqual([]);
  });

  it('goes to the scanner that the operator chose for this workstation, and to no other', async () => {
    const { page, product, scanRow } = harness;
    const admin = await apiReader(product, 'admin');
    const [own] = ((await admin.get('/devices')) as { items: readonly Device[] }).items;
    // The scanner with the lower serial number is in another room.
    const id = newId();
    await admin.send('POST', '/devices', { id, serialNumber: '0-0001', model: 'Second room' });
    expect((await admin.send('POST', `/devices/${id}/actions/activate`, {})).status).toBe(200);
    await harness.newPatient('CF-2', 'Bellweather');
    await page.reload();
    await page.getByRole('button', { name: 'Start scan' }).click();
    await page.getByText('Right breast').click();
    const start = page.getByRole('button', { name: 'Scan the right breast' });
    await page.getByText('No scanner is chosen.', { exact: true }).waitFor();
    expect(await start.isDisabled()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose the scanner' }).click();
    await page.getByRole('menuitem', { name: own?.model ?? '' }).click();
    await page.reload();
    const chosen = page.getByRole('button', { name: `Scanner ${own?.model}: change` });
    await chosen.getByText(`${own?.model} ready`).waitFor();
    await screenshot(page, 'scanner-chosen');
    // The address keeps the side over the reload.
    await page.getByRole('heading', { name: 'Right breast' }).waitFor();
    await start.click();
    await page.getByRole('img', { name: /^Raw frame/ }).waitFor({ timeout: 20_000 });
    const scanId = inAddress(page, 'scan');
    expect((await scanRow(scanId)).deviceId).toBe(own?.id);
    await chosen.click();
    const second = page.getByRole('menuitem', { name: 'Second room' });
    expect(await second.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await stopScan(page);
    await chosen.click();
    await second.click();
    await page.getByRole('button', { name: 'Scanner Second room: change' }).waitFor();
    await page.getByRole('button', { name: 'Restart scan' }).click();
    await page.getByText(`This scan belongs to the scanner ${own?.model}`).first().waitFor();
    await screenshot(page, 'other-scanner');
    expect((await scanRow(scanId)).epoch).toBe(1);
    expect(harness.person.errors).toEqual([]);
  });
});

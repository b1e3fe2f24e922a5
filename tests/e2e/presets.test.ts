import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan, StoredDeviceSettings } from '#contracts';
import { type Administration, openAdministration } from './support/product/administration.ts';
import { axeViolations } from './support/product/axe.ts';
import { screenshot, signIn, visit } from './support/product/browser.ts';
import {
  openScanHarness,
  type ScanHarness,
  SLOW_SCAN,
  scanSite,
} from './support/scanning/scan-harness.ts';
import { startScan } from './support/scanning/scanning.ts';

let harness: ScanHarness;
let admin: Administration;
beforeAll(async () => {
  harness = await openScanHarness(scanSite(SLOW_SCAN));
  admin = await openAdministration(harness.browser, harness.product);
  await admin.page.setViewportSize({ width: 1280, height: 800 });
});
afterAll(() => harness?.close());

/** Starts a scan of a new patient; returns the settings that the scan service stored. */
async function settingsOfScan(code: string, lastName: string): Promise<StoredDeviceSettings> {
  const { page, reader } = harness;
  await harness.newPatient(code, lastName);
  const scanId = await startScan(page, 'Right', 'UQQ');
  const { patientId } = (await reader.get(`/scans/${scanId}`)) as Scan;
  let used: StoredDeviceSettings | null = null;
  await expect
    .poll(async () => {
      used = (await reader.get(`/devicesettings/lastUsed/${patientId}`)) as StoredDeviceSettings;
      return used.scanId;
    })
    .toBe(scanId);
  await page.getByRole('button', { name: 'Stop scan' }).click();
  await page.getByRole('button', { name: 'Restart scan' }).waitFor();
  if (used === null) throw new Error('The settings of the scan are not stored');
  return used;
}

describe('a preset of the administrator', () => {
  it('is used by the next scans of operators, edited, deleted and restored', async () => {
    const { page, open, press, pick, row, text, dialog, waitForDialogClose, checkScreen } = admin;
    await open('presets', 'Presets');
    await row(/^45 mm/)
      .getByText('Product defaults')
      .waitFor();
    await row(/^45 mm/).click();
    await press('Create preset, 45 mm, version 1');
    await page.getByLabel('Focus (mm)').fill('70');
    await page.getByLabel('Frequency (MHz)').fill('fast');
    await press(/^Create$/);
    await text('Enter a number from 5 to 60');
    await text('Enter a number from 1 to 20');
    await checkScreen('preset-invalid');
    await page.getByLabel('Focus (mm)').fill('22');
    await page.getByLabel('Frequency (MHz)').fill('6.5');
    await press(/^Create$/);
    await waitForDialogClose();
    await row(/^45 mm/)
      .getByText('22 mm')
      .waitFor();
    await checkScreen('presets');
    expect(await settingsOfScan('CF-1', 'Abellard')).toMatchObject({
      cupDepth: 45,
      focus: 22,
      frequency: 6_500_000,
      mode: 'AUTO',
      devSetSchemaVersion: 1,
    });

    await row(/^45 mm/).click();
    await press('Edit, 45 mm, version 1');
    await page.getByLabel('Focus (mm)').fill('28');
    await dialog().getByText('Compound', { exact: true }).click();
    await press('Save');
    await waitForDialogClose();
    await row(/^45 mm/)
      .getByText('28 mm')
      .waitFor();
    expect(await settingsOfScan('CF-2', 'Brandt')).toMatchObject({ focus: 28, compound: true });

    await row(/^45 mm/).click();
    await pick('45 mm, version 1', 'Delete');
    await row(/^45 mm/)
      .getByText('Product defaults')
      .waitFor();
    await press('Undo');
    await row(/^45 mm/)
      .getByText('28 mm')
      .waitFor();
    await text('The preset 45 mm, version 1 was restored');
    expect(admin.errors).toEqual([]);
  });

  it('for a depth without a cup is marked as unused', async () => {
    const { page, press, row, text, dialog, waitForDialogClose, checkScreen } = admin;
    // Notices cover the button, and a notice under the pointer stays.
    await page.mouse.move(640, 700);
    await expect.poll(() => page.locator('[data-kind]').count(), { timeout: 20_000 }).toBe(0);
    await press('New preset');
    await page.getByLabel('Cup depth (mm)').fill('40');
    await text('No scan will use this preset: the scanner has no cup of this depth.');
    await checkScreen('preset-unused');
    await dialog().getByText('Compound', { exact: true }).click();
    await dialog()
      .getByRole('button', { name: /RF signal and image/ })
      .click();
    await page.getByRole('option', { name: 'Image only' }).click();
    await press(/^Create$/);
    await waitForDialogClose();
    const options = row(/^40 mm/).getByText('Compound, Doubler, no RF');
    const isWhole = (element: Element): boolean => {
      const { scrollWidth, clientWidth } = element.closest('td, [role=gridcell]') ?? element;
      return scrollWidth <= clientWidth;
    };
    expect(await options.evaluate(isWhole)).toBe(true);
    await page.mouse.move(640, 700);
    await checkScreen('preset-options');
    await row(/^40 mm/)
      .getByText('Unused: no such cup')
      .waitFor();
    await press('New preset');
    await page.getByLabel('Cup depth (mm)').fill('40');
    await press(/^Create$/);
    await text('This version and cup depth already have a preset. Edit that preset.');
    await page.keyboard.press('Escape');
    await press('Discard entries');
    await waitForDialogClose();
  });
});

describe('the device settings before a scan', () => {
  const openPrescan = async (): Promise<void> => {
    await harness.page.getByRole('button', { name: 'Start scan' }).click();
    await harness.page.getByText('Using the site preset for a 45 mm cup.').waitFor();
  };

  it('can be saved by an operator as the own settings', async () => {
    const { page } = harness;
    await harness.newPatient('CF-3', 'Castell');
    await openPrescan();
    await page.getByText('Automatic', { exact: true }).click();
    await page.getByRole('button', { name: 'Save as my settings' }).click();
    await page.getByText('Saved as your settings').waitFor();
  });

  it('can’t be saved by a physician, and the card gives the reason', async () => {
    const { page: doctor } = await visit(harness.browser);
    await signIn(doctor, harness.product.url, 'physician');
    await doctor.setViewportSize({ width: 1280, height: 800 });
    await doctor.goto(harness.page.url());
    await doctor.getByText('Using the site preset for a 45 mm cup.').waitFor();
    await doctor.getByText('Automatic', { exact: true }).click();
    const save = doctor.getByRole('button', { name: 'Save as my settings' });
    expect(await save.isDisabled()).toBe(true);
    const reason = doctor.getByText(
      'Your role can’t save device settings. They apply to this scan only.',
    );
    await reason.scrollIntoViewIfNeeded();
    expect(await axeViolations(doctor)).toEqual([]);
    await screenshot(doctor, 'prescan-physician');
  });
});

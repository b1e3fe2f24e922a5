import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScanProtocol, scanError, scanProtocol } from '#contracts';
import { prescanTexts } from '../../../extensions/scanner/texts/prescan-texts.ts';
import { scanTexts } from '../../../extensions/scanner/texts/scan-texts.ts';
import { scanErrorTexts } from '../../../platform/contracts/texts/scan-error-texts.ts';
import { developerTexts } from '../../../platform/workstation/texts/developer-texts.ts';
import { apiReader } from '../../e2e/support/product/api.ts';
import { launchBrowser } from '../../e2e/support/product/browser.ts';
import { startProduct } from '../../e2e/support/product/product.ts';
import { SCAN_LIMIT_MS, SMALL_FRAMES, scanSite } from '../../e2e/support/scanning/scan-harness.ts';
import {
  drawn,
  openPseudo,
  type PseudoSession,
  type PseudoSite,
} from '../support/pseudo-session.ts';

/** Values that the simulated scanner reports as text. */
const DEVICE = /Simulated linear|SIM-P-\d+|simulated \d|[\d.]+ GiB free/;
/** Names and values of settings. */
const SETTING = /^[a-z][\w.-]*$/;
/** Start of the name of a live image. */
const FRAME = new RegExp(scanTexts.image.frame('@').split('@')[0] ?? '');
/** Faults of the simulated scanner, after frames that leave time for the checks before them. */
const FAULTS = [
  { code: 'TooMuchMovement', at: 150 },
  { code: 'WaterCriticallyLow', at: 200 },
  { code: 'MotorStallDetected', at: 250 },
] as const;
const SETTINGS = { ...SMALL_FRAMES, speedFactor: 4, voxelMm: 1, faults: FAULTS };

let site: PseudoSite;
let patientId: string;
beforeAll(async () => {
  const product = await startProduct(scanSite(SETTINGS, { flags: { isDevModeUi: true } }));
  const reader = await apiReader(product, 'operator');
  const names = { code: 'CF-20418', lastName: 'Verhoeven', firstName: 'Ismay' };
  const person = { ...names, birthDate: '1974-03-09', sex: 'FEMALE' };
  const created = await reader.send('POST', '/patients', person);
  ({ id: patientId } = (await created.json()) as { id: string });
  site = {
    product,
    browser: await launchBrowser(),
    data: [/Verhoeven|Ismay|FAMODE\d/, DEVICE],
  };
});
afterAll(async () => {
  await site?.browser.close();
  await site?.product.stop();
});

/** Opens the page before the scan and selects the right breast. */
async function openBeforeScan(session: PseudoSession, protocol: ScanProtocol): Promise<void> {
  const { page, open } = session;
  await open(`/prescan-info?patient=${patientId}`, null);
  await page.getByText(scanProtocol.labels[protocol], { exact: true }).click();
  await page.getByText(scanTexts.prescan.right, { exact: true }).click();
}

const firstImage = ({ page }: PseudoSession): Promise<void> =>
  page.getByRole('img', { name: FRAME }).waitFor({ timeout: SCAN_LIMIT_MS });

async function stopScan({ page, press }: PseudoSession): Promise<void> {
  await press(scanTexts.controls.stop);
  await page.getByRole('button', { name: scanTexts.controls.resumeAttempt }).waitFor();
  await drawn(page);
}

describe('scanning in the pseudo-locale', () => {
  it('has all texts in catalogues and none clipped before the scan', async () => {
    const session = await openPseudo(site, 'operator');
    const { page, check, checkPopups, open, press } = session;
    const { readiness, settings } = prescanTexts;
    await open(`/prescan-info?patient=${patientId}`, null);
    await check('before the scan');
    expect(await checkPopups('before the scan')).toBeGreaterThan(2);
    await page.getByRole('switch', { name: settings.automatic }).press('Space');
    await drawn(page);
    await check('manual settings');
    await press(readiness.test);
    await page.getByText(readiness.names.transducer).first().waitFor();
    await check('transducer checked');
    await press(readiness.prepare);
    await page.getByText(readiness.ready).waitFor({ timeout: 30_000 });
    await check('scanner prepared');
    await press(readiness.connection);
    await page.getByText(readiness.connected).waitFor();
    await check('connection checked');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped during a scan with a pause and errors', async () => {
    const session = await openPseudo(site, 'operator');
    const { page, check } = session;
    await openBeforeScan(session, 'FULL');
    await session.press(scanTexts.prescan.start.R);
    await firstImage(session);
    await check('live scan');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: scanTexts.controls.resume }).waitFor();
    await check('paused scan');
    await page.getByRole('button', { name: scanTexts.controls.resume }).click();
    for (const { code } of FAULTS) {
      const card = page.getByRole('alertdialog', { name: scanError(code).title });
      await card.waitFor({ timeout: SCAN_LIMIT_MS });
      await check(code);
      await card.getByRole('button').nth(1).click();
      await card.waitFor({ state: 'detached' });
    }
    // Frees the scanner for the next test.
    await stopScan(session);
    expect(session.problems).toEqual([]);
    await session.close();
  });
});

describe('a stopped scan in the pseudo-locale', () => {
  it('has all texts in catalogues and none clipped until the resumed scan is read', async () => {
    const session = await openPseudo(site, 'operator');
    const { page, check, checkPopup, press } = session;
    const { controls } = scanTexts;
    await openBeforeScan(session, 'UQQ');
    await check('study of another protocol');
    await page.getByText(prescanTexts.study.new, { exact: true }).click();
    await press(scanTexts.prescan.start.R);
    // The water that the last fault removed is missing until the reset.
    const alert = page.getByRole('alert');
    await alert.waitFor();
    await check('error before the scan');
    await press(scanErrorTexts.buttons.reset);
    await alert.waitFor({ state: 'detached' });
    await press(scanTexts.prescan.start.R);
    await firstImage(session);
    await stopScan(session);
    await check('stopped scan');
    await press(controls.resumeAttempt);
    const view = page.locator('[data-testid^=view-][data-state=complete]').first();
    await view.waitFor({ timeout: 2 * SCAN_LIMIT_MS });
    await check('reading after the scan');
    await checkPopup('next scan', () => press(scanTexts.next.label));
    expect(session.problems).toEqual([]);
    await session.close();
  });
});

describe('the developer page in the pseudo-locale', () => {
  it('has all texts in catalogues and none clipped except the samples of widgets', async () => {
    const session = await openPseudo({ ...site, data: [...site.data, SETTING] }, 'admin');
    const { page, check } = session;
    await page.evaluate(() => {
      window.location.hash = '/developer';
    });
    const stories = page.getByRole('navigation', { name: developerTexts.stories.navigation });
    await stories.waitFor();
    // Samples of widgets show invented texts.
    await stories.evaluate((element) => {
      const samples = element.nextElementSibling;
      if (samples instanceof HTMLElement) samples.style.display = 'none';
    });
    await check('stories');
    for (const tab of ['problems', 'settings', 'traffic'] as const) {
      await page.getByRole('tab', { name: developerTexts.tabs[tab] }).click();
      await drawn(page);
      await check(tab);
    }
    expect(session.problems).toEqual([]);
    await session.close();
  });
});

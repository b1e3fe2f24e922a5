import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from '../product/axe.ts';
import { screenshot } from '../product/browser.ts';
import { inAddress } from '../product/patients.ts';
import { planesComplete, selectPlanes, settled } from '../reading/reading.ts';
import { SCAN_LIMIT_MS, type ScanHarness } from './scan-harness.ts';
import { FRAMES, shownFrames, startScan, storedFrames } from './scanning.ts';

/** Faults of the first attempt, by frame number. The second attempt has none. */
export const EXAMINATION_FAULTS = [
  { code: 'TooMuchMovement', at: 130 },
  { code: 'MotorStallDetected', at: 350 },
] as const;

/** Process of the scan service, which a test can crash. */
export interface CrashableService {
  kill(): Promise<void>;
  /** Restarts the service; absent when a supervisor restarts it. */
  restart?(): Promise<void>;
}

export interface Examination {
  readonly harness: ScanHarness;
  readonly service: CrashableService;
  /** Prefix of the names of the screenshots. */
  readonly name: string;
}

/** Saves a screenshot at two window sizes; waits for `waitUntilDrawn` after each change of size. */
async function saveScreenshots(
  page: Page,
  name: string,
  waitUntilDrawn = async () => {},
): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await waitUntilDrawn();
    await screenshot(page, `${name}-${width}`);
  }
}

/**
 * Scans the right breast with a pause, an error that is ignored and an error that restarts the
 * scan; the reading page then opens automatically.
 * @returns the id of the scan
 */
export async function examineRight({ harness, name }: Examination): Promise<string> {
  const { page, cardOf, waitForFrames, waitUntilComplete, scanRow } = harness;
  await harness.newPatient('CF-7', 'Ozturk');
  const right = await startScan(page);
  await waitForFrames(30);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Resume/ }).waitFor();
  await saveScreenshots(page, `${name}-paused`);
  await page.keyboard.press('Space');

  // Patient movement: the scanner waits and continues after the operator's confirmation.
  const movement = cardOf('TooMuchMovement');
  await movement.waitFor({ timeout: SCAN_LIMIT_MS });
  await saveScreenshots(page, `${name}-movement`);
  const frameCount = await shownFrames(page);
  await movement.getByRole('button', { name: 'Continue Anyway' }).click();
  await movement.waitFor({ state: 'detached' });
  await waitForFrames(frameCount + 20);
  expect((await scanRow(right)).epoch).toBe(1);
  await saveScreenshots(page, `${name}-went-on`);

  // Motor stall: the whole scan is repeated as a second attempt.
  const stall = cardOf('MotorStallDetected');
  await stall.waitFor({ timeout: SCAN_LIMIT_MS });
  await stall.getByRole('button', { name: 'Restart Scan' }).click();
  await stall.waitFor({ state: 'detached' });
  await expect.poll(async () => (await scanRow(right)).epoch, { timeout: SCAN_LIMIT_MS }).toBe(2);
  await waitUntilComplete(right);
  await planesComplete(page);
  await saveScreenshots(page, `${name}-reading`, () => settled(page));
  return right;
}

/**
 * Starts the scan of the left breast from the reading page of the right, and crashes the scan
 * service during the scan.
 * @returns the id of the scan
 */
export async function startLeft({ harness, name, service }: Examination): Promise<string> {
  const { page, cardOf, waitForFrames } = harness;
  await page.getByRole('button', { name: 'Next scan of this visit' }).click();
  await page.getByRole('menuitem', { name: 'Scan the left breast' }).click();
  await page.getByRole('button', { name: 'Scan the left breast' }).click();
  await page.getByRole('img', { name: /^Raw frame/ }).waitFor({ timeout: SCAN_LIMIT_MS });
  const left = inAddress(page, 'scan');
  await waitForFrames(60);
  await service.kill();
  const errorCard = cardOf('ScanServiceNotAvailable');
  await errorCard.waitFor({ timeout: 10_000 });
  expect(await errorCard.textContent()).toContain('Missing: CEN');
  expect(await axeViolations(page)).toEqual([]);
  await service.restart?.();
  await errorCard.getByText('The scan service responds again.').waitFor({ timeout: SCAN_LIMIT_MS });
  await saveScreenshots(page, `${name}-service-back`);
  return left;
}

/**
 * Resumes the scan after the crash, ignores the errors reported meanwhile, and records the missing
 * frames up to the reading.
 */
export async function resumeLeft({ harness, name }: Examination, left: string): Promise<void> {
  const { page, reader, cardOf, waitUntilComplete, scanRow } = harness;
  const storedBefore = await storedFrames(reader, left);
  const errorCard = cardOf('ScanServiceNotAvailable');
  await errorCard.getByRole('button', { name: 'Resume scan' }).click();
  await errorCard.waitFor({ state: 'detached' });
  // The restarted simulated scanner raises its faults again.
  for (const { code } of EXAMINATION_FAULTS) {
    const again = cardOf(code);
    await again.waitFor({ timeout: SCAN_LIMIT_MS });
    await again.getByRole('button', { name: 'Continue Anyway' }).click();
    await again.waitFor({ state: 'detached' });
  }
  await waitUntilComplete(left);
  expect((await scanRow(left)).epoch).toBe(1);
  const stored = await storedFrames(reader, left);
  expect(stored).toHaveLength(FRAMES.FULL);
  expect(stored).toEqual(expect.arrayContaining([...storedBefore]));
  await selectPlanes(page);
  await saveScreenshots(page, `${name}-left-read`, () => settled(page));
}

/**
 * Examines both breasts in one visit, with a pause, two warnings and a crash of the scan service.
 */
export async function examineBoth(examination: Examination): Promise<void> {
  const { scanRow, person } = examination.harness;
  const right = await examineRight(examination);
  const left = await startLeft(examination);
  expect((await scanRow(left)).studyId).toBe((await scanRow(right)).studyId);
  await resumeLeft(examination, left);
  expect(person.errors).toEqual([]);
}

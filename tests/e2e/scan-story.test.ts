import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Scan, scanError } from '#contracts';
import { type ApiReader, apiReader } from './support/api.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, picture, signIn, type Visit, visit } from './support/browser.ts';
import { createPatient, inAddress } from './support/patients.ts';
import { signalChild } from './support/processes.ts';
import { type Product, startProduct, testSite } from './support/product.ts';
import { beginScan, framesSaid, storedFrames } from './support/scanning.ts';

/** The patient moves, is calm again by the time that a motor stalls; the second attempt has no fault. */
const faults = [
  { code: 'TooMuchMovement', at: 130 },
  { code: 'MotorStallDetected', at: 350 },
] as const;
const scanner = { speedFactor: 4, frameWidth: 32, frameHeight: 64, seed: 4711, voxelMm: 1 };
const SCAN_LIMIT_MS = 90_000;
const SERVICE = 'scan-service/main.ts';
const WORKER = 'worker/main.ts';

let product: Product;
let browser: Browser;
let reader: ApiReader;
let person: Visit;
beforeAll(async () => {
  const settings = { ...scanner, faults: [...faults] };
  product = await startProduct(testSite({ extensions: { scanner: { settings } } }));
  browser = await launchBrowser();
  reader = await apiReader(product, 'physician');
  person = await visit(browser);
  await signIn(person.page, product.url, 'operator');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const scanRow = async (id: string) => (await reader.get(`/scans/${id}`)) as Scan;
const framesReach = (page: Page, frames: number) =>
  expect.poll(() => framesSaid(page), { timeout: SCAN_LIMIT_MS }).toBeGreaterThan(frames);
const cardOf = (page: Page, code: string) =>
  page.getByRole('alertdialog', { name: scanError(code).title });
const isComplete = (id: string) =>
  expect.poll(async () => (await scanRow(id)).scanState, { timeout: SCAN_LIMIT_MS }).toBe('C');

/** The same screen on a laptop and on a wall. */
async function pictures(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await picture(page, `${name}-1280`);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, `${name}-1920`);
}

it('records both breasts through a pause, two warnings and the death of the scan service', async () => {
  const { page } = person;
  await page.goto(`${product.url}/#/patient-list`);
  await createPatient(page, 'CF-7', 'Ozturk');
  const right = await beginScan(page);

  await framesReach(page, 30);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Resume/ }).waitFor();
  await page.keyboard.press('Space');

  // The patient moves: the scanner waits by itself, and goes on because the operator says so.
  const movement = cardOf(page, 'TooMuchMovement');
  await movement.waitFor({ timeout: SCAN_LIMIT_MS });
  await pictures(page, 'story-movement');
  const held = await framesSaid(page);
  await movement.getByRole('button', { name: 'Continue Anyway' }).click();
  await movement.waitFor({ state: 'detached' });
  await framesReach(page, held + 20);
  expect((await scanRow(right)).epoch).toBe(1);
  await pictures(page, 'story-went-on');

  // A motor stalls: the whole scan once more, in a second attempt.
  const stall = cardOf(page, 'MotorStallDetected');
  await stall.waitFor({ timeout: SCAN_LIMIT_MS });
  await stall.getByRole('button', { name: 'Restart Scan' }).click();
  await stall.waitFor({ state: 'detached' });
  await expect.poll(async () => (await scanRow(right)).epoch, { timeout: SCAN_LIMIT_MS }).toBe(2);
  // The reading opens with the planes; a worker that sleeps leaves time to go on scanning.
  await signalChild(product.pid, WORKER, 'SIGSTOP');
  await isComplete(right);

  // The other breast follows in the same visit, with the side chosen already.
  await page.getByRole('button', { name: 'Scan the left breast' }).click();
  await page.waitForURL(/prescan-info/);
  await signalChild(product.pid, WORKER, 'SIGCONT');
  await page.getByRole('button', { name: 'Scan the left breast' }).click();
  await page.getByRole('img', { name: /^Raw frame/ }).waitFor({ timeout: SCAN_LIMIT_MS });
  const left = inAddress(page, 'scan');
  expect((await scanRow(left)).studyId).toBe((await scanRow(right)).studyId);
  await framesReach(page, 60);
  await signalChild(product.pid, SERVICE, 'SIGKILL');
  const gone = cardOf(page, 'ScanServiceNotAvailable');
  await gone.waitFor({ timeout: 10_000 });
  expect(await gone.textContent()).toContain('Missing: CEN');
  expect(await axeViolations(page)).toEqual([]);
  await gone.getByText('The scan service answers again.').waitFor({ timeout: SCAN_LIMIT_MS });
  await pictures(page, 'story-service-back');
  const kept = await storedFrames(reader, left);
  await gone.getByRole('button', { name: 'Resume scan' }).click();
  await gone.waitFor({ state: 'detached' });

  // A new run of the simulated scanner has its faults before it again.
  for (const { code } of faults) {
    const again = cardOf(page, code);
    await again.waitFor({ timeout: SCAN_LIMIT_MS });
    await again.getByRole('button', { name: 'Continue Anyway' }).click();
    await again.waitFor({ state: 'detached' });
  }
  await isComplete(left);
  expect((await scanRow(left)).epoch).toBe(1);
  const stored = await storedFrames(reader, left);
  expect(stored).toHaveLength(720);
  expect(stored).toEqual(expect.arrayContaining([...kept]));
  await pictures(page, 'story-left-done');
  expect(person.errors).toEqual([]);
});

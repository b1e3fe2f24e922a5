import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { picture } from '../../e2e/support/product/browser.ts';
import {
  AT_LEISURE,
  openScanRoom,
  SCAN_LIMIT_MS,
  type ScanRoom,
  scanSite,
} from '../../e2e/support/scanning/scan-room.ts';
import { beginScan } from '../../e2e/support/scanning/scanning.ts';

const DEVELOPER = {
  flags: { autoGroupLengthMarks: false, editAiFinding: true, isDevModeUi: true },
} as const;
let room: ScanRoom;
beforeAll(async () => {
  room = await openScanRoom(scanSite(AT_LEISURE, DEVELOPER));
});
afterAll(() => room?.close());

it('in developer mode, the simulated scanner fails where it is asked to', async () => {
  const { page } = room;
  await room.newPatient('CF-9', 'Moreau');
  await page.getByRole('button', { name: 'Let the scanner fail' }).click();
  const form = page.getByRole('dialog', { name: 'Let the scanner fail' });
  await form.getByRole('button', { name: /Error/ }).click();
  await page.getByRole('option', { name: /^TooManyShadows/ }).click();
  await form.getByLabel('Frames recorded before').fill('60');
  await form.getByLabel('Frames recorded before').press('Enter');
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Let it fail' }).click();
  await form.getByText('The scanner will fail there.').waitFor();
  await picture(page, 'let-scanner-fail');
  await page.keyboard.press('Escape');

  await beginScan(page, 'Right', 'UQQ');
  const card = room.cardOf('TooManyShadows');
  await card.waitFor({ timeout: SCAN_LIMIT_MS });
  await card.getByRole('button', { name: 'Continue Anyway' }).click();
  await room.framesReach(80);
  expect(room.person.errors).toEqual([]);
});

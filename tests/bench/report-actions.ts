import type { Page } from 'playwright-core';
import type { ScanSide } from '#contracts';
import { DEMO_PASSWORD } from '../e2e/support/product/browser.ts';
import type { Product } from '../e2e/support/product/product.ts';
import type { TestRecords } from '../e2e/support/reading/test-records.ts';
import {
  CountingInput,
  createPatientWithScans,
  figureOf,
  POSITIONS,
} from './support/counting-input.ts';
import type { Figure } from './support/figure.ts';

const LIMIT_MS = 120_000;
const SIDES = ['R', 'L'] as const;
const SIGNED = { from: 'the list of patients', to: 'the next study is open' };

/**
 * Reads and reports a case of a suspicious finding and a cyst, one in each breast, from the list
 * until the next study is open. The nipples are set before, as after a scan of the scanner.
 */
export async function measureReport(
  product: Product,
  records: TestRecords,
  page: Page,
): Promise<Figure> {
  await addCase(records, 'Moreau');
  await addCase(records, 'Nakamura');
  const input = new CountingInput(page);
  await openCase(input, product, 'Moreau');
  await input.pressKey('m');
  await input.drawLengthInCoronal('R');
  await input.drawLengthInCoronal('L');
  // Plays both coronals, which are linked by depth, until the whole of both volumes was shown.
  await viewAll(input);
  await input.pressKey('z');
  await describeSuspicious(input);
  await input.press('finding L1', panel(page).getByRole('button', { name: /^Finding 1, Left/ }));
  await describeCyst(input);
  await input.press('both categories', panel(page).getByRole('button', { name: /^Use R 4B and/ }));
  await chooseDensities(input);
  await sign(input);
  await openNext(input);
  return figureOf('acts/report-two-findings', input, '≤ 24', {}, SIGNED);
}

/** Reads and reports a study without findings in the same way; its viewing is counted too. */
export async function measureNormalReport(
  product: Product,
  records: TestRecords,
  page: Page,
): Promise<Figure> {
  await addCase(records, 'Osei');
  const input = new CountingInput(page);
  await openCase(input, product, 'Osei');
  await viewAll(input);
  await input.pressKey('z');
  await chooseDensities(input);
  await input.press('normal study', panel(page).getByRole('button', { name: 'Normal study' }));
  await sign(input);
  await openNext(input);
  return figureOf('acts/report-normal', input, '≤ 2 for text and categories', {}, SIGNED);
}

/** Finishes a described normal study and opens the next one; the description is not counted. */
export async function measureFinishAndNext(
  product: Product,
  records: TestRecords,
  page: Page,
): Promise<Figure> {
  await addCase(records, 'Abara');
  const described = new CountingInput(page);
  await openCase(described, product, 'Abara');
  await described.pressKey('z');
  await chooseDensities(described);
  await described.press('normal', panel(page).getByRole('button', { name: 'Normal study' }));
  await panel(page).locator('[data-save=saved]').waitFor();
  const before = page.url();
  const input = new CountingInput(page);
  await input.pressKey('Shift+F');
  await page.waitForURL((url) => url.href !== before);
  const scope = { from: 'the described study', to: 'the next study is open' };
  return figureOf('acts/finish-and-next', input, '1', {}, scope);
}

const panel = (page: Page) => page.getByTestId('report-panel');

async function addCase(records: TestRecords, lastName: string): Promise<void> {
  const scanIds = await createPatientWithScans(records, lastName, SIDES, POSITIONS);
  for (const id of scanIds) await records.nipple(id, { sag: 0, tra: 0, depth: 0, rad: 0 });
}

async function openCase(input: CountingInput, product: Product, name: string): Promise<void> {
  const { page } = input;
  await page.goto(`${product.url}/#/patient-list`);
  await page.reload();
  await input.open(name);
  for (const cell of ['right', 'left']) {
    await page.locator(`[data-cell=${cell}] [data-state=complete]`).waitFor({ timeout: LIMIT_MS });
  }
}

async function viewAll(input: CountingInput): Promise<void> {
  const { page } = input;
  const rightCoronal = page.locator('[data-cell=right]');
  // The key would set a point of the chosen tool.
  await input.press('play', rightCoronal.getByRole('button', { name: /^Play/ }));
  const viewed = async (side: ScanSide): Promise<boolean> => {
    const chip = page.getByRole('button').filter({ hasText: new RegExp(`^${side} \\d+ % viewed`) });
    const text = (await chip.textContent({ timeout: LIMIT_MS })) ?? '';
    return Number(/(\d+) %/.exec(text)?.[1] ?? 0) >= 80;
  };
  const deadlineMs = Date.now() + LIMIT_MS;
  while (!(await viewed('R')) || !(await viewed('L'))) {
    if (Date.now() > deadlineMs) throw new Error('The planes did not show both volumes');
    await page.waitForTimeout(500);
  }
}

async function choose(input: CountingInput, group: RegExp | string, chip: string): Promise<void> {
  const chips = panel(input.page).getByTestId('report-finding').getByLabel(group);
  await input.press(chip, chips.getByText(chip, { exact: true }));
}

async function describeCyst(input: CountingInput): Promise<void> {
  await choose(input, 'Type of mass', 'Simple cyst');
  await choose(input, /^BI-RADS category/, '2');
}

async function describeSuspicious(input: CountingInput): Promise<void> {
  await choose(input, 'Shape', 'Irregular');
  await choose(input, 'Orientation', 'Not parallel to the skin');
  await choose(input, 'Margin', 'Angular');
  await choose(input, 'Echo pattern', 'Hypoechoic');
  await choose(input, 'Posterior features', 'Shadowing');
  await choose(input, /^BI-RADS category/, '4B');
}

async function chooseDensities(input: CountingInput): Promise<void> {
  for (const side of SIDES) {
    const chips = input.page.getByTestId(`report-side-${side}`).getByLabel(/^Density/);
    await input.press(`density of ${side}`, chips.getByText('B', { exact: true }));
  }
}

async function sign(input: CountingInput): Promise<void> {
  const { page } = input;
  await input.press('sign report', panel(page).getByRole('button', { name: 'Sign report' }));
  await page.getByRole('dialog').getByLabel('Your password').waitFor();
  await input.typeText('the password', DEMO_PASSWORD);
  await input.pressKey('Enter');
  await page.getByTestId('report-state').getByText('Signed').waitFor();
}

async function openNext(input: CountingInput): Promise<void> {
  const { page } = input;
  const before = page.url();
  await input.press('next study', panel(page).getByRole('button', { name: 'Next study' }));
  await page.waitForURL((url) => url.href !== before);
}

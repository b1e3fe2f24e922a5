import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from './axe.ts';
import { screenshot, signIn, visit } from './browser.ts';
import type { Product } from './product.ts';

/** Opens the administration page and returns the interactions that the tests use. */
export async function openAdministration(browser: Browser, product: Product) {
  const { page, errors } = await visit(browser);
  await signIn(page, product.url, 'admin');
  await page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));
  return {
    page,
    errors,
    press,
    dialog,
    /** Opens a section by its address. */
    async open(section: string, heading: string): Promise<void> {
      await page.goto(`${product.url}/#/admin-dashboard?section=${section}`);
      await page.getByRole('heading', { name: heading, exact: true, level: 2 }).waitFor();
    },
    waitForDialogClose: () => dialog().waitFor({ state: 'detached' }),
    row: (text: string | RegExp) => page.getByRole('row').filter({ hasText: text }),
    /** Selects an entry of the menu of a row. */
    async pick(rowName: string, entry: string): Promise<void> {
      await page.getByRole('button', { name: `More actions for ${rowName}` }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    },
    /** Toggles a switch by keyboard as soon as the switches of the organization are loaded. */
    async turn(name: string): Promise<void> {
      await page.getByRole('switch', { name, disabled: false }).waitFor();
      await page.getByRole('switch', { name }).press('Space');
    },
    async selectOption(label: string, option: string): Promise<void> {
      await page
        .getByRole('button', { name: new RegExp(label) })
        .first()
        .click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    checkScreen: (name: string) => checkScreen(page, name),
    text: (content: string | RegExp) => page.getByText(content).first().waitFor(),
  };
}
export type Administration = Awaited<ReturnType<typeof openAdministration>>;

/** Saves a screenshot and checks the page for accessibility violations. */
async function checkScreen(page: Page, name: string): Promise<void> {
  await screenshot(page, `admin-${name}`);
  expect(await axeViolations(page), name).toEqual([]);
}

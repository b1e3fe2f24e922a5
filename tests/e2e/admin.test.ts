import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administration, openAdministration } from './support/product/administration.ts';
import { launchBrowser, signIn, visit } from './support/product/browser.ts';
import { type Product, startProduct, TEST_API_KEY, testSite } from './support/product/product.ts';

let product: Product;
let browser: Browser;
let admin: Administration;
let page: Page;
beforeAll(async () => {
  product = await startProduct(
    testSite({
      extensions: { scanner: { settings: { speedFactor: 40 } }, 'cloud-sync': { enabled: false } },
      thirdParty: [{ folder: 'no-such-folder' }],
    }),
  );
  browser = await launchBrowser();
  admin = await openAdministration(browser, product);
  page = admin.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('the accounts', () => {
  it('are invited, assigned roles, locked, unlocked and deleted', async () => {
    const { press, dialog, waitForDialogClose, row, pick, checkScreen, text } = admin;
    await checkScreen('accounts');
    await press('New account');
    await press('Create and invite');
    await text('Choose at least one role');
    await checkScreen('new-account');
    await page.getByLabel('E-mail').fill('moreau@north.example');
    await page.getByLabel('Last name').fill('Moreau');
    await page.getByLabel('First name').fill('Luc');
    await dialog().getByText('Operator', { exact: true }).click();
    await press('Create and invite');
    await waitForDialogClose();
    await row('Moreau, Luc').getByText('Invited').waitFor();
    await row('Moreau, Luc').getByText('mail written to the outbox').waitFor();
    // Five demonstration accounts and the new one.
    expect(await page.getByRole('link', { name: /Accounts/ }).textContent()).toContain('6');

    await row('Moreau, Luc').click();
    await press('Edit Moreau, Luc');
    await page.getByLabel('Job title').fill('Sonographer');
    await dialog().getByText('Viewer', { exact: true }).click();
    await press('Save');
    await waitForDialogClose();
    await row('Moreau, Luc').getByText('Operator, Viewer').waitFor();

    await pick('Moreau, Luc', 'Lock');
    await checkScreen('lock-account');
    await press('Lock Moreau, Luc');
    await row('Moreau, Luc').getByText('Locked').waitFor();
    await press('Unlock Moreau, Luc');
    await row('Moreau, Luc').getByText('Invited').waitFor();

    await pick('Moreau, Luc', 'Set new password');
    const password = page.getByRole('textbox', { name: 'New password' });
    await password.fill('short');
    await press('Set password');
    await text('The password needs at least 12 characters');
    await password.fill('Tidal-river-27-stones');
    await press('Set password');
    await row('Moreau, Luc').getByText('Must change password').waitFor();

    await pick('Moreau, Luc', 'Send password reset link');
    await text('A password reset link to moreau@north.example is queued');

    await page.getByLabel('Search accounts').fill('mor');
    await row('Moreau, Luc').waitFor();
    await row('Demonstration').first().waitFor({ state: 'detached' });
    await row('Moreau, Luc').click();
    await pick('Moreau, Luc', 'Delete');
    await press('Delete Moreau, Luc');
    await text('No accounts match these filters.');
    await press('Show all accounts');
    await row('Demonstration, Ada').waitFor();
  });

  it('include at least one administrator, whose role cannot be removed', async () => {
    const { press, dialog, waitForDialogClose, row, text } = admin;
    await row('Demonstration, Ada').click();
    await press('Edit Demonstration, Ada');
    await dialog().getByText('Viewer', { exact: true }).click();
    await dialog().getByText('Administrator', { exact: true }).click();
    await press('Save');
    await text('This is the last account that can administer accounts.');
    await page.keyboard.press('Escape');
    await press('Discard entries');
    await waitForDialogClose();
    await row('Demonstration, Ada').getByText('Administrator').first().waitFor();
  });
});

describe('the devices', () => {
  it('are registered on a page of their own, with credentials shown once', async () => {
    const { open, press, row, pick, checkScreen, text } = admin;
    await open('devices', 'Devices');
    await row('SIM-0001').getByText('Online, ready').waitFor();
    await press('Register device');
    await page.getByLabel('Serial number').fill('SIM-0001');
    await page.getByLabel('Name or model').fill('Second room');
    await page.keyboard.press('Enter');
    await text('Another device has this serial number.');
    await checkScreen('register-device');
    await page.getByLabel('Serial number').fill('CF-0152');
    await page.keyboard.press('Enter');
    await press('Activate now');
    await text('they are shown only once');
    await checkScreen('credentials');
    const credentials = (await page.getByRole('main').textContent()) ?? '';
    const token = /Token([\w-]{43})/.exec(credentials)?.[1] ?? '';
    expect(token).toHaveLength(43);
    await press('I have copied them');
    await row('CF-0152').getByText('Never connected').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain(token);
    await checkScreen('devices');

    await row('CF-0152').click();
    await press('Edit, CF-0152');
    await page.getByLabel('Name or model').fill('Third room');
    await page.keyboard.press('Enter');
    await row('Third room').waitFor();
    await pick('CF-0152', 'Delete');
    await press('Delete CF-0152');
    await row('CF-0152').waitFor({ state: 'detached' });
  });
});

describe('the switch of an extension', () => {
  it('shows the effect first, applies to pages opened later, and can be undone', async () => {
    const { open, press, turn, checkScreen, text } = admin;
    await open('extensions', 'Extensions');
    await text('Not started: The folder does not exist.');
    await text('Switched off in the site file');
    await turn('Scanner on or off');
    await text('Switch Scanner off?');
    await text('Before the scan (/prescan-info)');
    await text('Scanning: It needs Scanner. It is switched off.');
    await text(/the site file still decides about jobs and services/);
    await checkScreen('switch-asks');
    await press('Switch Scanner off');
    await text('This page was opened before the last change');
    await checkScreen('switched');
    await press('Reload page');
    await text('administrator');
    await page.getByRole('switch', { name: 'Scanner on or off', checked: false }).waitFor();
    await page.goto(`${product.url}/#/prescan-info`);
    await text('Unknown path');

    await open('extensions', 'Extensions');
    await turn('Scanner on or off');
    await press('Switch Scanner on');
    await press('Undo');
    await text('The change to Scanner was undone');
    await turn('Scanner on or off');
    await press('Switch Scanner on');
    await press('Reload page');
    await page.getByRole('switch', { name: 'Scanner on or off', checked: true }).waitFor();
  });
});

describe('the displayed configuration', () => {
  it('lists the values of the site file without secrets', async () => {
    const { press, dialog, waitForDialogClose, checkScreen, text } = admin;
    await press('Show configuration');
    await text('Values from site.json and defaults');
    await checkScreen('site-file');
    const shown = (await dialog().textContent()) ?? '';
    expect(shown).toContain('speedFactor');
    expect(shown).not.toContain(TEST_API_KEY);
    await press('Close');
    await waitForDialogClose();
  });
});

describe('the administration page', () => {
  it('works by keyboard and fits a small screen', async () => {
    const { open, checkScreen } = admin;
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('accounts', 'Accounts');
    await page.getByRole('link', { name: /Accounts/ }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
    expect(page.url()).toContain('section=devices');
    await page.goBack();
    await page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor();
    for (const [section, heading] of [
      ['accounts', 'Accounts'],
      ['extensions', 'Extensions'],
      ['audit', 'Audit trail'],
    ] as const) {
      await open(section, heading);
      await checkScreen(`${section}-1280`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    }
    // The browser logs rejected calls as errors; no other errors are allowed.
    expect(admin.errors.filter((error) => !/status of 4\d\d/.test(error))).toEqual([]);
  });

  it('is closed to users without administrative rights', async () => {
    const other = await visit(browser);
    await signIn(other.page, product.url, 'viewer');
    await other.page.goto(`${product.url}/#/admin-dashboard?section=accounts`);
    await other.page.waitForURL((address) => !address.hash.includes('admin-dashboard'));
    await other.close();
  });
});

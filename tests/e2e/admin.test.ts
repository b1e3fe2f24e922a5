import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, picture, signIn, type Visit, visit } from './support/browser.ts';
import { type Product, startProduct, TEST_API_KEY, testSite } from './support/product.ts';

let product: Product;
let browser: Browser;
let admin: Visit;
let page: Page;
beforeAll(async () => {
  product = await startProduct(
    testSite({
      extensions: { scanner: { settings: { speedFactor: 40 } }, 'cloud-sync': { enabled: false } },
      thirdParty: [{ folder: 'no-such-folder' }],
      lists: {
        FOLLOW_UP: { version: '1', items: [{ id: 'TOMO', label: 'Tomosynthesis', order: 15 }] },
      },
    }),
  );
  browser = await launchBrowser();
  admin = await visit(browser);
  page = admin.page;
  await signIn(page, product.url, 'admin');
  await page.getByRole('heading', { name: 'Accounts', exact: true }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const open = async (section: string, heading: string): Promise<void> => {
  await page.goto(`${product.url}/#/admin-dashboard?section=${section}`);
  await page.getByRole('heading', { name: heading, exact: true, level: 2 }).waitFor();
};
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const gone = () => dialog().waitFor({ state: 'detached' });
const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
/** Picks an entry of a menu that a row opens. */
const pick = async (of: string, entry: string): Promise<void> => {
  await page.getByRole('button', { name: `More for ${of}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
/** Turns a switch by the keyboard, once the switches of the organization are known. */
const turn = async (name: string): Promise<void> => {
  await page.getByRole('switch', { name, disabled: false }).waitFor();
  await page.getByRole('switch', { name }).press('Space');
};
const choose = async (label: string, option: string): Promise<void> => {
  await page
    .getByRole('button', { name: new RegExp(label) })
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
/** No rule of axe is broken, and a picture is there to look at. */
const lookAt = async (name: string): Promise<void> => {
  await picture(page, `admin-${name}`);
  expect(await axeViolations(page), name).toEqual([]);
};
/** What the form says of the page, once it is there. */
const text = (words: string | RegExp) => page.getByText(words).first().waitFor();

describe('accounts', () => {
  it('are invited, given roles, locked, unlocked and deleted', async () => {
    await lookAt('accounts');
    await press('New account');
    await press('Create and invite');
    await text('Choose at least one role');
    await lookAt('new-account');
    await page.getByLabel('E-mail').fill('moreau@north.example');
    await page.getByLabel('Last name').fill('Moreau');
    await page.getByLabel('First name').fill('Luc');
    await dialog().getByText('Operator', { exact: true }).click();
    await press('Create and invite');
    await gone();
    await row('Moreau, Luc').getByText('Invited').waitFor();
    await row('Moreau, Luc').getByText('mail sent').waitFor();
    expect(await page.getByRole('link', { name: /Accounts/ }).textContent()).toContain('6');

    await row('Moreau, Luc').click();
    await press('Edit Moreau, Luc');
    await page.getByLabel('Job title').fill('Sonographer');
    await dialog().getByText('Viewer', { exact: true }).click();
    await press('Save');
    await gone();
    await row('Moreau, Luc').getByText('Operator, Viewer').waitFor();

    await pick('Moreau, Luc', 'Lock');
    await lookAt('lock-account');
    await press('Lock Moreau, Luc');
    await row('Moreau, Luc').getByText('Locked').waitFor();
    await press('Unlock Moreau, Luc');
    await row('Moreau, Luc').getByText('Invited').waitFor();

    await pick('Moreau, Luc', 'Set a new password');
    const password = page.getByRole('textbox', { name: 'New password' });
    await password.fill('short');
    await press('Set password');
    await text('A password has at least 12 characters');
    await password.fill('Tidal-river-27-stones');
    await press('Set password');
    await row('Moreau, Luc').getByText('Must change password').waitFor();

    await pick('Moreau, Luc', 'Mail a link for a new password');
    await text('A link for a new password goes to moreau@north.example');

    await page.getByLabel('Search accounts').fill('mor');
    await row('Moreau, Luc').waitFor();
    await row('Demonstration').first().waitFor({ state: 'detached' });
    await row('Moreau, Luc').click();
    await pick('Moreau, Luc', 'Delete');
    await press('Delete Moreau, Luc');
    await text('No account fits this search.');
    await press('Show all accounts');
    await row('Demonstration, Ada').waitFor();
  });

  it('of the last administrator keep that role, and say so in plain words', async () => {
    await row('Demonstration, Ada').click();
    await press('Edit Demonstration, Ada');
    await dialog().getByText('Viewer', { exact: true }).click();
    await dialog().getByText('Administrator', { exact: true }).click();
    await press('Save');
    await text('This is the last account that can administer accounts.');
    await page.keyboard.press('Escape');
    await gone();
    await row('Demonstration, Ada').getByText('Administrator').first().waitFor();
  });
});

describe('devices', () => {
  it('are registered on a page of their own, with credentials shown once', async () => {
    await open('devices', 'Devices');
    await row('SIM-0001').getByText('Online, ready').waitFor();
    await press('Register device');
    await page.getByLabel('Serial number').fill('SIM-0001');
    await page.getByLabel('Name or model').fill('Second room');
    await page.keyboard.press('Enter');
    await text('Another device has this serial number.');
    await lookAt('register-device');
    await page.getByLabel('Serial number').fill('CF-0152');
    await page.keyboard.press('Enter');
    await press('Activate now');
    await text('they are shown this once');
    await lookAt('credentials');
    const credentials = (await page.getByRole('main').textContent()) ?? '';
    const token = /Token([\w-]{43})/.exec(credentials)?.[1] ?? '';
    expect(token).toHaveLength(43);
    await press('I have copied them');
    await row('CF-0152').getByText('Not heard of').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain(token);
    await lookAt('devices');

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

describe('extensions and modes', () => {
  it('are switched after saying what that does, follow on pages opened later, and go back', async () => {
    await open('extensions', 'Extensions');
    await text('Not started: The folder does not exist.');
    await text('The site file keeps it off');
    await turn('Scanner on or off');
    await text('Switch Scanner off?');
    await text('Before the scan (/prescan-info)');
    await text('Scanning: It needs Scanner. It is switched off.');
    await text(/jobs and services on the server stay/);
    await lookAt('switch-asks');
    await press('Switch Scanner off');
    await text('This page was opened before the last switch');
    await lookAt('switched');
    await press('Load this page anew');
    await text('administrator');
    await page.getByRole('switch', { name: 'Scanner on or off', checked: false }).waitFor();
    await page.goto(`${product.url}/#/prescan-info`);
    await text('Unknown path');

    await open('extensions', 'Extensions');
    await turn('Scanner on or off');
    await press('Switch Scanner on');
    await press('Undo');
    await text('Scanner is as it was');
    await turn('Scanner on or off');
    await press('Switch Scanner on');
    await press('Load this page anew');
    await page.getByRole('switch', { name: 'Scanner on or off', checked: true }).waitFor();
  });

  it('stand in a site file that shows no secret', async () => {
    await press('Show site file');
    await text('Effective configuration of site.json');
    await lookAt('site-file');
    const shown = (await dialog().textContent()) ?? '';
    expect(shown).toContain('speedFactor');
    expect(shown).not.toContain(TEST_API_KEY);
    await press('Close');
    await gone();
  });
});

describe('what is looked after', () => {
  it('the audit trail is filtered, exported and verified', async () => {
    await open('audit', 'Audit trail');
    await choose('What', 'Create person');
    await row('Create person').first().waitFor();
    await row('List accounts').first().waitFor({ state: 'detached' });
    await row('Create person').first().click();
    await text('Place in the chain');
    await lookAt('audit');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press('Export').then(() => page.getByRole('menuitem', { name: 'As CSV' }).click()),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect([lines[0]?.split(',')[0], lines.length]).toEqual(['seq', 2]);
    await press('Verify chain');
    await text('The chain is intact');
    await page.getByLabel('Concerns id').fill('Moreau');
    await text('An id has 32 digits');
  });

  it('problems say what to do, with the errors that browsers told', async () => {
    await fetch(`${product.url}/api/external-logs`, {
      method: 'POST',
      headers: { 'x-api-key': TEST_API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({
        entries: [{ code: 'TypeError', message: 'It broke', page: '/scan' }],
      }),
    });
    await open('problems', 'Problems');
    await text('The third-party extension no-such-folder was refused');
    await text('Correct its folder or its entry in the site configuration');
    await row('It broke').click();
    await text('No places in the program are known.');
    await lookAt('problems');
    expect(await page.getByRole('link', { name: /Problems/ }).textContent()).toContain('1');
  });

  it('the system tells its versions, parts, database and disk', async () => {
    await open('system', 'System');
    await text('PostgreSQL');
    await text(/free of/);
    await lookAt('system');
  });

  it('a cron job is made by keyboard, changed and deleted', async () => {
    await open('cron', 'Cron jobs');
    await press('New cron job');
    await choose('How often', 'Every week');
    await page.getByRole('spinbutton', { name: /hour/i }).focus();
    await page.keyboard.type('0330');
    await lookAt('new-cron-job');
    await press('Create');
    await row(/Every week, \w+, at 03:30/).waitFor();
    await row('Cloud sync').click();
    await press(/^Runs: Cloud sync/);
    await text('It has not run yet.');
    await press('Close');
    await pick('Cloud sync', 'Edit');
    await dialog().getByText('Switched on').click();
    await press('Save');
    await row('Cloud sync').getByText('Off').waitFor();
    await lookAt('cron');
    await pick('Cloud sync', 'Delete');
    await press(/^Delete Cloud sync/);
    await text('Nothing is scheduled yet.');
  });

  it('a sync without a cloud ends as offline and says why', async () => {
    await open('sync', 'Cloud sync');
    await press('Start sync');
    await row('Everything, by hand').getByText('Offline').waitFor();
    await text('No cloud server is configured');
    await lookAt('sync');
  });

  it('jobs, archive and lists are there, whatever they hold', async () => {
    await open('jobs', 'Jobs');
    await text('No job fits this choice.');
    await lookAt('jobs');
    await open('archive', 'Archive');
    await text('No image archive is configured');
    await lookAt('archive');
    await open('lists', 'Lists of codes');
    await press(/^What follows/);
    await row('Tomosynthesis').getByText('added by the site').waitFor();
    await lookAt('lists');
  });

  it('the organization is renamed', async () => {
    await open('organization', 'Organization');
    await page.getByLabel('Name', { exact: false }).fill('Breast Centre North');
    await press('Save name');
    await text('The organization is called Breast Centre North');
    await lookAt('organization');
  });
});

describe('the page', () => {
  it('is walked by keyboard, and fits a small screen', async () => {
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
      await lookAt(`${section}-1280`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    }
    // Refusals are told to the browser's console as failed calls; nothing else may stand there.
    expect(admin.errors.filter((error) => !/status of 4\d\d/.test(error))).toEqual([]);
  });

  it('is not for people who administer nothing', async () => {
    const other = await visit(browser);
    await signIn(other.page, product.url, 'viewer');
    await other.page.goto(`${product.url}/#/admin-dashboard?section=accounts`);
    await other.page.waitForURL((address) => !address.hash.includes('admin-dashboard'));
    await other.close();
  });
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import {
  type Administration,
  openAdministration,
} from '../../e2e/support/product/administration.ts';
import { apiReader } from '../../e2e/support/product/api.ts';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { launchBrowser, screenshot } from '../../e2e/support/product/browser.ts';
import { inDatabase } from '../../e2e/support/product/database.ts';
import { escapeTo, tabTo } from '../../e2e/support/product/keyboard.ts';
import { importPhantom } from '../../e2e/support/product/phantom-study.ts';
import { signalChild } from '../../e2e/support/product/processes.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';
import { checkPopup, filesWithPopups, type PopupTrigger } from '../support/popups.ts';

let product: Product;
let browser: Browser;
let admin: Administration;
let page: Page;
beforeAll(async () => {
  product = await startProduct(testSite());
  await createRecords(product);
  browser = await launchBrowser();
  admin = await openAdministration(browser, product);
  page = admin.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/**
 * Creates one record of each kind: an account, a device, a preset, a cron job with a run, a queued
 * job, a queued export and a draft of a reader study.
 */
async function createRecords(site: Product): Promise<void> {
  const reader = await apiReader(site, 'admin');
  const sendOrThrow = async (method: string, path: string, body: object): Promise<void> => {
    const response = await reader.send(method, path, body);
    if (response.status !== 200)
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  await sendOrThrow('POST', '/accounts', {
    email: 'moreau@north.example',
    firstName: 'Luc',
    lastName: 'Moreau',
    jobTitle: null,
    roles: [{ id: 'OPERATOR' }],
  });
  await sendOrThrow('POST', '/devices', {
    id: newId(),
    serialNumber: 'CF-0152',
    model: 'Second room',
  });
  await sendOrThrow('POST', '/devicesettings', { cupDepth: 45, focus: 22 });
  await sendOrThrow('POST', '/cronjobs', {
    cronJobType: 'CLOUD_SYNC',
    recurrence: 'DAILY',
    timeOfDay: '02:00',
  });
  await inDatabase(site, async (client) => {
    await client.query(`insert into cron_run (id, organization_id, cron_job_id, due_at, started_at,
        ended_at, status, message)
      select gen_random_uuid(), organization_id, id, now(), now(), now(), 'FAILED', 'No cloud'
      from cron_job`);
  });
  const phantom = await importPhantom(site);
  await signalChild(site.pid, 'worker/main.ts', 'SIGSTOP');
  await sendOrThrow('POST', '/jobqueue/queue-job', { jobType: 'R3D', entityId: phantom.scanId });
  await inDatabase(site, async (client) => {
    await client.query('update scan set orientation_confirmed = true');
  });
  await sendOrThrow('POST', '/datasets/exports', { format: 'nrrd' });
  const annotators = (await reader.get('/accounts?role=BLIND_ANNOTATOR')) as {
    items: { id: string }[];
  };
  const readerIds = annotators.items.map(({ id }) => id);
  await sendOrThrow('POST', '/reader-studies', { name: 'Phantoms', filter: {}, readerIds });
}

const selectRow = async (section: string, heading: string, row: string | RegExp): Promise<void> => {
  await admin.open(section, heading);
  await admin.row(row).first().click();
};
/** Returns a function that selects the account and picks an action from its row. */
const accountAction = (action: string) => async (): Promise<void> => {
  await selectRow('accounts', 'Accounts', 'Moreau, Luc');
  await admin.pick('Moreau, Luc', action);
};
const deviceAction = (action: string) => async (): Promise<void> => {
  await selectRow('devices', 'Devices', 'CF-0152');
  await admin.pick('CF-0152', action);
};
const cronAction = (action: string) => async (): Promise<void> => {
  await selectRow('cron', 'Cron jobs', 'Cloud sync');
  await admin.pick('Cloud sync', action);
};
const activateDevice = async (): Promise<void> => {
  await deviceAction('Activate')();
  await admin.press('Activate now');
};

const readerStudyAction = (action: string) => async (): Promise<void> => {
  await selectRow('readerStudies', 'Reader studies', 'Phantoms');
  await admin.press(`${action}: Phantoms`);
};

const selectPreset = async (): Promise<void> => {
  await admin.open('presets', 'Presets');
  await admin.row(/^45 mm/).click();
};

/** All files of administration that open a popup, with the ways to open that popup. */
const TRIGGERS_BY_FILE: Readonly<Record<string, readonly PopupTrigger[]>> = {
  'accounts/account-actions.tsx': [
    {
      opens: 'menu',
      async open() {
        await selectRow('accounts', 'Accounts', 'Moreau, Luc');
        await admin.press('More actions for Moreau, Luc');
      },
    },
  ],
  'accounts/account-dialog.tsx': [
    {
      opens: 'dialog',
      title: 'New account',
      async open() {
        await admin.open('accounts', 'Accounts');
        await admin.press('New account');
      },
    },
    { opens: 'dialog', title: 'Edit Moreau, Luc', open: accountAction('Edit') },
  ],
  'accounts/account-dialogs.tsx': [
    { opens: 'alertdialog', title: 'Lock Moreau, Luc?', open: accountAction('Lock') },
    { opens: 'alertdialog', title: 'Delete Moreau, Luc?', open: accountAction('Delete') },
  ],
  'accounts/password-dialog.tsx': [
    {
      opens: 'dialog',
      title: 'New password for Moreau, Luc',
      open: accountAction('Set new password'),
    },
  ],
  'audit/audit-tools.tsx': [
    {
      opens: 'menu',
      async open() {
        await admin.open('audit', 'Audit trail');
        await page.getByRole('tab', { name: 'All entries' }).click();
        await admin.row('List accounts').first().waitFor();
        await admin.press('Export');
      },
    },
  ],
  'datasets/export-dialog.tsx': [
    {
      opens: 'dialog',
      title: 'New export',
      async open() {
        await admin.open('datasets', 'Datasets');
        await admin.press('New export');
      },
    },
  ],
  'datasets/predictions-dialog.tsx': [
    {
      opens: 'dialog',
      title: 'Import predictions',
      async open() {
        await admin.open('datasets', 'Datasets');
        await admin.press('Import predictions');
      },
    },
  ],
  'datasets/stop-export-dialog.tsx': [
    {
      opens: 'alertdialog',
      title: /^Stop the export of/,
      async open() {
        await selectRow('datasets', 'Datasets', 'Queued');
        await admin.press(/^Stop: export of/);
      },
    },
  ],
  'devices/devices-section.tsx': [
    {
      opens: 'menu',
      async open() {
        await selectRow('devices', 'Devices', 'CF-0152');
        await admin.press('More actions for CF-0152');
      },
    },
  ],
  'devices/device-dialog.tsx': [
    { opens: 'dialog', title: 'Edit CF-0152', open: deviceAction('Edit') },
  ],
  'devices/device-dialogs.tsx': [
    { opens: 'alertdialog', title: 'Delete CF-0152?', open: deviceAction('Delete') },
  ],
  'devices/activate-dialog.tsx': [
    { opens: 'alertdialog', title: 'Activate now: CF-0152', open: deviceAction('Activate') },
    {
      opens: 'dialog',
      title: 'Credentials of CF-0152',
      open: activateDevice,
      close: () => admin.press('I have copied them'),
    },
    {
      opens: 'alertdialog',
      title: 'New credentials for CF-0152?',
      open: deviceAction('New credentials'),
    },
  ],
  'extensions/effect-dialog.tsx': [
    {
      opens: 'alertdialog',
      title: 'Switch Scanner off?',
      async open() {
        await admin.open('extensions', 'Extensions');
        await admin.turn('Scanner on or off');
      },
    },
  ],
  'extensions/site-file-dialog.tsx': [
    {
      opens: 'dialog',
      title: 'Active configuration',
      async open() {
        await admin.open('extensions', 'Extensions');
        await admin.press('Show configuration');
        await admin.text('Values from site.json and defaults');
      },
    },
  ],
  'operations/cron-form.tsx': [
    {
      opens: 'dialog',
      title: 'New cron job',
      async open() {
        await admin.open('cron', 'Cron jobs');
        await admin.press('New cron job');
      },
    },
    { opens: 'dialog', title: 'Edit cron job', open: cronAction('Edit') },
  ],
  'operations/cron-section.tsx': [
    {
      opens: 'menu',
      async open() {
        await selectRow('cron', 'Cron jobs', 'Cloud sync');
        await admin.press(/^More actions for Cloud sync/);
      },
    },
    {
      opens: 'dialog',
      title: 'Runs of Cloud sync',
      async open() {
        await selectRow('cron', 'Cron jobs', 'Cloud sync');
        await admin.press(/^Runs: Cloud sync/);
        await admin.text('No cloud');
      },
    },
    { opens: 'alertdialog', title: 'Delete this cron job?', open: cronAction('Delete') },
  ],
  'operations/organization-section.tsx': [
    {
      opens: 'alertdialog',
      title: 'Remove 127.0.0.1?',
      async open() {
        await admin.open('organization', 'Organization');
        await admin.press('Remove 127.0.0.1');
      },
    },
  ],
  'operations/stop-dialog.tsx': [
    {
      opens: 'alertdialog',
      title: /^Stop 3D reconstruction of scan/,
      async open() {
        await selectRow('jobs', 'Jobs', /^3D reconstruction.*Queued/);
        await admin.press(/^Stop: 3D reconstruction/);
      },
    },
  ],
  'presets/preset-dialog.tsx': [
    {
      opens: 'dialog',
      title: 'New preset',
      async open() {
        await admin.open('presets', 'Presets');
        await admin.press('New preset');
      },
    },
    {
      opens: 'dialog',
      title: 'Edit preset: 45 mm, version 1',
      async open() {
        await selectPreset();
        await admin.press('Edit, 45 mm, version 1');
      },
    },
  ],
  'presets/presets-section.tsx': [
    {
      opens: 'menu',
      async open() {
        await selectPreset();
        await admin.press('More actions for 45 mm, version 1');
      },
    },
  ],
  'reader-studies/reader-study-dialog.tsx': [
    {
      opens: 'dialog',
      title: 'New reader study',
      async open() {
        await admin.open('readerStudies', 'Reader studies');
        await admin.press('New reader study');
      },
    },
    { opens: 'dialog', title: 'Edit Phantoms', open: readerStudyAction('Edit') },
  ],
  'reader-studies/state-dialog.tsx': [
    {
      opens: 'alertdialog',
      title: 'Open Phantoms for its readers?',
      open: readerStudyAction('Open'),
    },
    { opens: 'alertdialog', title: 'Delete Phantoms?', open: readerStudyAction('Delete') },
  ],
  'shared/edit-dialog.tsx': [
    {
      opens: 'alertdialog',
      title: 'Discard your entries?',
      async open() {
        await admin.open('presets', 'Presets');
        await admin.press('New preset');
        await page.getByLabel('Focus').fill('27');
        await escapeTo(page, page.getByRole('alertdialog'));
      },
      close: () => admin.press('Discard entries'),
    },
  ],
};

async function checkScreen(name: string): Promise<readonly string[]> {
  await screenshot(page, `admin-over-${name}`);
  return axeViolations(page);
}

describe('the popups of administration', () => {
  it('are all listed in this test', () => {
    expect(Object.keys(TRIGGERS_BY_FILE).sort()).toEqual(filesWithPopups('extensions/admin/ui'));
  });

  it.each(Object.entries(TRIGGERS_BY_FILE))(
    'in %s are not clipped, have no accessibility violations, and return the focus',
    async (file, triggers) => {
      const problems: string[] = [];
      for (const [idx, trigger] of triggers.entries()) {
        const name = `${file.replace(/^.*\/|\.tsx$/g, '')}-${idx + 1}`;
        problems.push(...(await checkPopup(page, trigger, name, () => checkScreen(name))));
      }
      expect(problems).toEqual([]);
    },
  );

  it.each([
    ['accounts', 'Accounts', 'Role'],
    ['audit', 'Audit trail', 'Kind of act'],
    ['jobs', 'Jobs', 'State'],
    ['sync', 'Cloud sync', 'Sync type'],
  ])(
    'include the dropdown options of the section %s, without accessibility violations',
    async (section, heading, label) => {
      await admin.open(section, heading);
      await page
        .getByRole('button', { name: new RegExp(label) })
        .first()
        .click();
      await page.getByRole('listbox').waitFor();
      await admin.checkScreen(`choices-${section}`);
      await page.keyboard.press('Escape');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    },
  );

  it('include the calendar of the audit trail, without accessibility violations', async () => {
    await admin.open('audit', 'Audit trail');
    await page.getByRole('tab', { name: 'All entries' }).click();
    await page.getByRole('group', { name: 'From' }).getByRole('button').first().click();
    await page.getByRole('dialog').waitFor();
    await admin.checkScreen('calendar-audit');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('include the menu and the confirmations of a row, which work by keyboard alone', async () => {
    const { keyboard } = page;
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await admin.open('accounts', 'Accounts');
    await admin.row('Moreau, Luc').waitFor();
    await page.keyboard.press('Tab');
    await tabTo(page, /^(Demonstration|Moreau),/);
    for (let rows = 0; rows < 6 && !(await focused()).includes('Moreau'); rows++) {
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit Moreau, Luc' }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR');
    await keyboard.press('ArrowRight');
    await expect.poll(focused).toBe('Edit');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await keyboard.type('Lock');
    await keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Lock Moreau, Luc?' });
    await question.waitFor();
    // Actions that can't be undone never have the initial focus.
    await expect.poll(focused).toBe('Cancel');
    await keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await admin.row('Moreau, Luc').getByText('Invited').waitFor();
  });

  it('include the confirmation of a switch, which the keyboard alone opens and cancels', async () => {
    await admin.open('extensions', 'Extensions');
    await page.getByRole('switch', { name: 'Scanner on or off', disabled: false }).waitFor();
    await page.keyboard.press('Tab');
    await tabTo(page, /Scanner on or off/);
    await page.keyboard.press('Space');
    await page.getByRole('alertdialog', { name: 'Switch Scanner off?' }).waitFor();
    await page.keyboard.press('Escape');
    const roleOfFocus = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
    await expect.poll(roleOfFocus).toBe('switch');
    await page.getByRole('switch', { name: 'Scanner on or off', checked: true }).waitFor();
  });
});

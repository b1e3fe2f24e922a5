import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { newId } from '#foundation';
import { readableName } from '../../../extensions/admin/model/setting-text.ts';
import { accountTexts } from '../../../extensions/admin/texts/account-texts.ts';
import { adminTexts } from '../../../extensions/admin/texts/admin-texts.ts';
import { auditDayTexts } from '../../../extensions/admin/texts/audit-day-texts.ts';
import { auditTexts } from '../../../extensions/admin/texts/audit-texts.ts';
import { datasetTexts } from '../../../extensions/admin/texts/dataset-texts.ts';
import { deviceTexts } from '../../../extensions/admin/texts/device-texts.ts';
import { extensionTexts } from '../../../extensions/admin/texts/extension-texts.ts';
import { cronTexts, organizationTexts } from '../../../extensions/admin/texts/operation-texts.ts';
import { presetTexts } from '../../../extensions/admin/texts/preset-texts.ts';
import { pageTexts } from '../../../platform/workstation/texts/page-texts.ts';
import { apiReader } from '../../e2e/support/product/api.ts';
import { launchBrowser } from '../../e2e/support/product/browser.ts';
import { inDatabase } from '../../e2e/support/product/database.ts';
import { importPhantom } from '../../e2e/support/product/phantom-study.ts';
import { signalChild } from '../../e2e/support/product/processes.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';
import { pseudo } from '../support/pseudo-screen.ts';
import {
  drawn,
  openPseudo,
  type PseudoSession,
  type PseudoSite,
} from '../support/pseudo-session.ts';

/** Ids of the API, and of actions of the server, in the audit trail. */
const ACTIONS = [...Object.keys(routes), 'completeJob', 'exportScanToDataset', 'runCronJob'];
const SUBJECTS = [
  'accountId',
  'patientId',
  'scanId',
  'studyId',
  'jobId',
  'jobType',
  'count',
  'format',
  'id',
];
const auditNames = [...ACTIONS, ...SUBJECTS].map(readableName).sort((a, b) => b.length - a.length);
const DATA = [
  // A token of a device.
  /\b[\w-]{43}\b/,
  // Paths of pages.
  /\(\/[\w-]+\)/,
  /Moreau, Luc|Moreau|\bLuc\b|Second room|No cloud|clockface-[\w-]+|Planted error|planted\.ts|nrrd/,
  // Value of a setting.
  /^window$/,
  new RegExp(`\\b(?:${auditNames.join('|')})\\b`),
  new RegExp(`\\b(?:${ACTIONS.join('|')})\\b`),
];

let site: PseudoSite;
beforeAll(async () => {
  const product = await startProduct();
  await fill(product);
  site = { product, browser: await launchBrowser(), data: DATA };
});
afterAll(async () => {
  await site?.browser.close();
  await site?.product.stop();
});

/** Creates an account, a device, a cron job with a failed run, a queued job and a queued export. */
async function fill(product: Product): Promise<void> {
  const admin = await apiReader(product, 'admin');
  const create = async (path: string, body: object): Promise<void> => {
    const response = await admin.send('POST', path, body);
    if (response.status !== 200)
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const names = { firstName: 'Luc', lastName: 'Moreau', jobTitle: null };
  const roles = [{ id: 'OPERATOR' }];
  await create('/accounts', { email: 'moreau@north.example', ...names, roles });
  await create('/devices', { id: newId(), serialNumber: 'CF-0152', model: 'Second room' });
  const cron = { cronJobType: 'CLOUD_SYNC', recurrence: 'DAILY', timeOfDay: '02:00' };
  await create('/cronjobs', cron);
  await inDatabase(product, async (client) => {
    await client.query(`insert into cron_run (id, organization_id, cron_job_id, due_at, started_at,
        ended_at, status, message)
      select gen_random_uuid(), organization_id, id, now(), now(), now(), 'FAILED', 'No cloud'
      from cron_job`);
  });
  await create('/devicesettings', { cupDepth: 45, focus: 22 });
  const phantom = await importPhantom(product);
  await signalChild(product.pid, 'worker/main.ts', 'SIGSTOP');
  await create('/jobqueue/queue-job', { jobType: 'R3D', entityId: phantom.scanId });
  await inDatabase(product, async (client) => {
    await client.query('update scan set orientation_confirmed = true');
  });
  await create('/datasets/exports', { format: 'nrrd' });
}

type Section = keyof typeof adminTexts.sections;

async function openSection({ page, open }: PseudoSession, section: Section): Promise<void> {
  const path = `/admin-dashboard?section=${section}`;
  await open(path, pageTexts.titles['/admin-dashboard']);
  await page.locator(`a[href="#${path}"][aria-current=page]`).waitFor();
  await drawn(page);
}

/** Opens a section and selects the first row with a text. */
async function selectRow(session: PseudoSession, section: Section, text: string): Promise<void> {
  await openSection(session, section);
  await session.page.getByRole('row').filter({ hasText: text }).first().click();
  await drawn(session.page);
}

describe('administration in the pseudo-locale', () => {
  it('has all texts in catalogues and none clipped in every section', async () => {
    const session = await openPseudo(site, 'admin');
    const { check, open } = session;
    for (const section of Object.keys(adminTexts.sections) as Section[]) {
      await openSection(session, section);
      await check(section);
    }
    await open('/register-device', pageTexts.titles['/register-device']);
    await check('/register-device');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped in the audit trail', async () => {
    const session = await openPseudo(site, 'admin');
    const { page, check, checkPopups, press } = session;
    await openSection(session, 'audit');
    await check('audit of a day');
    await page.getByRole('tab', { name: auditDayTexts.trail }).click();
    expect(await checkPopups('audit')).toBeGreaterThan(3);
    await page.getByRole('row').nth(2).click();
    await page.getByRole('region', { name: auditTexts.details }).waitFor();
    await check('audit entry');
    await press(auditTexts.verify);
    await page.getByRole('button', { name: auditTexts.verify, exact: true }).waitFor();
    await drawn(page);
    await check('verified chain');
    await page.getByLabel(auditTexts.filters.subject).fill('abc');
    await check('invalid filter');
    await page.getByLabel(auditTexts.filters.subject).fill('00000000-0000-4000-8000-000000000000');
    await page.getByText(auditTexts.empty).waitFor();
    await check('empty audit trail');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped in the dialogs of accounts', async () => {
    const session = await openPseudo(site, 'admin');
    const { check, checkPopup, press, selectEntry, page } = session;
    const { actions, form } = accountTexts;
    const more = actions.more('Moreau, Luc');
    await selectRow(session, 'accounts', 'Moreau');
    await check('selected account');
    await checkPopup('new account', () => press(accountTexts.create));
    await press(accountTexts.create);
    await press(form.invite);
    await page.getByText(form.rolesError).waitFor();
    await check('invalid account');
    await page.keyboard.press('Escape');
    await session.waitForPopupClose();
    await checkPopup('menu of an account', () => press(more));
    for (const action of [actions.edit, actions.lock, actions.delete, actions.password]) {
      await press(more);
      await checkPopup(action, () => selectEntry(action));
    }
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped in the dialogs of devices', async () => {
    const session = await openPseudo(site, 'admin');
    const { page, check, checkPopup, open, press, selectEntry } = session;
    const { actions, page: register, credentials } = deviceTexts;
    const more = actions.more('CF-0152');
    await selectRow(session, 'devices', 'CF-0152');
    await checkPopup('menu of a device', () => press(more));
    for (const action of [actions.edit, actions.activate, actions.delete]) {
      await press(more);
      await checkPopup(action, () => selectEntry(action));
    }
    await open('/register-device', pageTexts.titles['/register-device']);
    await page.getByRole('textbox').first().fill('CF-0153');
    await page.getByRole('textbox').nth(1).fill('Second room');
    await press(register.register);
    await page.getByRole('button', { name: register.activate }).waitFor();
    await check('device registered');
    await press(register.activate);
    await page.getByText(credentials.once).waitFor();
    await check('credentials of a device');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped in the dialogs of presets', async () => {
    const session = await openPseudo(site, 'admin');
    const { page, check, checkPopup, press, selectEntry } = session;
    const { actions, form, name } = presetTexts;
    const preset = name('45 mm', 1);
    await openSection(session, 'presets');
    await page.getByRole('row').filter({ hasText: '45 mm' }).nth(1).click();
    await drawn(page);
    await check('selected preset');
    await checkPopup('edit preset', () => press(actions.of(actions.edit, preset)));
    await checkPopup('menu of a preset', () => press(actions.more(preset)));
    await press(presetTexts.create);
    await press(form.createButton);
    await page.getByText(form.numberFrom('1', '200')).waitFor();
    await check('invalid preset');
    await page.keyboard.press('Escape');
    await session.waitForPopupClose();
    await press(actions.more(preset));
    await selectEntry(actions.delete);
    await page.getByText(presetTexts.feedback.deleted(preset)).waitFor();
    await check('deleted preset');
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped in the dialogs of datasets', async () => {
    const session = await openPseudo(site, 'admin');
    const { page, check, checkPopup, press } = session;
    const { form } = datasetTexts;
    await openSection(session, 'datasets');
    await page.getByRole('row').nth(1).click();
    await page.getByRole('region', { name: datasetTexts.details.label }).waitFor();
    await check('queued export');
    await checkPopup('stop export', () =>
      page.getByRole('row').nth(1).getByRole('button').first().click(),
    );
    await checkPopup('new export', () => press(datasetTexts.create));
    await press(datasetTexts.create);
    await page.getByLabel(form.train).fill('80');
    await press(form.createButton);
    await page.getByText(form.sumError).waitFor();
    await check('invalid export');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await session.waitForPopupClose();
    await checkPopup('import predictions', () => press(datasetTexts.import));
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped in the dialogs of operations', async () => {
    const session = await openPseudo(site, 'admin');
    const { page, check, checkPopup, checkPopups, press, selectEntry } = session;
    const { actions } = cronTexts;
    const startOf = (text: string) => new RegExp(text.slice(0, text.indexOf('@')));
    const more = startOf(actions.more('@'));
    await openSection(session, 'cron');
    await page.getByRole('row').nth(1).click();
    await drawn(page);
    await check('selected cron job');
    await checkPopup('new cron job', () => press(cronTexts.create));
    await checkPopup('menu of a cron job', () => press(more));
    for (const action of [actions.edit, actions.delete]) {
      await press(more);
      await checkPopup(action, () => selectEntry(action));
    }
    await checkPopup('runs', () => press(new RegExp(actions.history.slice(1, -1))));
    await openSection(session, 'jobs');
    await page.getByRole('row').nth(1).click();
    await checkPopup('stop job', () =>
      page.getByRole('row').nth(1).getByRole('button').first().click(),
    );
    await openSection(session, 'organization');
    await checkPopup('remove host', () => press(organizationTexts.remove('127.0.0.1')));
    await openSection(session, 'extensions');
    await checkPopup('switch extension', () =>
      page
        .getByRole('switch', { name: extensionTexts.switchTo(pseudo('Scanner')), disabled: false })
        .press('Space'),
    );
    for (const section of ['jobs', 'sync', 'lists'] as const) {
      await openSection(session, section);
      expect(await checkPopups(section)).toBeGreaterThan(0);
    }
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped in the configuration of the site', async () => {
    // Names and values of settings are data.
    const data = [...site.data, /^[a-z][\w.-]*$/, /^\{[\s\S]*\}$/];
    const session = await openPseudo({ ...site, data }, 'admin');
    await openSection(session, 'extensions');
    await session.checkPopup('configuration', () => session.press(extensionTexts.siteFile));
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped while an extension is switched off', async () => {
    const session = await openPseudo(site, 'admin');
    const { page, check, open, press } = session;
    const scanner = pseudo('Scanner');
    const toggle = page.getByRole('switch', { name: extensionTexts.switchTo(scanner) });
    const reload = page.getByRole('button', { name: extensionTexts.reload });
    const turn = async (confirmation: string): Promise<void> => {
      await openSection(session, 'extensions');
      await toggle.press('Space');
      await press(confirmation);
      await reload.waitFor();
    };
    await turn(extensionTexts.confirmation.confirmOff(scanner));
    await check('extension switched off');
    await reload.click();
    await toggle.and(page.locator(':not(:checked)')).waitFor();
    await drawn(page);
    await check('extensions without the scanner');
    await open('/prescan-info', null);
    await check('page of an extension that is switched off');
    await turn(extensionTexts.confirmation.confirmOn(scanner));
    expect(session.problems).toEqual([]);
    await session.close();
  });

  it('has all texts in catalogues and none clipped with an error of a browser', async () => {
    const session = await openPseudo(site, 'admin');
    const { page, check } = session;
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('Planted error');
      });
    });
    await page.waitForTimeout(1_000);
    await openSection(session, 'problems');
    await check('problems');
    await page.getByRole('row').nth(1).click();
    await drawn(page);
    await check('selected problem');
    expect(session.problems).toEqual([]);
    await session.close();
  });
});

import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiReader } from '../../e2e/support/product/api.ts';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from '../../e2e/support/product/browser.ts';
import { escapeTo } from '../../e2e/support/product/keyboard.ts';
import { importPhantom, type PhantomStudy } from '../../e2e/support/product/phantom-study.ts';
import { signalChild } from '../../e2e/support/product/processes.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';
import { secondReader } from '../../e2e/support/product/second-reader.ts';
import { checkPopup, filesWithPopups, type PopupTrigger } from '../support/popups.ts';

let product: Product;
let browser: Browser;
let page: Page;
let phantom: PhantomStudy;
let patientId: string;
beforeAll(async () => {
  // Two idle minutes: the warning appears after one minute without input.
  product = await startProduct(testSite({ session: { idleMinutes: 2 } }));
  phantom = await importPhantom(product);
  const reader = await apiReader(product, 'physician');
  ({ patientId } = (await reader.get(`/studies/${phantom.studyId}`)) as { patientId: string });
  await reader.send('POST', '/studies', { patientId, accessionNumber: 'A-1' });
  // Keeps a job queued, because the page does not list jobs that ended before it was opened.
  await signalChild(product.pid, 'worker/main.ts', 'SIGSTOP');
  await reader.send('POST', '/jobqueue/queue-job', { jobType: 'R3D', entityId: phantom.scanId });
  browser = await launchBrowser();
  ({ page } = await visit(browser));
  await signIn(page, product.url, 'physician');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Files whose popups another test checks with axe, with that test. */
const CHECKED_ELSEWHERE: Readonly<Record<string, string>> = {
  'attachments/add-attachment-dialog.tsx': 'tests/e2e/patients.test.ts',
  'attachments/preview-dialog.tsx': 'tests/e2e/patients.test.ts',
  'commands/command-host.tsx': 'tests/e2e/commands.test.ts',
  'commands/help-dialog.tsx': 'tests/e2e/commands.test.ts',
  'commands/palette.tsx': 'tests/e2e/commands.test.ts',
  'layout/loaded-view.tsx': 'platform/workstation/layout/loaded-view.test.tsx',
  'mode/mode-menu.tsx': 'tests/contract/placement.browser.test.ts',
  'orientation/correct-orientation-dialog.tsx': 'tests/e2e/orientation.test.ts',
  'preferences/key-preferences.tsx': 'tests/e2e/commands.test.ts',
  'preferences/key-recorder.tsx': 'tests/e2e/commands.test.ts',
  'developer/stories/buttons.stories.tsx': 'tests/full/pages/widgets.test.ts',
  'developer/stories/dialogs.stories.tsx': 'tests/full/pages/widgets.test.ts',
  'reviews/scan-review-chip.tsx': 'tests/e2e/scan-review.test.ts',
  'routing/leave-dialog.tsx': 'tests/e2e/scan-errors.test.ts',
  'scans/change-form.tsx': 'tests/e2e/scan-corrections.test.ts',
  'scans/deleted-scans-dialog.tsx': 'tests/e2e/scan-corrections.test.ts',
  'scans/scan-menu.tsx': 'tests/e2e/scan-corrections.test.ts',
  'studies/priority-menu.tsx': 'tests/e2e/studies.test.ts',
};

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const selectEntry = (name: string) => page.getByRole('menuitem', { name }).click();
const goTo = (path: string) => page.goto(`${product.url}/#${path}`);

/** Opens the patient list without filters and selects the patient of the phantom. */
async function openPatients(): Promise<void> {
  await goTo('/home');
  await goTo('/patient-list');
  await page.getByRole('button', { name: 'Saved filters' }).waitFor();
  // The list remembers its filters.
  const removeFilter = page.getByRole('button', { name: 'Remove filter Sex' });
  if ((await removeFilter.count()) > 0) await removeFilter.click();
  await page.getByRole('row', { name: /Phantom/ }).click();
  await page.getByRole('button', { name: 'More actions' }).waitFor();
}
const patientAction = (action: string) => async (): Promise<void> => {
  await openPatients();
  await press('More actions');
  await selectEntry(action);
};
/** Returns a function that opens a page and then presses buttons in turn. */
const after =
  (openPage: () => Promise<void>, ...names: readonly (string | RegExp)[]) =>
  async (): Promise<void> => {
    await openPage();
    for (const name of names) await press(name);
  };
const openScan = async (): Promise<void> => {
  await goTo(`/scan?study=${phantom.studyId}`);
  await page.getByRole('button', { name: 'Orientation assumed' }).waitFor();
};
const openSavedFilters = async (): Promise<void> => {
  await openPatients();
  await press('Sex');
  await page.getByRole('menuitem').first().click();
  await press('Saved filters');
};

/** All files of the workstation that open a popup, with the ways to open that popup. */
const TRIGGERS_BY_FILE: Readonly<Record<string, readonly PopupTrigger[]>> = {
  'accounts/idle-warning.tsx': [
    {
      opens: 'dialog',
      async open() {
        await goTo('/home');
        // The cards above the pages still load.
        await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').first().focus();
        await page.getByText('Are you still there?').waitFor({ timeout: 90_000 });
      },
    },
  ],
  'forms/record-dialog.tsx': [
    { opens: 'dialog', open: after(openPatients, 'Edit patient') },
    { opens: 'dialog', open: patientAction('New study…') },
  ],
  'forms/use-form-close.tsx': [
    {
      opens: 'alertdialog',
      async open() {
        await after(openPatients, 'Edit patient')();
        await page.getByLabel('First name').fill('Jane');
        await escapeTo(page, page.getByRole('alertdialog'));
      },
      close: () => press('Discard entries'),
    },
  ],
  'import/import-dialog.tsx': [{ opens: 'dialog', open: after(openPatients, 'Import files…') }],
  'layout/account-menu.tsx': [{ opens: 'menu', open: after(openPatients, /Account of/) }],
  'layout/jobs-button.tsx': [{ opens: 'dialog', open: after(openPatients, /^1 job$/) }],
  'lists/filters/date-filter.tsx': [{ opens: 'dialog', open: after(openPatients, /^Last study$/) }],
  'lists/filters/filter-chips.tsx': [{ opens: 'menu', open: after(openPatients, /^Sex$/) }],
  'lists/filters/saved-filters-menu.tsx': [
    { opens: 'menu', open: after(openPatients, 'Saved filters') },
    {
      opens: 'dialog',
      async open() {
        await openSavedFilters();
        await selectEntry('Save current filters…');
      },
    },
    {
      opens: 'dialog',
      async open() {
        await openSavedFilters();
        await selectEntry('Save current filters…');
        await page.getByRole('dialog').getByLabel('Name').fill('Women');
        await press('Save filters');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await press('Saved filters');
        await selectEntry('Delete saved filters…');
      },
    },
  ],
  'mode/assumed-orientation.tsx': [
    { opens: 'dialog', open: after(openScan, 'Orientation assumed') },
  ],
  'patients/panel/patient-actions.tsx': [
    { opens: 'menu', open: after(openPatients, 'More actions') },
    { opens: 'alertdialog', open: patientAction('Delete patient…') },
  ],
  'patients/created/patient-created-page.tsx': [
    {
      opens: 'dialog',
      async open() {
        await goTo(`/patient-create-success?patient=${patientId}`);
        await press(/^Add attachments/);
      },
    },
  ],
  'patients/panel/risk-dialog.tsx': [{ opens: 'dialog', open: patientAction('Risk score…') }],
  'studies/study-actions.tsx': [
    {
      opens: 'alertdialog',
      async open() {
        await goTo('/study-list');
        await page.getByRole('row', { name: /A-1/ }).click();
        await press('Delete study…');
      },
    },
  ],
  'studies/study-claim-chip.tsx': [
    {
      opens: 'dialog',
      async open() {
        await goTo('/home');
        const other = await secondReader(product);
        const claim = await other.send('POST', `/studies/${phantom.studyId}/actions/claim`, {
          takeOver: true,
        });
        expect(claim.status).toBe(200);
        await openScan();
        await press(/^Claimed by/);
      },
    },
  ],
};

async function checkScreen(name: string): Promise<readonly string[]> {
  await screenshot(page, `over-${name}`);
  return axeViolations(page);
}

describe('the popups of the workstation', () => {
  it('are all listed in this test or in another one', () => {
    const listed = [...Object.keys(TRIGGERS_BY_FILE), ...Object.keys(CHECKED_ELSEWHERE)].sort();
    expect(listed).toEqual(filesWithPopups('platform/workstation'));
    const missingTests = Object.values(CHECKED_ELSEWHERE).filter((path) => !existsSync(path));
    expect(missingTests).toEqual([]);
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
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FollowUp, ReportStatistics } from '#contracts';
import { newId } from '#foundation';
import { axeViolations } from './support/product/axe.ts';
import { DEMO_PASSWORD, screenshot } from './support/product/browser.ts';
import { inDatabase } from './support/product/database.ts';
import { aLength } from './support/reading/marks.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import type { TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;

const AT = [8, 10, -6] as const;
const volume = speckledVolume([60, 30, 60], 1, [{ atMm: AT, radiusMm: 4, greyLevel: 20 }]);
const DAY_MS = 86_400_000;
/** Day that lies this number of days before today. */
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
});
afterAll(() => readingPage?.close());

async function post(path: string, body: object): Promise<void> {
  const response = await records.api.send('POST', path, body);
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
}

interface SignedCase {
  readonly studyId: string;
  readonly findingId: string | null;
}

interface CaseOptions {
  /** Day of the recording, yyyy-mm-dd. */
  readonly day: string;
  /** 1 to 9 in the order B0, B1, B2, B3, B4A … B6. */
  readonly score: number;
  readonly hoursToSign?: number;
  /** Id of the list EXAM_INDICATION; screening of dense breasts by default. */
  readonly indication?: string;
}

/** Categories from 4A on recommend a biopsy. */
const FIRST_SUSPICIOUS = 5;
const INCOMPLETE = 1;
const NEGATIVE = 2;
const PROBABLY_BENIGN = 4;

/** Recommendations that a category needs. */
function codesOf(score: number): readonly string[] {
  if (score >= FIRST_SUSPICIOUS) return ['BIRAD_4'];
  return score === INCOMPLETE ? ['BIRAD_0'] : [];
}

const contentOf = (score: number, indication: string) => ({
  indication,
  right: { biradsScore: score, breastDensity: 'HETERO' },
  impression: { text: 'See the category.', editedFrom: '' },
  followUpMonths: score === PROBABLY_BENIGN ? 6 : null,
  recommendations: codesOf(score).map((code) => ({ code, side: 'R', text: '' })),
});

/** Signs a study of the right breast, whose scan was recorded on a day. */
async function signCase(patientId: string, options: CaseOptions): Promise<SignedCase> {
  const { day, score, hoursToSign = 5, indication = 'DENSE' } = options;
  const studyId = newId();
  const fields = { id: studyId, patientId, accessionNumber: null, indications: [indication] };
  await post('/studies', fields);
  const scan = await records.scan(studyId, 'R', volume);
  const findingId =
    score === NEGATIVE
      ? null
      : (
          await records.finding(scan.id, aLength(volume.geometry, AT, 8), {
            biradsScore: score,
          })
        ).id;
  const reportId = newId();
  const content = contentOf(score, 'Dense breasts');
  await post('/reports', { id: reportId, studyId, content });
  await post(`/reports/${reportId}/actions/preliminary`, {});
  await post(`/reports/${reportId}/actions/sign`, { password: DEMO_PASSWORD });
  await inDatabase(readingPage.product, async (client) => {
    const at = `${day}T10:00:00Z`;
    await client.query('update scan set acquisition_time = $1 where id = $2', [at, scan.id]);
    await client.query(
      `update scan_file set stored_at = now() - make_interval(hours => $1) where scan_id = $2`,
      [hoursToSign, scan.id],
    );
  });
  return { studyId, findingId };
}

const row = (name: RegExp) => page.getByRole('row', { name });
const openPage = async (name: RegExp): Promise<void> => {
  await page.goto(`${readingPage.product.url}/#/home`);
  await page.getByRole('link', { name }).click();
};
const openFollowUps = () => openPage(/^Follow-up/);
const savedText = async (): Promise<string> => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  return readFile(await (await download).path(), 'utf8');
};

describe('a category 3 that was signed seven months ago', () => {
  let overdue: SignedCase;
  beforeAll(async () => {
    const day = daysAgo(214);
    overdue = await signCase(await records.patient('Overdue'), { day, score: PROBABLY_BENIGN });
    const today = { day: daysAgo(0), score: PROBABLY_BENIGN };
    await signCase(await records.patient('Later'), today);
  });

  it('is listed first, with its days, and saved as CSV', async () => {
    await openFollowUps();
    await row(/Overdue/).waitFor();
    const names = await page.getByRole('rowheader').allTextContents();
    expect(names).toEqual(['Overdue', 'Later']);
    await row(/Overdue/)
      .getByText(/^\d+ days overdue$/)
      .waitFor();
    await row(/Later/)
      .getByText(/^in 18\d days$/)
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'follow-up');
    await page.getByText('Overdue only').click();
    await row(/Later/).waitFor({ state: 'detached' });
    const csv = await savedText();
    expect(csv).toContain('CATEGORY_3,R,6,no,');
    expect(csv).toContain('Overdue');
    expect(csv).not.toContain('Later');
    await page.getByText('Overdue only').click();
  });

  it('opens its study, whose report takes the outcome of the finding', async () => {
    await row(/Overdue/).dblclick();
    await page.waitForURL((url) => url.hash.includes(`study=${overdue.studyId}`));
    await page.getByRole('tab', { name: 'Report' }).click();
    const panel = page.getByTestId('report-panel');
    await panel.getByTestId('finding-outcome').getByText('No outcome yet').waitFor();
    await panel.getByRole('button', { name: 'Outcome', exact: true }).click();
    const dialog = page.getByTestId('outcome-dialog');
    await dialog.getByText('Biopsy', { exact: true }).click();
    await dialog.getByText('Benign', { exact: true }).click();
    const day = dialog.getByRole('group', { name: /^Day/ });
    await day.getByRole('spinbutton').first().click();
    await page.keyboard.type(daysAgo(10).replaceAll('-', ''));
    await dialog.getByLabel('Histology').fill('Fibroadenoma');
    await screenshot(page, 'outcome-dialog');
    await dialog.getByRole('button', { name: 'Enter outcome' }).click();
    await dialog
      .getByTestId('outcome')
      .getByText(`Biopsy, ${daysAgo(10)}: Benign`)
      .waitFor();
    await screenshot(page, 'outcome-entered');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await panel.getByTestId('finding-outcome').getByText('Benign').waitFor();
    const list = (await records.api.get('/followUps')) as { items: FollowUp[] };
    expect(list.items.map(({ studyId }) => studyId)).not.toContain(overdue.studyId);
  });

  it('is due again when its outcome is deleted with a reason', async () => {
    const panel = page.getByTestId('report-panel');
    await panel.getByRole('button', { name: 'Outcome', exact: true }).click();
    const dialog = page.getByTestId('outcome-dialog');
    await dialog.getByRole('button', { name: /^Delete the outcome/ }).click();
    await dialog.getByLabel('Reason of the deletion').fill('Another patient');
    await dialog.getByRole('button', { name: 'Delete outcome' }).click();
    await dialog.getByText('Deleted: Another patient').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await panel.getByTestId('finding-outcome').getByText('No outcome yet').waitFor();
  });

  it('can have a request for an addendum, which waits in the list until it is closed', async () => {
    await page.getByRole('button', { name: 'Ask for an addendum' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for an addendum' });
    await dialog.getByLabel('What should the addendum state?').fill('State the size.');
    await dialog.getByRole('button', { name: 'Ask for the addendum' }).click();
    await dialog.waitFor({ state: 'detached' });
    await openFollowUps();
    await page.getByRole('radiogroup', { name: 'Reason' }).getByText('Addendum asked for').click();
    await screenshot(page, 'follow-up-request');
    await row(/State the size/)
      .getByText('asked today')
      .waitFor();
    await row(/State the size/).hover();
    await row(/State the size/)
      .getByRole('button', { name: /^Close request/ })
      .click();
    const closing = page.getByRole('dialog');
    await closing.getByLabel('Reason').fill('The size is in the report.');
    await closing.getByRole('button', { name: 'Close request' }).click();
    await page.getByText('No follow-ups match these filters.').waitFor();
  });

  it('is closed without an outcome with a reason, and due again when it is reopened', async () => {
    await openFollowUps();
    const state = page.getByRole('radiogroup', { name: 'Follow-ups' });
    await row(/Overdue/).hover();
    await row(/Overdue/)
      .getByRole('button', { name: 'Close, Overdue' })
      .click();
    const closing = page.getByTestId('close-follow-up');
    await closing.getByText('Other reason').click();
    await closing.getByLabel('Note').fill('=Lives abroad');
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'follow-up-close');
    await closing.getByRole('button', { name: 'Close follow-up' }).click();
    await row(/Overdue/).waitFor({ state: 'detached' });
    await row(/Later/).waitFor();
    await state.getByText('Closed').click();
    await row(/Overdue/)
      .getByText('Other reason: =Lives abroad')
      .waitFor();
    await row(/Later/).waitFor({ state: 'detached' });
    await screenshot(page, 'follow-up-closed');
    expect(await savedText()).toContain(",OTHER,'=Lives abroad,");
    await row(/Overdue/).hover();
    await row(/Overdue/)
      .getByRole('button', { name: 'Reopen, Overdue' })
      .click();
    const reopening = page.getByRole('dialog');
    await reopening.getByLabel('Reason').fill('She has returned');
    await reopening.getByRole('button', { name: 'Reopen follow-up' }).click();
    await page.getByText('No follow-up is closed.').waitFor();
    await state.getByText('Due').click();
    await row(/Overdue/).waitFor();
  });
});

describe('the statistics of a site', () => {
  /** Scores by months before this one. */
  const SCORES: readonly (readonly number[])[] = [
    [2, 3, 3, 4],
    [3, 2, 5, 3, 2, 3],
    [2, 3, 3, 8, 4, 3],
    [1, 3, 2, 3, 3, 7, 2],
    [2, 3, 3, 4, 5],
    [3, 2],
  ];
  const monthsAgo = (months: number, date: number): string => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, date))
      .toISOString()
      .slice(0, 10);
  };

  beforeAll(async () => {
    for (const [months, scores] of SCORES.entries()) {
      for (const [index, score] of scores.entries()) {
        const day = months === 0 ? daysAgo(0) : monthsAgo(months, 3 + 3 * index);
        const patientId = await records.patient(`Month ${months} ${index}`);
        const hoursToSign = 1 + ((months * 7 + index * 5) % 30);
        const { findingId } = await signCase(patientId, {
          ...{ day, score, hoursToSign },
          indication: index === 2 ? 'MASS' : 'DENSE',
        });
        // One suspicious finding stays without an outcome.
        if (findingId === null || score < FIRST_SUSPICIOUS || months === 1) continue;
        await post(`/findings/${findingId}/outcomes`, {
          ...{ id: newId(), kind: 'BIOPSY', day: daysAgo(0), histology: null },
          result: score === FIRST_SUSPICIOUS ? 'BENIGN' : 'MALIGNANT',
        });
      }
    }
  });

  it('show every rate with its counts, as page, table and CSV', async () => {
    await openPage(/^Report statistics/);
    const figure = (id: string) => page.getByTestId(`figure-${id}`);
    await figure('recall').waitFor();
    const range = `from=${monthsAgo(12, 1)}&to=${daysAgo(0)}`;
    const statistics = (await records.api.get(`/reportStatistics?${range}`)) as ReportStatistics;
    const { recall, ppv2 } = statistics;
    // Both category 3 of the other tests are screening studies, too.
    expect(recall).toMatchObject({ numerator: 9, denominator: 27 });
    expect(ppv2).toMatchObject({ numerator: 2, denominator: 3, positives: 4, withoutOutcome: 1 });
    expect(await figure('recall').textContent()).toContain('33.3 %9 of 27');
    expect(await figure('ppv2').textContent()).toContain('2 of 3');
    await figure('ppv2').getByText('1 of 4 positive studies without an outcome').waitFor();
    const months = page.getByTestId('categories').locator('tbody tr');
    expect(await months.count()).toBeGreaterThan(5);
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'report-statistics');
    const csv = await savedText();
    expect(csv.startsWith('\uFEFFsection,item,reader,')).toBe(true);
    expect(csv).toContain(`rate,recall,,,${recall.value},`);
    await page.getByText('Each breast').click();
    await page.getByText('Definitions').click();
    await page.getByText(/^Recall rate: screening studies/).waitFor();
    await screenshot(page, 'report-statistics-definitions');
  });

  it('leave the console of the browser clean', () => {
    expect(readingPage.person.errors).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Patient, ReadingCounts, Study } from '#contracts';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

/** Time zones 26 hours apart, which never have the same day. */
const EARLIEST_DAY = 'Pacific/Kiritimati';
const LATEST_DAY = 'Etc/GMT+12';

/** Unique name that finds only this study. */
const NAME = `W${newId().slice(-10)}`;

let calls: TenantCalls;
let study: Study;
beforeAll(async () => {
  calls = await startTenantCalls();
  const { id } = await calls.must<Patient>('OPERATOR', 'POST', '/patients', {
    body: aPatient({ lastName: NAME }),
  });
  study = await calls.must<Study>('OPERATOR', 'POST', '/studies', {
    body: { patientId: id, accessionNumber: null },
  });
});
afterAll(() => calls?.[Symbol.asyncDispose]());

/** Returns the day of the study in a time zone, yyyy-mm-dd. */
const dayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(study.createdAt));

const countMatches = async (
  list: string,
  days: Readonly<Record<string, string>>,
): Promise<number> => {
  const query = new URLSearchParams({ _keywords: NAME, ...days });
  const path = `/${list}/actions/count?${query}`;
  return (await calls.must<ReadingCounts>('PHYSICIAN', 'GET', path)).total;
};

it.each([
  ['studies', 'from', 'to'],
  ['patients', 'lastStudyFrom', 'lastStudyTo'],
])('the list of %s is filtered by days in the reader’s time zone', async (list, from, to) => {
  const within = (day: string, timeZone: string): Promise<number> =>
    countMatches(list, { [from]: day, [to]: day, timeZone });
  for (const zone of [EARLIEST_DAY, LATEST_DAY, 'UTC']) {
    expect(await within(dayIn(zone), zone), zone).toBe(1);
  }
  expect(await within(dayIn(EARLIEST_DAY), LATEST_DAY)).toBe(0);
  expect(await within(dayIn(LATEST_DAY), EARLIEST_DAY)).toBe(0);
});

it('the worklist is filtered by days in UTC if no time zone is given', async () => {
  expect(await countMatches('studies', { from: dayIn('UTC'), to: dayIn('UTC') })).toBe(1);
});

it('the worklist accepts the first and the last valid day as limits', async () => {
  const days = { from: '0001-01-01', to: '9999-12-31' };
  for (const timeZone of [EARLIEST_DAY, LATEST_DAY]) {
    expect(await countMatches('studies', { ...days, timeZone }), timeZone).toBe(1);
  }
});

it.each(['/studies', '/patients'])('%s rejects an unknown time zone by name', async (list) => {
  const rejected = await calls.as('PHYSICIAN', 'GET', `${list}?timeZone=Mars/Olympus`);
  expect(rejected.status).toBe(400);
  expect(rejected.body).toMatchObject({ errors: [{ field: 'timeZone' }] });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Patient } from '#contracts';
import { type ClinicCalls, startClinicCalls } from './support/clinic-calls.ts';

const PATIENTS = 20_000;

let calls: ClinicCalls;
beforeAll(async () => {
  calls = await startClinicCalls();
  const { db, ours, theirs } = calls.clinics;
  for (const { organizationId } of [ours, theirs]) {
    await sql`
      insert into patient (organization_id, id, code, first_name, last_name)
      select ${organizationId}, gen_random_uuid(), 'P-' || n, md5(n::text), md5((n * 7)::text)
      from generate_series(1, ${PATIENTS}::int) n`.execute(db);
  }
  await sql`analyze patient`.execute(db);
});
afterAll(() => calls?.[Symbol.asyncDispose]());

/** How often the trigram index was asked since the server began. */
async function indexScans(): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select idx_scan as scans from pg_stat_user_indexes
    where indexrelname = 'patient_search'`.execute(calls.clinics.db);
  return rows[0]?.scans ?? 0;
}

it('a search asks the index though rows are walled off, and finds the own clinic’s alone', async () => {
  const before = await indexScans();
  const find = (keywords: string) =>
    calls.must<{ items: Patient[]; total: number }>(
      'PHYSICIAN',
      'GET',
      `/patients/actions/search?_keywords=${encodeURIComponent(keywords)}`,
    );
  const found = await find('p-1234 p-12345');
  expect(found.total).toBe(1);
  expect(found.items[0]?.code).toBe('P-12345');
  const many = await find('p-1234');
  expect(many.total).toBe(11);
  // A session tells its figures at the end of a transaction, but not more often than each second.
  for (let tries = 0; tries < 6 && (await indexScans()) === before; tries += 1) {
    await sleep(1_100);
    await find('p-1234');
  }
  expect(await indexScans()).toBeGreaterThan(before);
});

it('the function finds nothing while no organization is set', async () => {
  const { rows } = await sql`select search_patient_ids('{%p-1%}')`.execute(calls.clinics.db);
  expect(rows).toEqual([]);
});

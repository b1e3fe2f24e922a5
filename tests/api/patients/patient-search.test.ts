import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldForSearch, type ListedStudy, type Patient } from '#contracts';
import { aPatient } from '../support/records.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

/** Enough rows for PostgreSQL to prefer the index. */
const PATIENTS = 20_000;

let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
  const { db, ownOrg, otherOrg } = calls.tenants;
  for (const { organizationId } of [ownOrg, otherOrg]) {
    await sql`
      insert into patient (organization_id, id, code, first_name, last_name)
      select ${organizationId}, gen_random_uuid(), 'P-' || n, md5(n::text), md5((n * 7)::text)
      from generate_series(1, ${PATIENTS}::int) n`.execute(db);
  }
  await sql`analyze patient`.execute(db);
});
afterAll(() => calls?.[Symbol.asyncDispose]());

type SearchResult = { items: Patient[]; total: number };
const find = (keywords: string) =>
  calls.must<SearchResult>(
    'PHYSICIAN',
    'GET',
    `/patients/actions/search?_keywords=${encodeURIComponent(keywords)}`,
  );
const namesOf = async (keywords: string) =>
  (await find(keywords)).items.map(({ lastName }) => lastName).sort();
const add = (overrides: object) =>
  calls.must<Patient>('OPERATOR', 'POST', '/patients', { body: aPatient(overrides) });

/** Returns the number of scans of an index since the server started. */
async function indexScans(name: string): Promise<number> {
  const { rows } = await sql<{ scans: number }>`
    select idx_scan as scans from pg_stat_user_indexes
    where indexrelname = ${name}`.execute(calls.tenants.db);
  return rows[0]?.scans ?? 0;
}

/**
 * Returns whether a search uses an index. A session reports its statistics at most once a second.
 */
async function usesIndex(index: string, keywords: string): Promise<boolean> {
  const scansBefore = await indexScans(index);
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await find(keywords);
    if ((await indexScans(index)) > scansBefore) return true;
    await sleep(1_100);
  }
  return false;
}

it('a search uses the index despite row-level security and finds only patients of its tenant', async () => {
  const result = await find('p-1234 p-12345');
  expect(result.total).toBe(1);
  expect(result.items[0]?.code).toBe('P-12345');
  // P-1234 and P-12340 to P-12349.
  const matches = await find('p-1234');
  expect(matches.total).toBe(11);
  expect(await usesIndex('patient_search', 'p-1234')).toBe(true);
});

it('the search function finds nothing without a tenant', async () => {
  const { rows } = await sql`
    select search_patient_ids('{%p-1%}', '{null}', '{null}')`.execute(calls.tenants.db);
  expect(rows).toEqual([]);
});

describe('a name', () => {
  it('is found without its accents and with additional accents', async () => {
    for (const lastName of ['Ünalqx', 'Unalqx', 'U\u0308nalqx']) await add({ lastName });
    for (const keywords of ['unalqx', 'Ünalqx', 'UNALQX', 'U\u0308nalqx', 'ünalq']) {
      expect(await namesOf(keywords), keywords).toHaveLength(3);
    }
  });

  it.each([
    ['Großqx', ['grossqx', 'GROẞQX', 'großqx']],
    ['Sørensqx', ['sorensqx', 'SØRENSQX']],
    ['Işıkqx', ['isikqx', 'ışıkqx', 'ISIKQX', 'İSİKQX']],
    ['Łęckqx', ['leckqx', 'łeckqx']],
    ['Ærøqx', ['aeroqx', 'ærøqx']],
    ['O’Dowdqx', ["o'dowdqx", 'o’dowdqx']],
    ['Семёнqx', ['семенqx', 'СЕМЁНqx']],
    ['Νίκοςqx', ['νικοσqx', 'ΝΊΚΟΣqx']],
  ])('%s is found by %j', async (lastName, queries) => {
    await add({ lastName });
    for (const keywords of queries) expect(await namesOf(keywords), keywords).toEqual([lastName]);
  });

  it('with pattern characters is matched literally', async () => {
    await add({ lastName: 'Under_scoreqx' });
    expect(await namesOf('under_scoreqx')).toEqual(['Under_scoreqx']);
    expect(await namesOf('underxscoreqx')).toEqual([]);
    expect(await namesOf('u_derqx')).toEqual([]);
  });

  it('is folded letter by letter in the database as in the browser', async () => {
    // All code points below the surrogates.
    const letters = Array.from({ length: 0xd7ff }, (_, index) =>
      String.fromCharCode(index + 1),
    ).filter((letter) => /[\p{L}\p{M}\p{N}'’ʼ‘‐–-]/u.test(letter));
    // Excludes capitals that Unicode added after some libraries of PostgreSQL.
    const known = letters.filter((letter) => !/[\u1c89-\u1cbf\u2c2f\ua7b8-\ua7ff]/.test(letter));
    const { rows } = await sql<{ letter: string; folded: string }>`
      select letter, fold_for_search(letter) as folded
      from unnest(${known}::text[]) as letter`.execute(calls.tenants.db);
    expect(rows).toHaveLength(known.length);
    const mismatches = rows.filter(({ letter, folded }) => folded !== foldForSearch(letter));
    expect(mismatches).toEqual([]);
  });

  it('is found in the worklist in the same ways', async () => {
    const { id } = await add({ lastName: 'Çelikqx', birthDate: '1931-07-09' });
    const body = { patientId: id, accessionNumber: null };
    await calls.must('OPERATOR', 'POST', '/studies', { body });
    for (const keywords of ['celikqx', '1931-07-09', '9.7.1931']) {
      const { items } = await calls.must<{ items: ListedStudy[] }>(
        'PHYSICIAN',
        'GET',
        `/studies?_keywords=${encodeURIComponent(keywords)}`,
      );
      expect(
        items.map(({ who }) => who?.lastName),
        keywords,
      ).toEqual(['Çelikqx']);
    }
  });
});

describe('a birth date', () => {
  beforeAll(async () => {
    await add({ lastName: 'Firstqb', birthDate: '1923-04-05' });
    await add({ lastName: 'Secondqb', birthDate: '1923-04-17' });
    await add({ lastName: 'Thirdqb', birthDate: '1923-11-30' });
    await add({ lastName: 'Nonebornqb', birthDate: null });
    await add({ lastName: 'Codedqb', birthDate: null, code: 'QB-1923-04' });
  });

  it.each([
    ['1923-04-05', ['Firstqb']],
    ['05.04.1923', ['Firstqb']],
    ['5.4.1923', ['Firstqb']],
    ['1923-04-1', ['Secondqb']],
    ['1923-04', ['Codedqb', 'Firstqb', 'Secondqb']],
    ['04.1923', ['Firstqb', 'Secondqb']],
    ['1923-1', ['Thirdqb']],
    ['1923 qb', ['Codedqb', 'Firstqb', 'Secondqb', 'Thirdqb']],
    ['1923 second', ['Secondqb']],
    ['qb 17.4.1923', ['Secondqb']],
    ['1923-04 1923', ['Codedqb', 'Firstqb', 'Secondqb']],
  ])('is found by %s, besides codes that contain the text', async (keywords, names) => {
    expect(await namesOf(keywords)).toEqual(names);
  });

  it.each(['1923-04-31', '1923-13', '31.04.1923', '04-05', '923-04-05', '1923 third 1924'])(
    'is not found by %s',
    async (keywords) => {
      expect(await namesOf(keywords)).toEqual([]);
    },
  );

  it('with slashes is rejected with an explanation, because day and month are ambiguous', async () => {
    const path = `/patients/actions/search?_keywords=${encodeURIComponent('04/05/1923')}`;
    const rejected = await calls.as('PHYSICIAN', 'GET', path);
    expect(rejected.status).toBe(400);
    expect(rejected.body).toMatchObject({ errors: [{ field: '_keywords' }] });
  });

  it('is searched by its index', async () => {
    expect(await usesIndex('patient_born', '1923-04-05')).toBe(true);
  });
});

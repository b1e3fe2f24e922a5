import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Patient, Study } from '#contracts';
import { requestAtHost } from '../support/call-at-host.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

const SECRET = 'S3cret-of-a-link';
/** Lookups of unknown numbers that a user may make in fifteen minutes. */
const MAX_MISSES = 20;

let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await tenants.db.deleteFrom('rateLimit').where('act', '=', 'lookup').execute();
});

/** Returns the redirect of a link opened under this host name. */
async function requestRedirect(path: string, host: string) {
  const { status, headers } = await requestAtHost(tenants.server, { host, method: 'GET', path });
  const { location = '', 'cache-control': cache = '' } = headers;
  return { status, location, cache };
}

const get = (path: string, token: string) => tenants.server.call('GET', path, { token });

async function create<T>(path: string, body: object, token: string): Promise<T> {
  const response = await tenants.server.call<T>('POST', path, { token, body });
  expect(response.status).toBe(200);
  return response.body;
}

const aPatient = (code: string) => ({
  code,
  firstName: 'Link',
  lastName: code,
  birthDate: null,
  sex: null,
});

describe('a link without #', () => {
  it('is redirected to the page that reads the link, by a relative address that is not cached', async () => {
    const { status, location, cache } = await requestRedirect(
      '/external-link?action=openPatient&mrn=CF%20%26%231',
      'clinic.example',
    );
    expect({ status, cache }).toEqual({ status: 303, cache: 'no-store' });
    expect(location).toBe('./#/external-link?action=openPatient&mrn=CF+%26%231');
    const ihe = await requestRedirect(
      '/IHEInvokeImageDisplay?requestType=PATIENT&patientID=1',
      'a.example',
    );
    expect(ihe.location).toBe('./#/external-link?requestType=PATIENT&patientID=1');
  });

  it('never redirects to another site, whatever its content', async () => {
    for (const query of [
      'url=https://evil.example',
      'redirect=//evil.example',
      '#https://evil.example',
      '%0d%0aLocation:%20https://evil.example',
      `mrn=${'x'.repeat(9_000)}`,
    ]) {
      const { location } = await requestRedirect(`/external-link?${query}`, 'clinic.example');
      const target = new URL(location, 'https://clinic.example/external-link');
      expect(target.origin + target.pathname).toBe('https://clinic.example/');
      expect(location.length).toBeLessThan(2_200);
    }
    for (const path of [
      '/external-link/more',
      '/external-linked',
      '//evil.example/external-link',
    ]) {
      expect((await requestRedirect(path, 'clinic.example')).status).not.toBe(303);
    }
  });

  it('that is too long is truncated, but never within a record number', async () => {
    for (const length of [1_960, 1_965, 1_970]) {
      const link = `/external-link?action=openPatient&note=${'x'.repeat(length)}&mrn=1234567890`;
      const { location } = await requestRedirect(link, 'clinic.example');
      const query = new URLSearchParams(location.split('?')[1]);
      expect([null, '1234567890'], `after ${length}`).toContain(query.get('mrn'));
    }
  });

  it('keeps name and password on localhost, drops them elsewhere, and logs neither', async () => {
    const link = `/external-link?mrn=1&username=ada&password=${SECRET}&PassWord=${SECRET}`;
    for (const host of ['localhost:4300', '127.0.0.1', '[::1]:4300']) {
      expect((await requestRedirect(link, host)).location, host).toContain(SECRET);
    }
    for (const host of ['clinic.example', 'localhost.evil.example', '10.0.0.7:4300']) {
      expect((await requestRedirect(link, host)).location, host).toBe('./#/external-link?mrn=1');
    }
    expect(tenants.server.log()).not.toContain(SECRET);
  });
});

describe('a record number in a link', () => {
  it('returns the same 404 if unknown as if used in another organization', async () => {
    const otherToken = tenants.otherOrg.tokenOf('PHYSICIAN');
    const patient = await create<Patient>('/patients', aPatient('THEIRS-1'), otherToken);
    const study = { patientId: patient.id, accessionNumber: 'THEIRS-A1' };
    await create<Study>('/studies', study, otherToken);
    const ownToken = tenants.ownOrg.tokenOf('PHYSICIAN');
    for (const [foreign, unknown] of [
      ['/patients/code/THEIRS-1', '/patients/code/UNKNOWN'],
      ['/studies/accession/THEIRS-A1', '/studies/accession/UNKNOWN'],
    ] as const) {
      const responses = [await get(foreign, ownToken), await get(unknown, ownToken)];
      expect(responses.map(({ status }) => status)).toEqual([404, 404]);
      expect(responses[0]?.body).toEqual(responses[1]?.body);
    }
  });

  it('is rejected after twenty unknown numbers, even if the record exists', async () => {
    const token = tenants.ownOrg.tokenOf('PHYSICIAN');
    await create<Patient>('/patients', aPatient('OWN-1'), token);
    for (let count = 0; count < MAX_MISSES; count += 1) {
      const list = count % 2 === 0 ? '/patients/code' : '/studies/accession';
      const path = `${list}/GUESS-${count}`;
      expect((await get(path, token)).status).toBe(404);
    }
    for (const path of [
      '/patients/code/GUESS-99',
      '/patients/code/OWN-1',
      '/studies/accession/X',
    ]) {
      const response = await get(path, token);
      expect(response).toMatchObject({ status: 429, body: { errorType: 'TooManyRequests' } });
    }
    // Other users of the same organization still get responses.
    const other = tenants.ownOrg.tokenOf('OPERATOR');
    expect((await get('/patients/code/OWN-1', other)).status).toBe(200);
  });

  it('has the same limit under concurrent requests', async () => {
    const token = tenants.ownOrg.tokenOf('VIEWER');
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => get(`/patients/code/CONCURRENT-${index}`, token)),
    );
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(MAX_MISSES);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(60 - MAX_MISSES);
  });

  it('of an existing record can be looked up without limit', async () => {
    const token = tenants.ownOrg.tokenOf('PHYSICIAN');
    await create<Patient>('/patients', aPatient('OFTEN-1'), token);
    for (let count = 0; count < 2 * MAX_MISSES; count += 1) {
      expect((await get('/patients/code/OFTEN-1', token)).status).toBe(200);
    }
  });

  it('can’t be looked up by blind annotators', async () => {
    const token = tenants.ownOrg.tokenOf('BLIND_ANNOTATOR');
    expect((await get('/patients/code/OWN-1', token)).status).toBe(403);
    expect((await get('/studies/accession/THEIRS-A1', token)).status).toBe(403);
  });
});

describe('a code checked during input', () => {
  const check = (code: string, token: string) =>
    tenants.server.call<{ exists: boolean }>('POST', '/patients/ispatientexist', {
      token,
      body: { code },
    });
  /** Simulates previous checks of free codes, of which 300 are allowed in fifteen minutes. */
  const setCheckCount = (points: number) =>
    tenants.db.updateTable('rateLimit').set({ points }).where('act', '=', 'codeCheck').execute();

  it('can be checked at typing speed without using up the limit of links', async () => {
    const token = tenants.ownOrg.tokenOf('OPERATOR');
    for (let count = 0; count < 2 * MAX_MISSES; count += 1) {
      expect((await check(`TYPED-${count}`, token)).body).toMatchObject({ exists: false });
    }
    expect((await get('/patients/code/NOBODY-1', token)).status).toBe(404);
  });

  it('is rejected after 300 checks of free codes, while other users can still check', async () => {
    const token = tenants.ownOrg.tokenOf('OPERATOR');
    await create<Patient>('/patients', aPatient('CHECKED-1'), token);
    await check('FREE-1', token);
    await setCheckCount(299);
    for (let count = 0; count < 3; count += 1) {
      expect((await check('CHECKED-1', token)).body).toMatchObject({ exists: true });
    }
    expect((await check('FREE-2', token)).body).toMatchObject({ exists: false });
    for (const code of ['FREE-3', 'CHECKED-1']) {
      const rejected = await check(code, token);
      expect(rejected).toMatchObject({ status: 429, body: { errorType: 'TooManyRequests' } });
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const other = tenants.ownOrg.tokenOf('PHYSICIAN');
    expect((await check('FREE-3', other)).body).toMatchObject({ exists: false });
  });
});

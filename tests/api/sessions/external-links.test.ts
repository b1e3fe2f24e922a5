import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Patient, Study } from '#contracts';
import { startTwoClinics, type TwoClinics } from '../support/two-clinics.ts';

const SECRET = 'S3cret-of-a-link';
const MISSES = 20;

let clinics: TwoClinics;
beforeAll(async () => {
  clinics = await startTwoClinics();
});
afterAll(() => clinics?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await clinics.db.deleteFrom('rateLimit').where('act', '=', 'lookup').execute();
});

/** Where the server sends a link that was opened under this host name. */
function follow(
  path: string,
  host: string,
): Promise<{ status: number; location: string; cache: string }> {
  const { port } = new URL(clinics.server.url);
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve({
        status: answer.statusCode ?? 0,
        location: answer.headers.location ?? '',
        cache: answer.headers['cache-control'] ?? '',
      });
    });
    call.on('error', reject).end();
  });
}

const look = (path: string, token: string) => clinics.server.call('GET', path, { token });

async function make<T>(path: string, body: object, token: string): Promise<T> {
  const answer = await clinics.server.call<T>('POST', path, { token, body });
  expect(answer.status).toBe(200);
  return answer.body;
}

const aPatient = (code: string) => ({
  code,
  firstName: 'Link',
  lastName: code,
  birthDate: null,
  sex: null,
});

describe('a link without #', () => {
  it('is sent on to the page that reads it, by a relative address that nobody keeps', async () => {
    const { status, location, cache } = await follow(
      '/external-link?action=openPatient&mrn=CF%20%26%231',
      'clinic.example',
    );
    expect({ status, cache }).toEqual({ status: 303, cache: 'no-store' });
    expect(location).toBe('./#/external-link?action=openPatient&mrn=CF+%26%231');
    const ihe = await follow('/IHEInvokeImageDisplay?requestType=PATIENT&patientID=1', 'a.example');
    expect(ihe.location).toBe('./#/external-link?requestType=PATIENT&patientID=1');
  });

  it('never leads to another place, whatever it holds', async () => {
    for (const query of [
      'url=https://evil.example',
      'redirect=//evil.example',
      '#https://evil.example',
      '%0d%0aLocation:%20https://evil.example',
      `mrn=${'x'.repeat(9_000)}`,
    ]) {
      const { location } = await follow(`/external-link?${query}`, 'clinic.example');
      const target = new URL(location, 'https://clinic.example/external-link');
      expect(target.origin + target.pathname).toBe('https://clinic.example/');
      expect(location.length).toBeLessThan(2_200);
    }
    for (const path of [
      '/external-link/more',
      '/external-linked',
      '//evil.example/external-link',
    ]) {
      expect((await follow(path, 'clinic.example')).status).not.toBe(303);
    }
  });

  it('that is too long loses what is beyond, and never half of a number', async () => {
    for (const length of [1_960, 1_965, 1_970]) {
      const link = `/external-link?action=openPatient&note=${'x'.repeat(length)}&mrn=1234567890`;
      const { location } = await follow(link, 'clinic.example');
      const query = new URLSearchParams(location.split('?')[1]);
      expect([null, '1234567890'], `after ${length}`).toContain(query.get('mrn'));
    }
  });

  it('keeps name and password on this machine, drops them elsewhere, and logs neither', async () => {
    const link = `/external-link?mrn=1&username=ada&password=${SECRET}&PassWord=${SECRET}`;
    for (const host of ['localhost:4300', '127.0.0.1', '[::1]:4300']) {
      expect((await follow(link, host)).location, host).toContain(SECRET);
    }
    for (const host of ['clinic.example', 'localhost.evil.example', '10.0.0.7:4300']) {
      expect((await follow(link, host)).location, host).toBe('./#/external-link?mrn=1');
    }
    expect(clinics.server.log()).not.toContain(SECRET);
  });
});

describe('a number that a link names', () => {
  it('is the same 404 whether nobody has it or another organization does', async () => {
    const theirs = clinics.theirs.tokenOf('PHYSICIAN');
    const patient = await make<Patient>('/patients', aPatient('THEIRS-1'), theirs);
    const study = { patientId: patient.id, accessionNumber: 'THEIRS-A1' };
    await make<Study>('/studies', study, theirs);
    const ours = clinics.ours.tokenOf('PHYSICIAN');
    for (const [known, unknown] of [
      ['/patients/code/THEIRS-1', '/patients/code/NOBODYS'],
      ['/studies/accession/THEIRS-A1', '/studies/accession/NOBODYS'],
    ] as const) {
      const answers = [await look(known, ours), await look(unknown, ours)];
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(answers[0]?.body).toEqual(answers[1]?.body);
    }
  });

  it('is not answered any more after twenty that nobody has, not even when it exists', async () => {
    const token = clinics.ours.tokenOf('PHYSICIAN');
    await make<Patient>('/patients', aPatient('OURS-1'), token);
    for (let at = 0; at < MISSES; at += 1) {
      const path = at % 2 === 0 ? `/patients/code/GUESS-${at}` : `/studies/accession/GUESS-${at}`;
      expect((await look(path, token)).status).toBe(404);
    }
    for (const path of [
      '/patients/code/GUESS-99',
      '/patients/code/OURS-1',
      '/studies/accession/X',
    ]) {
      const answer = await look(path, token);
      expect(answer).toMatchObject({ status: 429, body: { errorType: 'TooManyRequests' } });
    }
    // Others of the same organization look up as before.
    const other = clinics.ours.tokenOf('OPERATOR');
    expect((await look('/patients/code/OURS-1', other)).status).toBe(200);
  });

  it('is not answered more often when many are tried at once', async () => {
    const token = clinics.ours.tokenOf('VIEWER');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => look(`/patients/code/AT-ONCE-${at}`, token)),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(MISSES);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - MISSES);
  });

  it('may be looked up as often as one likes while somebody has it', async () => {
    const token = clinics.ours.tokenOf('PHYSICIAN');
    await make<Patient>('/patients', aPatient('OFTEN-1'), token);
    for (let at = 0; at < 2 * MISSES; at += 1) {
      expect((await look('/patients/code/OFTEN-1', token)).status).toBe(200);
    }
  });

  it('is told to no blind annotator', async () => {
    const token = clinics.ours.tokenOf('BLIND_ANNOTATOR');
    expect((await look('/patients/code/OURS-1', token)).status).toBe(403);
    expect((await look('/studies/accession/THEIRS-A1', token)).status).toBe(403);
  });
});

describe('a code that is checked while it is typed', () => {
  const check = (code: string, token: string) =>
    clinics.server.call<{ exists: boolean }>('POST', '/patients/ispatientexist', {
      token,
      body: { code },
    });
  /** As if so many had been checked already. */
  const checked = (points: number) =>
    clinics.db.updateTable('rateLimit').set({ points }).where('act', '=', 'codeCheck').execute();

  it('may be free as often as anyone types, and spoils no link', async () => {
    const token = clinics.ours.tokenOf('OPERATOR');
    for (let typed = 0; typed < 2 * MISSES; typed += 1) {
      expect((await check(`TYPED-${typed}`, token)).body).toMatchObject({ exists: false });
    }
    expect((await look('/patients/code/NOBODY-1', token)).status).toBe(404);
  });

  it('is not answered any more to a program that goes through codes, to others it is', async () => {
    const token = clinics.ours.tokenOf('OPERATOR');
    await make<Patient>('/patients', aPatient('CHECKED-1'), token);
    await check('FREE-1', token);
    await checked(299);
    for (let times = 0; times < 3; times += 1) {
      expect((await check('CHECKED-1', token)).body).toMatchObject({ exists: true });
    }
    expect((await check('FREE-2', token)).body).toMatchObject({ exists: false });
    for (const code of ['FREE-3', 'CHECKED-1']) {
      const refused = await check(code, token);
      expect(refused).toMatchObject({ status: 429, body: { errorType: 'TooManyRequests' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const other = clinics.ours.tokenOf('PHYSICIAN');
    expect((await check('FREE-3', other)).body).toMatchObject({ exists: false });
  });
});

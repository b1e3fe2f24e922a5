import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, ReportFields, ReportLetter, Role } from '#contracts';
import { newId } from '#foundation';
import { aReportedFinding } from '../support/records.ts';
import {
  addStudyToReport,
  getPdfOf,
  namePatient,
  reportCalls,
  startReportTenants,
} from '../support/reported-study.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import type { TwoTenants } from '../support/two-tenants.ts';

const settings = {
  letterContact: '01 234 567',
  letterDensity: true,
  letter: { en: { closing: 'With kind regards from {site}', B2: '{colour}', B6: 'On {followUp}' } },
};
const CONFIG = { extensions: { reporting: { settings } } };

let tenants: TwoTenants;
let studyId = '';
let scanId = '';
beforeAll(async () => {
  tenants = await startReportTenants(CONFIG);
});
afterAll(() => tenants?.[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ studyId, scanId } = await addStudyToReport(tenants));
});

const { as, save, sign, saveSigned } = reportCalls(() => tenants);

type Content = Partial<ReportFields['content']>;
const left = (biradsScore: number): Content => ({
  left: { biradsScore, breastDensity: 'HETERO', text: { text: '' } },
});
const contentOf = (content: Content = left(2)): Content => ({
  impression: { text: 'Read' },
  ...content,
});
const saveReport = async (): Promise<string> => (await save(studyId, contentOf())).id;
const signedReport = async (content?: Content): Promise<string> =>
  (await saveSigned(studyId, contentOf(content))).id;

const getLetter = (
  id: string,
  {
    query = '',
    token = tenants.ownOrg.tokenOf('VIEWER'),
    server = tenants.server as TestServer,
  } = {},
) => getPdfOf(server, token, `/reports/${id}/letter${query}`);
const textOf = (id: string, query = '') =>
  as<ReportLetter & ErrorResponse>('VIEWER', 'GET', `/reports/${id}/letter/text${query}`);

describe('the letter of a signed report', () => {
  it('shows what was signed in plain words, with contact, date and signer', async () => {
    const id = await signedReport(left(2));
    await namePatient(tenants, 'Renamed');
    const { status, headers, shown } = await getLetter(id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename="letter-1-en.pdf"');
    expect(headers.get('cache-control')).toBe('no-store');
    for (const text of [
      'Änne Müller',
      'Result of your breast ultrasound on 28 November 2026',
      'In your left breast we saw nothing unusual.',
      'Your breast tissue is dense.',
      '01 234 567',
      'With kind regards from Clinic',
      'Reader',
      'MD',
    ]) {
      expect(shown).toContain(text);
    }
    expect(shown).not.toMatch(/Renamed|BI-RADS|P-77/);
  });

  it('is in the chosen language, else in that of the report', async () => {
    const id = await signedReport({ ...left(4), language: 'de', followUpMonths: 6 });
    const { body } = await textOf(id);
    expect(body.language).toBe('de');
    expect(body.paragraphs.join(' ')).toContain('Mai 2027');
    expect((await textOf(id, '?language=en')).body.paragraphs.join(' ')).toContain('May 2027');
    expect((await getLetter(id, { query: '?language=en' })).shown).toContain('May 2027');
    const unknown = await getLetter(id, { query: '?language=fr' });
    expect(unknown.status).toBe(400);
  });

  it('has the same bytes on every request and from another server', async () => {
    const id = await signedReport();
    const first = await getLetter(id);
    expect((await getLetter(id)).bytes.equals(first.bytes)).toBe(true);
    const server = await startTestServer({
      config: CONFIG,
      env: { DATABASE_URL: tenants.databaseUrl, TZ: 'Asia/Tokyo' },
    });
    try {
      expect((await getLetter(id, { server })).bytes.equals(first.bytes)).toBe(true);
    } finally {
      await server.stop();
    }
  });

  it('warns of nothing for a usual result', async () => {
    const { body } = await textOf(await signedReport(left(2)));
    expect(body).toMatchObject({ categories: ['1'], number: 1, warnings: [], signer: 'Reader' });
  });

  it('says the images that a signed finding recommends', async () => {
    const finding = { ...aReportedFinding(scanId), recommendations: ['MRI'] };
    expect((await as('PHYSICIAN', 'POST', '/findings', { body: finding })).status).toBe(200);
    const id = await signedReport({ ...left(4), followUpMonths: 6 });
    await tenants.db
      .updateTable('finding')
      .set({ recommendations: [] })
      .where('id', '=', finding.id)
      .execute();
    const { body } = await textOf(id);
    expect(body.paragraphs.join(' ')).toContain('MRI scanner');
    expect(body.warnings).toEqual([]);
  });

  it('warns of a recommendation that differs from its text', async () => {
    const recommendations = [{ code: 'BIRAD_6', side: 'L', text: '' } as const];
    const { body } = await textOf(await signedReport({ ...left(6), recommendations }));
    expect(body.warnings).toEqual(['IN_PERSON', 'MANAGEMENT']);
  });

  it('warns of a result that is explained in person and of text that it lacks', async () => {
    const recommendations = [{ code: 'BIRAD_4', side: 'L', text: 'Core biopsy' } as const];
    const id = await signedReport({ ...left(6), recommendations });
    const { body } = await textOf(id);
    expect(body).toMatchObject({ categories: ['4'], warnings: ['IN_PERSON', 'OWN_TEXT'] });
    expect(body.paragraphs.join(' ')).not.toContain('Core biopsy');
    const addendum = newId();
    const path = `/reports/${id}/actions/addendum`;
    await as('PHYSICIAN', 'POST', path, { body: { id: addendum, text: 'It is smaller' } });
    for (const requested of [addendum, id]) {
      const open = await textOf(requested);
      expect(open.body.number).toBe(1);
      expect(open.body.warnings).toEqual(['IN_PERSON', 'OPEN_ADDENDUM', 'OWN_TEXT']);
      expect((await getLetter(requested)).headers.get('content-disposition')).toContain(
        'letter-1-en.pdf',
      );
    }
    await sign(addendum);
    expect((await textOf(id)).body.warnings).toEqual(['IN_PERSON', 'ADDENDUM', 'OWN_TEXT']);
  });
});

describe('a letter that can’t be written', () => {
  it.each(['', '/text'])('is rejected before the signature (%s)', async (path) => {
    const id = await saveReport();
    const { status, body } = await as('VIEWER', 'GET', `/reports/${id}/letter${path}`);
    expect(status).toBe(409);
    expect(body).toMatchObject({ errorType: 'Conflict', code: 'LETTER_UNSIGNED' });
  });

  it('names the unknown placeholder of the site’s text, and the known ones', async () => {
    const { status, body } = await textOf(await signedReport(left(3)));
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'LETTER_PLACEHOLDER',
      values: { text: 'B2', placeholder: 'colour' },
      message: expect.stringContaining('{patient}, {date}'),
    });
  });

  it('names the placeholder for which the report has no value', async () => {
    const { status, body } = await textOf(await signedReport(left(9)));
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'LETTER_VALUE_MISSING',
      values: { text: 'B6', placeholder: 'followUp' },
    });
  });
});

describe('access to the letter of a report', () => {
  it('is given to the roles that may see reports, and to no blind annotator', async () => {
    const id = await signedReport();
    const statusFor = async (role: Role) =>
      (await getLetter(id, { token: tenants.ownOrg.tokenOf(role) })).status;
    expect(await statusFor('OPERATOR')).toBe(200);
    expect(await statusFor('BLIND_ANNOTATOR')).toBe(403);
  });

  it('ends with 404 for another organization and an unknown report', async () => {
    const id = await signedReport();
    const token = tenants.otherOrg.tokenOf('PHYSICIAN');
    expect((await getLetter(id, { token })).status).toBe(404);
    const path = `/reports/${id}/letter/text`;
    expect((await tenants.server.call('GET', path, { token })).status).toBe(404);
    expect((await getLetter(newId())).status).toBe(404);
  });

  it('is audited with report, study, patient, language and version of the texts', async () => {
    const id = await signedReport();
    await getLetter(id, { query: '?language=de' });
    const rows = await tenants.db
      .selectFrom('audit')
      .select(['subject', 'outcome'])
      .where('act', '=', 'getReportLetter')
      .execute();
    expect(rows).toContainEqual({
      subject: {
        id,
        studyId,
        patientId: tenants.ownOrg.patientId,
        language: 'de',
        templates: '3',
      },
      outcome: 'done',
    });
  });
});

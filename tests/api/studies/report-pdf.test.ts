import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, ReportFields } from '#contracts';
import { newId } from '#foundation';
import { aJpeg } from '../../../platform/server/images/test-support/images.ts';
import { aReportedFinding } from '../support/records.ts';
import {
  addStudyToReport,
  getPdfOf,
  reportCalls,
  startReportTenants,
  TIME_ZONE,
} from '../support/reported-study.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import type { TwoTenants } from '../support/two-tenants.ts';

let tenants: TwoTenants;
let studyId = '';
let scanId = '';
beforeAll(async () => {
  tenants = await startReportTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ studyId, scanId } = await addStudyToReport(tenants));
});

const { as, act, save, sign, saveSigned } = reportCalls(() => tenants);

type Content = Partial<ReportFields['content']>;
const contentOf = (content: Content): Content => ({
  left: { biradsScore: 5, breastDensity: 'HETERO', text: { text: 'One mass.' } },
  impression: { text: 'A suspicious mass' },
  ...content,
});
const saveReport = (content: Content = {}) => save(studyId, contentOf(content));
const signedReport = (content: Content = {}) => saveSigned(studyId, contentOf(content));

async function getPdf(
  id: string,
  { token = tenants.ownOrg.tokenOf('PHYSICIAN'), server = tenants.server as TestServer } = {},
) {
  const pdf = await getPdfOf(server, token, `/reports/${id}/pdf`);
  // Words across the pages are larger than any other text.
  const stamps = pdf.texts.filter(({ sizePt }) => sizePt > 40).map(({ text }) => text);
  return { ...pdf, stamps };
}

describe('the PDF of an unsigned report', () => {
  it('is a download whose name has the version and no patient', async () => {
    const report = await saveReport();
    const { status, headers, bytes } = await getPdf(report.id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename="report-1.pdf"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
  });

  it('shows current records, and its state across the page', async () => {
    const report = await saveReport();
    const draft = await getPdf(report.id);
    expect(new Set(draft.stamps)).toEqual(new Set(['Draft']));
    for (const text of ['Müller', 'Änne', 'P-77', 'Clinic', '28 November 2026', 'Not signed']) {
      expect(draft.shown).toContain(text);
    }
    expect(draft.shown).toContain('A lump that can be felt');
    expect(draft.shown).toContain('Left breast: BI-RADS 4A');
    await act(report.id, 'preliminary');
    await tenants.db
      .updateTable('patient')
      .set({ lastName: 'Renamed' })
      .where('id', '=', tenants.ownOrg.patientId)
      .execute();
    const preliminary = await getPdf(report.id);
    expect(new Set(preliminary.stamps)).toEqual(new Set(['Preliminary']));
    expect(preliminary.shown).toContain('Renamed');
  });

  it('is in the language of the report, whatever that of the caller', async () => {
    const report = await saveReport({ language: 'de' });
    const { shown, stamps } = await getPdf(report.id);
    expect(stamps).toContain('Entwurf');
    expect(shown).toContain('Linke Brust: BI-RADS 4A');
    expect(shown).toContain('Geringer Malignitätsverdacht');
    expect(shown).toContain('28. November 2026');
  });
});

describe('the PDF of a signed report', () => {
  it('shows what was signed, with findings, thumbnail, signer, time and hash', async () => {
    const thumbnailBase64 = aJpeg().toString('base64');
    const { body: finding } = await as<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: { ...aReportedFinding(scanId), thumbnailBase64 },
    });
    const sentences = [{ key: 'place' as const, text: 'Near the chest wall.' }];
    const report = await signedReport({
      findingTexts: [{ findingId: finding.id, sentences, text: 'Firm.' }],
      recommendations: [{ code: 'BIRAD_4', side: 'L', text: 'Core biopsy' }],
      followUpMonths: 6,
    });
    await tenants.db
      .updateTable('patient')
      .set({ lastName: 'Renamed' })
      .where('id', '=', tenants.ownOrg.patientId)
      .execute();
    await tenants.db
      .updateTable('study')
      .set({ indications: ['DENSE'], accessionNumber: 'Changed' })
      .where('id', '=', studyId)
      .execute();
    const { body: signed } = await as('VIEWER', 'GET', `/reports/${report.id}`);
    const { shown, stamps, bytes } = await getPdf(report.id);
    expect(stamps).toEqual([]);
    for (const text of [
      'Müller',
      'A lump that can be felt',
      `A-${studyId.slice(-8)}`,
      'L 1',
      '20.0 mm',
      'Finding L 1',
      'Near the chest wall. Firm.',
      'Left: Biopsy, guided by imaging',
      'Core biopsy',
      'Follow-up in 6 months',
      'Signed by Reader, MD',
      TIME_ZONE,
      `SHA-256 ${signed.contentHash}`,
    ]) {
      expect(shown).toContain(text);
    }
    expect(shown).not.toContain('Renamed');
    expect(shown).not.toContain('Dense breasts');
    expect(bytes.toString('latin1')).toContain('/Filter /DCTDecode');
  });

  it('has the same bytes on every request and from another server', async () => {
    const report = await signedReport();
    const first = await getPdf(report.id);
    const second = await getPdf(report.id);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    const server = await startTestServer({
      config: { timeZone: TIME_ZONE },
      env: { DATABASE_URL: tenants.databaseUrl, TZ: 'Asia/Tokyo' },
    });
    try {
      const other = await getPdf(report.id, { server });
      expect(other.bytes.equals(first.bytes)).toBe(true);
    } finally {
      await server.stop();
    }
  });

  it('contains signed addenda, and an open addendum only under its own id', async () => {
    const report = await signedReport();
    const first = newId();
    await act(report.id, 'addendum', { id: first, text: 'The mass is smaller' });
    const open = await getPdf(first);
    expect(new Set(open.stamps)).toEqual(new Set(['Unsigned addendum']));
    expect(open.shown).toContain('The mass is smaller');
    const before = await getPdf(report.id);
    expect(before.shown).not.toContain('Addendum 1');
    const { status } = await as('PHYSICIAN', 'POST', '/findings', {
      body: aReportedFinding(scanId),
    });
    expect(status).toBe(200);
    await sign(first);
    const after = await getPdf(report.id);
    expect(after.stamps).toEqual([]);
    expect(after.shown).toContain('Addendum 1');
    expect(after.shown).toContain('Findings with this addendum');
    expect(after.shown.match(/Signed by Reader, MD/g)).toHaveLength(2);
    expect((await getPdf(first)).bytes.equals(after.bytes)).toBe(true);
    expect(after.headers.get('content-disposition')).toContain('report-1.pdf');
  });

  it('is rejected with the next step when the report is not what was signed', async () => {
    const report = await signedReport();
    await tenants.db.transaction().execute(async (db) => {
      await sql`alter table report disable trigger report_signed_for_ever`.execute(db);
      await sql`update report set frozen = jsonb_set(frozen, '{content,impression,text}', '"Benign"')
        where id = ${report.id}`.execute(db);
      await sql`alter table report enable trigger report_signed_for_ever`.execute(db);
    });
    const { status, bytes } = await getPdf(report.id);
    expect(status).toBe(409);
    expect(JSON.parse(bytes.toString())).toMatchObject({
      errorType: 'Conflict',
      code: 'REPORT_NOT_INTACT',
      message: expect.stringContaining('Ask the administrator to restore'),
      data: { reportId: report.id },
    });
  });
});

describe('access to the PDF of a report', () => {
  const statusFor = async (id: string, token: string) => (await getPdf(id, { token })).status;

  it('is given to the roles that may see reports, and to no blind annotator', async () => {
    const { id } = await saveReport();
    const { ownOrg } = tenants;
    expect(await statusFor(id, ownOrg.tokenOf('VIEWER'))).toBe(200);
    expect(await statusFor(id, ownOrg.tokenOf('OPERATOR'))).toBe(200);
    expect(await statusFor(id, ownOrg.tokenOf('BLIND_ANNOTATOR'))).toBe(403);
  });

  it('ends with 404 for another organization, an unknown and a discarded report', async () => {
    const { id } = await saveReport();
    expect(await statusFor(id, tenants.otherOrg.tokenOf('PHYSICIAN'))).toBe(404);
    expect((await getPdf(newId())).status).toBe(404);
    await as('PHYSICIAN', 'DELETE', `/reports/${id}`, { headers: { 'if-match': '"v1"' } });
    expect((await getPdf(id)).status).toBe(404);
  });

  it('is audited with report, study and patient', async () => {
    const { id } = await saveReport();
    await getPdf(id, { token: tenants.ownOrg.tokenOf('VIEWER') });
    const rows = await tenants.db
      .selectFrom('audit')
      .select(['subject', 'outcome'])
      .where('act', '=', 'getReportPdf')
      .execute();
    expect(rows).toContainEqual({
      subject: { id, studyId, patientId: tenants.ownOrg.patientId },
      outcome: 'done',
    });
  });
});

import { expect } from 'vitest';
import type { ErrorResponse, Report, ReportFields, Role, SiteConfigInput } from '#contracts';
import { newId } from '#foundation';
import { readPdf } from '../../../platform/server/operations/reports/pdf/test-support/read-pdf.ts';
import { allowSigning, SIGNING_PASSWORD } from './signed-case.ts';
import type { TestServer } from './start-test-server.ts';
import { callsOf } from './tenant-calls.ts';
import { startTwoTenants, type TwoTenants } from './two-tenants.ts';

/** Time zone in which the scan of a reported study belongs to the next day. */
export const TIME_ZONE = 'Europe/Vienna';

export type ReportBody = Report & ErrorResponse;

/** Starts the server with a physician who can sign. */
export async function startReportTenants(
  config: Partial<SiteConfigInput> = {},
): Promise<TwoTenants> {
  const tenants = await startTwoTenants({ timeZone: TIME_ZONE, ...config });
  await allowSigning(tenants, { lastName: 'Reader', jobTitle: 'MD' });
  return tenants;
}

/** Creates a study with a completed scan of the left breast, and names its patient. */
export async function addStudyToReport(tenants: TwoTenants) {
  const { organizationId, patientId, addScan } = tenants.ownOrg;
  const studyId = newId();
  const scanId = await addScan();
  await tenants.db
    .insertInto('study')
    .values({
      ...{ id: studyId, organizationId, patientId, createdBy: null, updatedBy: null },
      ...{ accessionNumber: `A-${studyId.slice(-8)}`, indications: ['MASS'] },
    })
    .execute();
  await tenants.db
    .updateTable('scan')
    .set({ studyId, label: 'L', acquisitionTime: '2026-11-27T23:30:00.000Z' })
    .where('id', '=', scanId)
    .execute();
  await namePatient(tenants, 'Müller');
  return { studyId, scanId };
}

export const namePatient = (tenants: TwoTenants, lastName: string) =>
  tenants.db
    .updateTable('patient')
    .set({ lastName, firstName: 'Änne', code: 'P-77', birthDate: '1970-02-28' })
    .where('id', '=', tenants.ownOrg.patientId)
    .execute();

type Content = Partial<ReportFields['content']>;
type CallOptions = { body?: unknown; headers?: Record<string, string> };

/** Returns calls that write and sign reports of the tenants that `tenantsOf` returns. */
export function reportCalls(tenantsOf: () => TwoTenants) {
  const as = <T = ReportBody>(
    role: Role,
    method: string,
    path: string,
    options: CallOptions = {},
  ) => callsOf(tenantsOf()).as<T>(role, method, path, options);
  const act = (id: string, name: string, body?: object) =>
    as('PHYSICIAN', 'POST', `/reports/${id}/actions/${name}`, body === undefined ? {} : { body });
  const save = async (studyId: string, content: Content): Promise<Report> => {
    const body = { id: newId(), studyId, content };
    const response = await as('PHYSICIAN', 'POST', '/reports', { body });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body;
  };
  const sign = async (id: string): Promise<void> => {
    const { status, body } = await act(id, 'sign', { password: SIGNING_PASSWORD });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const saveSigned = async (studyId: string, content: Content): Promise<Report> => {
    const report = await save(studyId, content);
    await act(report.id, 'preliminary');
    await sign(report.id);
    return report;
  };
  return { as, act, save, sign, saveSigned };
}

/** Downloads a PDF; its texts are empty for an error. */
export async function getPdfOf(server: TestServer, token: string, path: string) {
  const response = await fetch(`${server.url}/api${path}`, {
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, headers } = response;
  const texts = status === 200 ? readPdf(bytes) : [];
  return { status, headers, bytes, texts, shown: texts.map(({ text }) => text).join('\n') };
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ErrorResponse, Finding, Patient, Report } from '#contracts';
import { newId } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { aPatient, aReportedFinding } from '../support/records.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

const PASSWORD = 'Correct-horse-1!';
let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
  await tenants.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(PASSWORD), lastName: 'Reader' })
    .where('id', '=', tenants.ownOrg.accountOf('PHYSICIAN').id)
    .execute();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const call = <T>(method: string, path: string, body?: unknown) =>
  tenants.server.call<T>(method, path, {
    token: tenants.ownOrg.tokenOf('PHYSICIAN'),
    ...(body === undefined ? {} : { body }),
  });

/** Adds a study of a patient on a day, with a completed scan of the left breast. */
async function addStudy(
  day: string,
  patientId = tenants.ownOrg.patientId,
): Promise<{ readonly studyId: string; readonly scanId: string }> {
  const { organizationId } = tenants.ownOrg;
  const studyId = newId();
  const scanId = await tenants.ownOrg.addScan();
  const stored = { organizationId, createdBy: null, updatedBy: null };
  await tenants.db
    .insertInto('study')
    .values({ ...stored, id: studyId, patientId })
    .execute();
  await tenants.db
    .updateTable('scan')
    .set({ studyId, patientId, acquisitionTime: `${day}T09:00:00.000Z` })
    .where('id', '=', scanId)
    .execute();
  return { studyId, scanId };
}

async function addFinding(scanId: string, massLengthUm: number): Promise<Finding> {
  const body = { ...aReportedFinding(scanId), massLengthUm };
  const created = await call<Finding>('POST', '/findings', body);
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body;
}

/** Signs a report whose text names the size of a prior of 31 mm. */
async function signWith(studyId: string, finding: Finding, priorFindingId: string | null) {
  const content = {
    left: { biradsScore: 3, breastDensity: 'HETERO', text: { text: 'A mass' } },
    impression: { text: 'Benign' },
    findingTexts: [{ findingId: finding.id, text: 'It measured 31 mm.' }],
    priorLinks: priorFindingId === null ? [] : [{ findingId: finding.id, priorFindingId }],
  };
  const { id } = (await call<Report>('POST', '/reports', { id: newId(), studyId, content })).body;
  await call('POST', `/reports/${id}/actions/preliminary`);
  return call<Report & ErrorResponse>('POST', `/reports/${id}/actions/sign`, {
    password: PASSWORD,
  });
}

it('a text may name the size of a linked prior, and no size without a link', async () => {
  const before = await addStudy('2025-01-10');
  const prior = await addFinding(before.scanId, 31_000);
  const now = await addStudy('2026-01-10');
  const finding = await addFinding(now.scanId, 12_000);
  const unlinked = await signWith(now.studyId, finding, null);
  expect([unlinked.status, unlinked.body.message]).toEqual([409, expect.stringContaining('31 mm')]);
  const linked = await signWith(now.studyId, finding, prior.id);
  expect(linked.status, JSON.stringify(linked.body)).toBe(200);
  expect(linked.body.content.priorLinks).toEqual([
    { findingId: finding.id, priorFindingId: prior.id },
  ]);
});

it('a link to another patient, to the same study or to a later one gives no size', async () => {
  const now = await addStudy('2026-01-10');
  const finding = await addFinding(now.scanId, 12_000);
  const sibling = await addFinding(now.scanId, 31_000);
  const later = await addStudy('2026-06-10');
  const grown = await addFinding(later.scanId, 31_000);
  const { server, ownOrg } = tenants;
  const options = { token: ownOrg.tokenOf('OPERATOR'), body: aPatient() };
  const other = await server.call<Patient>('POST', '/patients', options);
  const foreign = await addStudy('2025-01-10', other.body.id);
  const ofOther = await addFinding(foreign.scanId, 31_000);
  for (const id of [sibling.id, grown.id, ofOther.id, newId()]) {
    expect((await signWith(now.studyId, finding, id)).status).toBe(409);
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, Role } from '#contracts';
import { newId } from '#foundation';
import { createCaller } from '../matrix/matrix-tenant.ts';
import type { MatrixTenant } from '../matrix/route-case.ts';
import { addAiFinding } from '../support/ai-finding.ts';
import { aFinding, aMark } from '../support/records.ts';
import { at, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan();
});

const createFinding = (role: Role = 'PHYSICIAN') =>
  calls.must<Finding>(role, 'POST', '/findings', {
    body: aFinding(scanId, [aMark(), aMark()]),
  });
const read = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);
const setHidden = (id: string, hidden: unknown, role: Role = 'PHYSICIAN') =>
  calls.as(role, 'PUT', `/findings/${id}/hidden`, { body: { hidden } });
const hiddenOf = async (role: Role = 'PHYSICIAN') => {
  const path = `/scans/${scanId}/hiddenFindings`;
  return (await calls.must<{ findingIds: string[] }>(role, 'GET', path)).findingIds;
};

describe('the list of hidden findings', () => {
  it('belongs to one reader: two readers hide different findings', async () => {
    const [one, two] = [await createFinding(), await createFinding()];
    const tenant = { ...calls.tenants, organizationId: calls.tenants.ownOrg.organizationId };
    const { token } = await createCaller(tenant as unknown as MatrixTenant, 'PHYSICIAN');
    const asOther = <T>(method: string, path: string, body?: object) =>
      calls.tenants.server.call<T>(method, path, { token, body });
    expect((await setHidden(one.id, true)).status).toBe(200);
    expect((await asOther('PUT', `/findings/${two.id}/hidden`, { hidden: true })).status).toBe(200);
    expect(await hiddenOf()).toEqual([one.id]);
    const path = `/scans/${scanId}/hiddenFindings`;
    expect((await asOther('GET', path)).body).toEqual({ findingIds: [two.id] });
    expect(await hiddenOf('VIEWER')).toEqual([]);
  });

  it('is no edit: finding, version and the edits of others stay', async () => {
    const created = await createFinding();
    await setHidden(created.id, true);
    expect(await read(created.id)).toEqual(created);
    const { marks, massLengthUm, massWidthUm, massHeightUm } = created;
    const edited = await calls.as<Finding>('PHYSICIAN', 'PUT', `/findings/${created.id}`, {
      body: { marks, massLengthUm, massWidthUm, massHeightUm, note: 'Edited' },
      ...at(created.version),
    });
    expect(edited.body).toMatchObject({ note: 'Edited', version: 2 });
    expect(await hiddenOf()).toEqual([created.id]);
  });

  it('accepts repeated calls, and leaves out findings shown again or deleted', async () => {
    const [one, two] = [await createFinding(), await createFinding()];
    for (const { id } of [one, one, two]) await setHidden(id, true);
    expect(await hiddenOf()).toEqual([one.id, two.id].sort());
    for (const _ of [1, 2]) expect((await setHidden(one.id, false)).status).toBe(200);
    await calls.must('PHYSICIAN', 'DELETE', `/findings/${two.id}`, at(1));
    expect(await hiddenOf()).toEqual([]);
  });

  it('contains AI findings too', async () => {
    const id = await addAiFinding(calls.tenants, scanId, [aMark()]);
    expect((await setHidden(id, true)).status).toBe(200);
    expect(await hiddenOf()).toEqual([id]);
  });

  it('contains the parts of a hidden finding that is ungrouped, for its reader only', async () => {
    const created = await createFinding();
    await setHidden(created.id, true);
    const path = '/findings/actions/ungroup';
    const { items } = await calls.must<{ items: Finding[] }>('PHYSICIAN', 'POST', path, {
      body: { id: created.id },
    });
    expect(await hiddenOf()).toEqual(items.map(({ id }) => id).sort());
    expect(await hiddenOf('VIEWER')).toEqual([]);
  });

  it('rejects values that are not boolean, unknown findings, and roles that only view', async () => {
    const { id } = await createFinding();
    expect((await setHidden(id, 'yes')).status).toBe(400);
    expect((await setHidden(newId(), true)).status).toBe(404);
    expect((await setHidden(id, true, 'VIEWER')).status).toBe(403);
    expect(await hiddenOf()).toEqual([]);
  });
});

describe('blind annotators', () => {
  it('hide their own findings, and learn of no others', async () => {
    const [own, other] = [await createFinding('BLIND_ANNOTATOR'), await createFinding()];
    expect((await setHidden(own.id, true, 'BLIND_ANNOTATOR')).status).toBe(200);
    expect((await setHidden(other.id, true, 'BLIND_ANNOTATOR')).status).toBe(404);
    await setHidden(other.id, true);
    expect(await hiddenOf('BLIND_ANNOTATOR')).toEqual([own.id]);
    expect(await hiddenOf()).toEqual([other.id]);
  });
});

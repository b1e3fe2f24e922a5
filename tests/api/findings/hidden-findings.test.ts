import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, Role } from '#contracts';
import { newId } from '#foundation';
import { createCaller } from '../matrix/matrix-tenant.ts';
import type { MatrixTenant } from '../matrix/route-case.ts';
import { addAiFinding } from '../support/ai-finding.ts';
import { aFinding, aMark } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

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
const readFinding = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);
const setHidden = (id: string, hidden: unknown, role: Role = 'PHYSICIAN') =>
  calls.as(role, 'PUT', `/findings/${id}/hidden`, { body: { hidden } });
const hiddenOf = async (role: Role = 'PHYSICIAN') => {
  const path = `/scans/${scanId}/hiddenFindings`;
  return (await calls.must<{ findingIds: string[] }>(role, 'GET', path)).findingIds;
};

describe('the list of hidden findings', () => {
  it('belongs to one reader, so that two readers can hide different findings', async () => {
    const first = await createFinding();
    const second = await createFinding();
    const tenant = { ...calls.tenants, organizationId: calls.tenants.ownOrg.organizationId };
    const { token } = await createCaller(tenant as unknown as MatrixTenant, 'PHYSICIAN');
    const callAsOther = <T>(method: string, path: string, body?: object) =>
      calls.tenants.server.call<T>(method, path, { token, body });
    expect((await setHidden(first.id, true)).status).toBe(200);
    expect(
      (await callAsOther('PUT', `/findings/${second.id}/hidden`, { hidden: true })).status,
    ).toBe(200);
    expect(await hiddenOf()).toEqual([first.id]);
    const path = `/scans/${scanId}/hiddenFindings`;
    expect((await callAsOther('GET', path)).body).toEqual({ findingIds: [second.id] });
    expect(await hiddenOf('VIEWER')).toEqual([]);
  });

  it('changes no finding and no version, so that edits of others are saved', async () => {
    const created = await createFinding();
    await setHidden(created.id, true);
    expect(await readFinding(created.id)).toEqual(created);
    const { marks, massLengthUm, massWidthUm, massHeightUm } = created;
    const edited = await calls.as<Finding>('PHYSICIAN', 'PUT', `/findings/${created.id}`, {
      body: { marks, massLengthUm, massWidthUm, massHeightUm, note: 'Edited' },
      ...ifVersion(created.version),
    });
    expect(edited.body).toMatchObject({ note: 'Edited', version: 2 });
    expect(await hiddenOf()).toEqual([created.id]);
  });

  it('accepts repeated calls, and leaves out findings shown again or deleted', async () => {
    const first = await createFinding();
    const second = await createFinding();
    for (const { id } of [first, first, second]) await setHidden(id, true);
    expect(await hiddenOf()).toEqual([first.id, second.id].sort());
    for (const _attempt of [1, 2]) {
      expect((await setHidden(first.id, false)).status).toBe(200);
    }
    await calls.must('PHYSICIAN', 'DELETE', `/findings/${second.id}`, ifVersion(1));
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
    const own = await createFinding('BLIND_ANNOTATOR');
    const other = await createFinding();
    expect((await setHidden(own.id, true, 'BLIND_ANNOTATOR')).status).toBe(200);
    expect((await setHidden(other.id, true, 'BLIND_ANNOTATOR')).status).toBe(404);
    await setHidden(other.id, true);
    expect(await hiddenOf('BLIND_ANNOTATOR')).toEqual([own.id]);
    expect(await hiddenOf()).toEqual([other.id]);
  });
});

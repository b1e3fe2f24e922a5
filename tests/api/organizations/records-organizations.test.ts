import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { registerRecordRoutes } from '../../../platform/server/records/register-record-routes.ts';
import { missingFrames } from '../../../platform/server/records/scans/missing-frames.ts';
import { call, headersOf } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';
import { aFinding } from '../support/records.ts';

let plane: DataPlane;
let server: FastifyInstance;
let url = '';
let ownOrg: Tenant;
let otherOrg: Tenant;
/** Ids of the other organization, by kind of object. */
const foreign: Record<string, string> = {};

beforeAll(async () => {
  plane = await startDataPlane();
  server = Fastify();
  registerRecordRoutes(server, plane.deps, plane.jobs);
  url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/api`;
  ownOrg = await plane.addTenant();
  otherOrg = await plane.addTenant();
  foreign.scan = await otherOrg.addScan();
  foreign.study = otherOrg.studyId;
  const token = otherOrg.tokenOf('PHYSICIAN');
  const body = aFinding(foreign.scan);
  const response = await call<{ id: string }>(url, token, 'POST', '/findings', body);
  foreign.finding = response.body.id;
  const foreignStudy = await call<{ patientId: string }>(
    url,
    token,
    'GET',
    `/studies/${foreign.study}`,
  );
  foreign.patient = foreignStudy.body.patientId;
});
afterAll(async () => {
  await server.close();
  await plane[Symbol.asyncDispose]();
});

// The permission matrix covers every call with an id of another organization.

describe('the server with two organizations', () => {
  it('hides foreign objects from changes by any role', async () => {
    const { id: _id, scanId: _scan, ...update } = aFinding(foreign.scan ?? '');
    for (const [role, status] of [
      ['OPERATOR', 403],
      ['PHYSICIAN', 404],
    ] as const) {
      const response = await fetch(`${url}/findings/${foreign.finding}`, {
        method: 'PUT',
        headers: {
          ...headersOf(ownOrg.tokenOf(role)),
          'content-type': 'application/json',
          'if-match': '"v1"',
        },
        body: JSON.stringify(update),
      });
      expect(response.status, await response.text()).toBe(status);
    }
  });

  it('prevents additions to foreign objects', async () => {
    const token = ownOrg.tokenOf('PHYSICIAN');
    const study = { patientId: foreign.patient, accessionNumber: null };
    const scan = { studyId: foreign.study, laterality: 'L' };
    for (const [path, body] of [
      ['/studies', study],
      ['/scans', scan],
      ['/findings', aFinding(foreign.scan ?? '')],
    ] as const) {
      expect((await call(url, token, 'POST', path, body)).status, path).toBe(404);
    }
  });

  it('allows the same ids, codes and accession numbers in both organizations', async () => {
    const id = newId();
    for (const tenant of [ownOrg, otherOrg]) {
      const token = tenant.tokenOf('PHYSICIAN');
      const patient = { code: 'SAME', firstName: null, lastName: 'S', birthDate: null, sex: null };
      const created = await call<{ id: string }>(url, token, 'POST', '/patients', patient);
      const study = { id, patientId: created.body.id, accessionNumber: 'SAME' };
      expect((await call(url, token, 'POST', '/studies', study)).status).toBe(200);
    }
  });

  it('audits performed and denied actions in the organization of the caller', async () => {
    const rows = await plane.db.selectFrom('audit').selectAll().execute();
    const auditedActions = (organizationId: string, outcome: 'done' | 'refused') =>
      rows
        .filter((row) => row.organizationId === organizationId && row.outcome === outcome)
        .map(({ act }) => act);
    expect(auditedActions(otherOrg.organizationId, 'done')).toContain('createFinding');
    expect(auditedActions(otherOrg.organizationId, 'refused')).toEqual([]);
    expect(auditedActions(ownOrg.organizationId, 'done')).toContain('createPatient');
    expect(auditedActions(ownOrg.organizationId, 'done')).not.toContain('updateFinding');
    // The operator may not change findings.
    expect(auditedActions(ownOrg.organizationId, 'refused')).toContain('updateFinding');
  });

  it('audits the patient that the response to a rejected change contains', async () => {
    const token = ownOrg.tokenOf('OPERATOR');
    const fields = { code: null, firstName: null, lastName: 'S', birthDate: null, sex: null };
    const { body } = await call<{ id: string }>(url, token, 'POST', '/patients', fields);
    const late = await fetch(`${url}/patients/${body.id}`, {
      method: 'PUT',
      headers: { ...headersOf(token), 'content-type': 'application/json', 'if-match': '"v7"' },
      body: JSON.stringify(fields),
    });
    expect(late.status).toBe(412);
    expect(await late.json()).toMatchObject({ data: { id: body.id, lastName: 'S' } });
    const rows = await plane.db
      .selectFrom('audit')
      .select(['outcome', 'subject'])
      .where('act', '=', 'updatePatient')
      .where('organizationId', '=', ownOrg.organizationId)
      .execute();
    expect(rows).toContainEqual({ outcome: 'refused', subject: { id: body.id } });
  });

  it('shows a device only its own scans', async () => {
    const ownScanId = await ownOrg.addScan();
    const imported = await ownOrg.addScan();
    const change = plane.db.updateTable('scan').set({ deviceId: null, origin: 'IMPORTED' });
    await change.where('id', '=', imported).execute();
    const statusOf = async (path: string) =>
      (await call(url, ownOrg.deviceToken, 'GET', path)).status;
    expect(await statusOf(`/scans/${ownScanId}`)).toBe(200);
    expect(await statusOf(`/scans/${imported}`)).toBe(404);
  });

  it('counts only frames of the current attempt as present in a scan', async () => {
    const { organizationId } = ownOrg;
    const scanId = await ownOrg.addScan({ scanState: 'I', epoch: 2 });
    const frame = (epoch: number | null, frameIdx: number) => ({
      id: newId(),
      organizationId,
      scanId,
      fileCategory: 'SCAN_IMAGE' as const,
      epoch,
      fileName: `${epoch}-${frameIdx}.nrrd`,
      fileExtension: 'nrrd',
      encoding: 'NONE' as const,
      role: 'PRIMARY' as const,
      parentId: null,
      acquisitionTime: null,
      createdBy: null,
      updatedBy: null,
      supersededAt: null,
      storedAt: new Date().toISOString(),
      storagePath: newId(),
      checksum: 'a',
      byteLength: 1,
      header: JSON.stringify({ sizes: '1 1', sweep: 'CEN', frameIdx }),
    });
    await plane.db
      .insertInto('scanFile')
      .values([frame(2, 0), frame(null, 1)])
      .execute();
    const scan = { organizationId, id: scanId, protocol: 'UQQ' as const, epoch: 2 };
    const [central] = await missingFrames(plane.db, scan);
    expect(central?.frameIdxs.slice(0, 2)).toEqual([1, 2]);
  });

  it('protects the audit against changes by the server', async () => {
    const change = plane.db.updateTable('audit').set({ act: 'nothing' }).execute();
    await expect(change).rejects.toThrow('append-only');
    await expect(plane.db.deleteFrom('audit').execute()).rejects.toThrow('append-only');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

// The permission matrix covers calls with an id of another organization; these tests cover calls
// without.

let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
  const { server, ownOrg } = tenants;
  const token = ownOrg.tokenOf('PHYSICIAN');
  expect((await server.call('POST', '/patients', { token, body: aPatient() })).status).toBe(200);
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const CALLER_ROLES = ['OPERATOR', 'PHYSICIAN', 'VIEWER'] as const;

describe('lists and searches', () => {
  it('contain nothing of another organization in rows, totals or pages', async () => {
    const { server, db, ownOrg, otherOrg } = tenants;
    const { organizationId } = otherOrg;
    await db
      .insertInto('patient')
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          id: newId(),
          organizationId,
          lastName: `Canary${index}`,
          code: `CANARY-${index}`,
          createdBy: null,
          updatedBy: null,
        })),
      )
      .execute();
    const token = ownOrg.tokenOf('PHYSICIAN');
    const count = async (path: string) =>
      (await server.call<{ total: number }>('GET', path, { token })).body.total;
    const ownPatients = await db
      .selectFrom('patient')
      .select('id')
      .where('organizationId', '=', ownOrg.organizationId)
      .execute();
    expect(await count('/patients')).toBe(ownPatients.length);
    expect(await count('/patients/actions/search?_keywords=canary')).toBe(0);
    // A search for a percent sign, the wildcard of SQL, is rejected.
    const wildcard = await server.call('GET', '/patients/actions/search?_keywords=%25', { token });
    expect(wildcard.status).toBe(400);
  });

  it('return the same counts whether or not another organization has matches', async () => {
    const { server, ownOrg, otherOrg } = tenants;
    const token = ownOrg.tokenOf('PHYSICIAN');
    const collectResponses = async () => {
      const results: unknown[] = [];
      for (const [method, path, body] of [
        ['GET', '/studies?_keywords=sidechannel'],
        ['GET', '/studies'],
        ['GET', '/scans'],
        ['GET', '/patients/actions/search?_keywords=sidechannel'],
        ['GET', '/patients/code/SIDE-CHANNEL'],
        ['GET', '/studies/accession/SIDE-CHANNEL'],
        ['POST', '/patients/ispatientexist', { code: 'SIDE-CHANNEL' }],
        ['GET', '/lists'],
      ] as const) {
        const { status, body: responseBody } = await server.call(method, path, { token, body });
        results.push([path, status, responseBody]);
      }
      return results;
    };
    const responsesBefore = await collectResponses();
    const caller = { token: otherOrg.tokenOf('PHYSICIAN') };
    const names = { code: 'SIDE-CHANNEL', lastName: 'Sidechannel' };
    const patient = await server.call<{ id: string }>('POST', '/patients', {
      ...caller,
      body: aPatient(names),
    });
    const study = await server.call<{ id: string }>('POST', '/studies', {
      ...caller,
      body: { patientId: patient.body.id, accessionNumber: 'SIDE-CHANNEL' },
    });
    const scan = { studyId: study.body.id, laterality: 'L' };
    expect((await server.call('POST', '/scans', { ...caller, body: scan })).status).toBe(200);
    expect(await collectResponses()).toEqual(responsesBefore);
    const creation = await server.call('POST', '/patients', { token, body: aPatient(names) });
    expect(creation.status, 'a code used by another tenant').toBe(200);
  });

  it('take as long for a code of another organization as for an unknown code', async () => {
    const { server, ownOrg, otherOrg } = tenants;
    const code = 'TIMED-1';
    const request = { token: otherOrg.tokenOf('PHYSICIAN'), body: aPatient({ code }) };
    expect((await server.call('POST', '/patients', request)).status).toBe(200);
    const times = { foreign: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 21; round += 1) {
      // Seven requests per role, because an account gets no response after twenty unknown codes.
      const token = ownOrg.tokenOf(CALLER_ROLES[round % CALLER_ROLES.length] ?? 'VIEWER');
      for (const [kind, requestedCode] of [
        ['foreign', code],
        ['unknown', `NOBODY-${round}`],
      ] as const) {
        const startMs = performance.now();
        const response = await server.call('GET', `/patients/code/${requestedCode}`, { token });
        times[kind].push(performance.now() - startMs);
        expect(response.status).toBe(404);
      }
    }
    const median = (durations: readonly number[]): number =>
      durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0;
    const ratio = median(times.foreign) / median(times.unknown);
    expect(ratio).toBeGreaterThan(1 / 3);
    expect(ratio).toBeLessThan(3);
  });

  it('return only rows of the caller’s organization for a cursor of another organization', async () => {
    const { server } = tenants;
    const first = await server.call<{ nextCursor: string }>('GET', '/patients?limit=1', {
      token: tenants.otherOrg.tokenOf('PHYSICIAN'),
    });
    const page = await server.call('GET', `/patients?cursor=${first.body.nextCursor}`, {
      token: tenants.ownOrg.tokenOf('PHYSICIAN'),
    });
    expect(first.body.nextCursor).toEqual(expect.any(String));
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    expect(JSON.stringify(page.body)).not.toContain('Canary');
  });
});

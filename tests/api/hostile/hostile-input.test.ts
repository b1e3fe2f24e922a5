import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#foundation';
import { aFinding, aMark, aPatient } from '../support/records.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

// Nearly valid calls, generated for every route, are in hostile-calls.test.ts.

let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

describe('a text that the database cannot store', () => {
  it.each([
    ['NUL', 'a\0b'],
    ['half a character', 'x\ud83e'],
  ])('is rejected by every kind of call: %s', async (_what, text) => {
    const { server, ownOrg } = tenants;
    const token = ownOrg.tokenOf('PHYSICIAN');
    const patient = { token, body: aPatient({ lastName: text }) };
    const response = await server.call<{ errors: object[] }>('POST', '/patients', patient);
    expect(response.status).toBe(400);
    expect(response.body.errors).toMatchObject([{ field: 'lastName' }]);
    const finding = { ...aFinding(await ownOrg.addScan()), note: text };
    const header = { sizes: '1', source: { [text]: 'x' } };
    const file = { scanId: finding.scanId, fileCategory: 'RAW', fileName: 'a', fileExtension: 'a' };
    const cursorJson = JSON.stringify(['2020-01-01T00:00:00Z', text, newId()]);
    const cursor = Buffer.from(cursorJson).toString('base64url');
    for (const [method, path, body] of [
      ['POST', '/findings', finding],
      ['POST', '/scanfiles', { ...file, header }],
      ['POST', '/accounts/actions/login', { email: text, password: 'x' }],
      ['GET', '/organizations/domain/a%00b'],
    ] as const) {
      const { status } = await server.call(method, path, { token, body });
      expect.soft(status, path).toBe(400);
    }
    const page = await server.call('GET', `/scans/${finding.scanId}/scanfiles?cursor=${cursor}`, {
      token,
    });
    expect(page.status).toBeLessThan(500);
  });
});

describe('ids', () => {
  it('are equal in upper and lower case', async () => {
    const { server, ownOrg } = tenants;
    const token = ownOrg.tokenOf('PHYSICIAN');
    const mark = aMark(newId().toUpperCase());
    const fields = aFinding((await ownOrg.addScan()).toUpperCase(), [mark]);
    const body = { ...fields, id: fields.id.toUpperCase() };
    for (const _attempt of [1, 2]) {
      const response = await server.call<{ id: string; label: number }>('POST', '/findings', {
        token,
        body,
      });
      expect(response.status, JSON.stringify(response.body)).toBe(200);
      expect(response.body).toMatchObject({ id: fields.id, label: 1 });
    }
    const devices = `/organization/${ownOrg.organizationId.toUpperCase()}/devices`;
    expect((await server.call('GET', devices, { token })).status).toBe(200);
  });
});

describe('a very large request', () => {
  it('stores a finding of 18,000 marks completely', async () => {
    const { server, ownOrg } = tenants;
    const token = ownOrg.tokenOf('PHYSICIAN');
    const scanId = await ownOrg.addScan();
    const pointMark = { ...aMark(), markType: 'SELECTMARK' as const };
    const { points } = pointMark.markViewParams;
    const { start: _start, end: _end, ...params } = pointMark.markViewParams;
    const marks = Array.from({ length: 18_000 }, () => ({
      ...pointMark,
      id: newId(),
      markViewParams: { ...params, points: points.slice(0, 1) },
    }));
    const body = aFinding(scanId, marks);
    const created = await server.call('POST', '/findings', { token, body });
    expect(created.status, JSON.stringify(created.body).slice(0, 300)).toBe(200);
    const read = await server.call<{ items: { marks: object }[] }>(
      'GET',
      `/scans/${scanId}/findings`,
      { token },
    );
    expect(Object.keys(read.body.items[0]?.marks ?? {})).toHaveLength(18_000);
  });
});

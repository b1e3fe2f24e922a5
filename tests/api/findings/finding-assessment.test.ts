import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { aFinding } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
  scanId = await calls.tenants.ownOrg.addScan();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

type Role = 'PHYSICIAN' | 'BLIND_ANNOTATOR';
const create = (role: Role, overrides: object = {}) =>
  calls.as<Finding>(role, 'POST', '/findings', { body: { ...aFinding(scanId), ...overrides } });
/** Sends the fields that a form sends for a loaded finding, with `change`. */
const put = (role: Role, finding: Finding, change: object) => {
  const { marks, note, massLengthUm, massWidthUm, massHeightUm } = finding;
  return calls.as<Finding>(role, 'PUT', `/findings/${finding.id}`, {
    body: { marks, note, massLengthUm, massWidthUm, massHeightUm, ...change },
    ...ifVersion(finding.version),
  });
};
const read = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);

describe('a size of a finding', () => {
  it.each([0, 500_001, -1])('of %d µm is rejected and stores nothing', async (um) => {
    for (const field of ['massLengthUm', 'massWidthUm', 'massHeightUm']) {
      const rejected = await create('PHYSICIAN', { [field]: um });
      expect(rejected.status).toBe(400);
      expect(rejected.body).toMatchObject({ errors: [{ field }] });
      const created = (await create('PHYSICIAN')).body;
      expect((await put('PHYSICIAN', created, { [field]: um })).body).toMatchObject({
        errorType: 'ValidationFailed',
        errors: [{ field }],
      });
      expect(await read(created.id)).toEqual(created);
    }
  });

  it('of 500 mm is stored', async () => {
    const created = await create('PHYSICIAN', { massHeightUm: 500_000 });
    expect(created.body.massHeightUm).toBe(500_000);
  });

  it('that was stored before the limit stays when another field changes', async () => {
    const created = (await create('PHYSICIAN')).body;
    await calls.tenants.db
      .updateTable('finding')
      .set({ massWidthUm: sql<number>`900000` })
      .where('id', '=', created.id)
      .execute();
    const stored = await read(created.id);
    expect((await put('PHYSICIAN', stored, { note: 'Cyst' })).body).toMatchObject({
      note: 'Cyst',
      massWidthUm: 900_000,
    });
  });

  it('is checked when findings are grouped', async () => {
    const [target, source] = [
      (await create('PHYSICIAN', { massLengthUm: 4_000 })).body,
      (await create('PHYSICIAN', { massLengthUm: 9_000 })).body,
    ];
    const body = {
      targetId: target.id,
      sourceIds: [source.id],
      resolved: { massLengthUm: 600_000 },
    };
    const rejected = await calls.as('PHYSICIAN', 'POST', '/findings/actions/group', { body });
    expect(rejected.body).toMatchObject({ errors: [{ field: 'resolved.massLengthUm' }] });
    expect((await read(source.id)).deletedAt).toBeNull();
  });
});

describe('the assessment of a finding by a blind annotator', () => {
  it.each([{ biradsScore: 5 }, { isMass: false }, { recommendations: ['MRI'] }])(
    'with %j is rejected, whether new, changed or grouped',
    async (assessment) => {
      const [field] = Object.keys(assessment);
      const rejected = await create('BLIND_ANNOTATOR', assessment);
      expect(rejected.body).toMatchObject({ errors: [{ field, code: 'ASSESSMENT_BLIND' }] });
      const created = (await create('BLIND_ANNOTATOR', { note: 'Oval' })).body;
      expect((await put('BLIND_ANNOTATOR', created, assessment)).body).toMatchObject({
        errors: [{ field, code: 'ASSESSMENT_BLIND' }],
      });
      expect(await read(created.id)).toMatchObject({ biradsScore: null, isMass: null });
    },
  );

  it('can’t come from the values chosen for a group', async () => {
    const target = (await create('BLIND_ANNOTATOR')).body;
    const source = (await create('BLIND_ANNOTATOR')).body;
    const body = { targetId: target.id, sourceIds: [source.id], resolved: { biradsScore: 4 } };
    const rejected = await calls.as('BLIND_ANNOTATOR', 'POST', '/findings/actions/group', { body });
    expect(rejected.body).toMatchObject({
      errors: [{ field: 'resolved.biradsScore', code: 'ASSESSMENT_BLIND' }],
    });
  });

  it('stays as it is when they change note, sizes and labels', async () => {
    const created = (await create('BLIND_ANNOTATOR')).body;
    const change = {
      note: 'Oval',
      massLengthUm: 8_000,
      annotationLabels: { SHAPE: ['OVAL'] },
      biradsScore: null,
      isMass: null,
      recommendations: [],
    };
    expect((await put('BLIND_ANNOTATOR', created, change)).body).toMatchObject(change);
  });
});

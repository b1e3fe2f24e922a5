import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, FindingEdit } from '#contracts';
import { aFinding, PNG } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
  scanId = await calls.tenants.ownOrg.addScan();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const createFinding = () =>
  calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body: aFinding(scanId) });
const put = (finding: Finding, change: object, version = finding.version) => {
  const { marks, note, massLengthUm, massWidthUm, massHeightUm } = finding;
  return calls.as<Finding>('PHYSICIAN', 'PUT', `/findings/${finding.id}`, {
    body: {
      marks,
      note,
      massLengthUm,
      massWidthUm,
      massHeightUm,
      ...change,
    },
    ...ifVersion(version),
  });
};

describe('the edits of a finding', () => {
  const editsOf = (id: string) =>
    calls.as<{ items: FindingEdit[] }>('PHYSICIAN', 'GET', `/findings/${id}/edits`);

  it('are listed newest first, with author and time, also for a deleted finding', async () => {
    const created = await createFinding();
    const other = await createFinding();
    await put(created, { note: 'Cyst' });
    await calls.must('PHYSICIAN', 'DELETE', `/findings/${created.id}`, ifVersion(2));
    const { body } = await editsOf(created.id);
    expect(body.items.map(({ act }) => act)).toEqual([
      'deleteFinding',
      'updateFinding',
      'createFinding',
    ]);
    const times = body.items.map(({ at: time }) => time);
    expect(times).toEqual([...times].sort().reverse());
    for (const { by } of body.items) expect(by?.name).toBeTruthy();
    expect((await editsOf(other.id)).body.items).toHaveLength(1);
  });

  it('contain neither automatic thumbnails nor hiding from a reader’s own list', async () => {
    const created = await createFinding();
    const path = `/findings/${created.id}`;
    const thumbnail = { thumbnailBase64: PNG };
    await calls.must('PHYSICIAN', 'PUT', `${path}/thumbnail`, { body: thumbnail, ...ifVersion(1) });
    expect(await calls.must('PHYSICIAN', 'GET', path)).toEqual({ ...created, ...thumbnail });
    const stale = await calls.as('PHYSICIAN', 'PUT', `${path}/thumbnail`, {
      body: { thumbnailBase64: null },
      ...ifVersion(7),
    });
    expect(stale.status).toBe(412);
    for (const hidden of [true, false]) {
      await calls.must('PHYSICIAN', 'PUT', `${path}/hidden`, { body: { hidden } });
    }
    const actions = async () => (await editsOf(created.id)).body.items.map(({ act }) => act);
    expect(await actions()).toEqual(['createFinding']);
    expect((await put(created, { note: 'Cyst' })).status).toBe(200);
    expect(await actions()).toEqual(['updateFinding', 'createFinding']);
  });

  it('contain no rejected edit', async () => {
    const created = await createFinding();
    const stale = await put(created, { note: 'Cyst' }, 7);
    expect(stale.status).toBe(412);
    expect((await editsOf(created.id)).body.items).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, FindingEdit } from '#contracts';
import { aFinding, PNG } from '../support/records.ts';
import { at, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

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
  const { clockPositionSec, distanceFromNippleUm, depthUm } = finding;
  return calls.as<Finding>('PHYSICIAN', 'PUT', `/findings/${finding.id}`, {
    body: {
      marks,
      note,
      massLengthUm,
      massWidthUm,
      massHeightUm,
      clockPositionSec,
      distanceFromNippleUm,
      depthUm,
      ...change,
    },
    ...at(version),
  });
};

describe('the edits of a finding', () => {
  const editsOf = (id: string) =>
    calls.as<{ items: FindingEdit[] }>('PHYSICIAN', 'GET', `/findings/${id}/edits`);

  it('are listed newest first, with author and time, also for a deleted finding', async () => {
    const [created, other] = [await createFinding(), await createFinding()];
    await put(created, { note: 'Cyst' });
    await calls.must('PHYSICIAN', 'DELETE', `/findings/${created.id}`, at(2));
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

  it('contain neither automatic thumbnails nor the hiding from the own list', async () => {
    const created = await createFinding();
    const withThumbnail = await put(created, { thumbnailBase64: PNG });
    expect(withThumbnail.status).toBe(200);
    for (const hidden of [true, false]) {
      const hiddenUpdate = await put(withThumbnail.body, { hidden });
      expect(hiddenUpdate.status).toBe(200);
    }
    const actions = async () => (await editsOf(created.id)).body.items.map(({ act }) => act);
    expect(await actions()).toEqual(['createFinding']);
    const both = await put(withThumbnail.body, { hidden: true, note: 'Cyst' });
    expect(both.status).toBe(200);
    expect(await actions()).toEqual(['updateFinding', 'createFinding']);
  });

  it('contain no rejected edit', async () => {
    const created = await createFinding();
    const stale = await put(created, { note: 'Cyst' }, 7);
    expect(stale.status).toBe(412);
    expect((await editsOf(created.id)).body.items).toHaveLength(1);
  });
});

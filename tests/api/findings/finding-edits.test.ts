import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, FindingEdit } from '#contracts';
import { at, type ClinicCalls, startClinicCalls } from '../support/clinic-calls.ts';
import { aFinding, PNG } from '../support/records.ts';

let calls: ClinicCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startClinicCalls();
  scanId = await calls.clinics.ours.addScan();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const make = () =>
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

  it('are told newest first, with who and when, also of one that is deleted', async () => {
    const [made, other] = [await make(), await make()];
    await put(made, { note: 'Cyst' });
    await calls.must('PHYSICIAN', 'DELETE', `/findings/${made.id}`, at(2));
    const { body } = await editsOf(made.id);
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

  it('hold neither the picture that a page keeps by itself nor what somebody hides from the own list', async () => {
    const made = await make();
    const pictured = await put(made, { thumbnailBase64: PNG });
    expect(pictured.status).toBe(200);
    for (const hidden of [true, false]) {
      const said = await put(pictured.body, { hidden });
      expect(said.status).toBe(200);
    }
    const acts = async () => (await editsOf(made.id)).body.items.map(({ act }) => act);
    expect(await acts()).toEqual(['createFinding']);
    const both = await put(pictured.body, { hidden: true, note: 'Cyst' });
    expect(both.status).toBe(200);
    expect(await acts()).toEqual(['updateFinding', 'createFinding']);
  });

  it('hold no edit that was refused', async () => {
    const made = await make();
    const stale = await put(made, { note: 'Cyst' }, 7);
    expect(stale.status).toBe(412);
    expect((await editsOf(made.id)).body.items).toHaveLength(1);
  });
});

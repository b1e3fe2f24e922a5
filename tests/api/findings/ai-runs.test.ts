import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AiRun, AiRunFields, Finding } from '#contracts';
import { newId } from '#foundation';
import { A_MODEL, aModelMark, anAiRun, aProposal } from '../support/ai-finding.ts';
import { aFinding, aMark } from '../support/records.ts';
import { addScanVolume } from '../support/scan-volume.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan({ scanState: 'C', epoch: 1 });
});

const post = <T = AiRun>(body: object, scan = scanId) =>
  calls.as<T>('PHYSICIAN', 'POST', `/scans/${scan}/aiRuns`, { body });
const listRuns = async () =>
  (await calls.must<{ items: AiRun[] }>('PHYSICIAN', 'GET', `/scans/${scanId}/aiRuns`)).items;
const listFindings = async () =>
  (await calls.must<{ items: Finding[] }>('PHYSICIAN', 'GET', `/scans/${scanId}/findings`)).items;
const callerId = () => calls.tenants.ownOrg.accountOf('PHYSICIAN').id;

/** Posts a run that must be refused whole, and returns the names of the invalid fields. */
async function refusedFields(body: object | string): Promise<readonly string[]> {
  const response = await calls.as<{ errors?: { field: string }[] }>(
    'PHYSICIAN',
    'POST',
    `/scans/${scanId}/aiRuns`,
    { body },
  );
  expect(response.status).toBe(400);
  expect(await listRuns()).toEqual([]);
  expect(await listFindings()).toEqual([]);
  return (response.body.errors ?? []).map(({ field }) => field);
}

/** Returns a run whose second finding has a changed mark, and the path of that mark. */
function withMark(change: object): { readonly body: AiRunFields; readonly path: string } {
  const mark = { ...aModelMark(), ...change };
  const findings = [aProposal(), aProposal({ marks: { [mark.id]: mark } })];
  return { body: anAiRun({ findings }), path: `findings.1.marks.${mark.id}` };
}

describe('an AI run', () => {
  it('stores its findings with model, score and run, numbered in the order of the run', async () => {
    const findings = [aProposal({ score: 0.9, note: 'Hypoechoic' }), aProposal({ score: 0.25 })];
    const dropped = [{ reason: 'outside the volume', count: 3 }];
    const body = anAiRun({ findings, messages: ['Far field not examined'], dropped });
    const response = await post(body);
    expect(response.status).toBe(200);
    const { findings: _findings, ...fields } = body;
    expect(response.body).toMatchObject({
      ...fields,
      scanId,
      jobId: null,
      findingCount: 2,
      createdBy: callerId(),
    });
    expect(await listRuns()).toEqual([response.body]);
    const [second, first] = await listFindings();
    const { id: runId, providerId } = body;
    expect(first).toMatchObject({
      id: findings[0]?.id,
      label: 1,
      generator: { id: 'AIAD' },
      note: 'Hypoechoic',
      massLengthUm: 20_000,
      marks: findings[0]?.marks,
      ai: { runId, providerId, model: A_MODEL, score: 0.9, decision: null },
    });
    expect(second).toMatchObject({ id: findings[1]?.id, label: 2, ai: { score: 0.25 } });
  });

  it('is stored once when the call is repeated, and conflicts with other content', async () => {
    const body = anAiRun();
    const first = await post(body);
    expect(await post(body)).toMatchObject({ status: 200, body: first.body });
    expect(await listFindings()).toHaveLength(1);
    const changed = { ...body, messages: ['Other'] };
    expect(await post(changed)).toMatchObject({ status: 409, body: { code: 'AI_RUN_ID_TAKEN' } });
    const created = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    expect(created.label).toBe(2);
    expect(created.ai).toBeNull();
  });

  it('keeps the earlier runs and their findings when the analysis is repeated', async () => {
    const runs = [await post(anAiRun()), await post(anAiRun({ findings: [] }))];
    expect((await listRuns()).map(({ id }) => id)).toEqual([runs[1]?.body.id, runs[0]?.body.id]);
    expect(await listFindings()).toHaveLength(1);
  });

  it('is not found in another organization', async () => {
    const foreign = await calls.tenants.otherOrg.addScan();
    expect((await post(anAiRun(), foreign)).status).toBe(404);
    expect((await calls.as('PHYSICIAN', 'GET', `/scans/${foreign}/aiRuns`)).status).toBe(404);
  });

  it('names the volume that the model read, which must be a volume of the scan', async () => {
    await addScanVolume(calls.tenants, scanId);
    const { id } = await calls.tenants.db
      .selectFrom('scanFile')
      .select('id')
      .where('scanId', '=', scanId)
      .executeTakeFirstOrThrow();
    expect((await post(anAiRun({ volumeFileId: newId() }))).status).toBe(404);
    const stored = await post(anAiRun({ volumeFileId: id }));
    expect(stored).toMatchObject({ status: 200, body: { volumeFileId: id } });
    const otherScan = await calls.tenants.ownOrg.addScan();
    expect((await post(anAiRun({ volumeFileId: id }), otherScan)).status).toBe(404);
  });

  it('conflicts with a finding or a mark that exists already, and stores nothing', async () => {
    const existing = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    const sameId = anAiRun({ findings: [aProposal(), aProposal({ id: existing.id })] });
    expect(await post(sameId)).toMatchObject({ status: 409, body: { code: 'FINDING_ID_TAKEN' } });
    const [markId = ''] = Object.keys(existing.marks);
    const marks = { [markId]: { ...aModelMark(), id: markId } };
    const sameMark = anAiRun({ findings: [aProposal(), aProposal({ marks })] });
    expect(await post(sameMark)).toMatchObject({ status: 409, body: { code: 'MARK_ID_TAKEN' } });
    expect(await listRuns()).toEqual([]);
    expect(await listFindings()).toHaveLength(1);
  });
});

describe('an invalid AI run is refused whole by the name of the field', () => {
  it('for a score outside 0 to 1 or not a number', async () => {
    const findings = [aProposal(), { ...aProposal(), score: 1.5 }];
    expect(await refusedFields(anAiRun({ findings }))).toEqual(['findings.1.score']);
    const infinite = JSON.stringify(anAiRun()).replace('"score":0.75', '"score":1e999');
    expect(await refusedFields(infinite)).toEqual(['findings.0.score']);
    const missing = JSON.stringify(anAiRun()).replace('"score":0.75', '"score":null');
    expect(await refusedFields(missing)).toEqual(['findings.0.score']);
  });

  it('for more than 1,000 findings', async () => {
    const findings = Array.from({ length: 1_001 }, () => aProposal());
    expect(await refusedFields(anAiRun({ findings }))).toEqual(['findings']);
  });

  it('for a provider that is not a contribution of an extension', async () => {
    expect(await refusedFields(anAiRun({ providerId: '../detector' }))).toEqual(['providerId']);
  });

  it('for the generator USER, an invalid hash and an unknown use of the model', async () => {
    expect(await refusedFields({ ...anAiRun(), generator: 'USER' })).toEqual(['generator']);
    const model = { ...A_MODEL, weightsSha256: 'abc', use: 'certified' };
    expect([...(await refusedFields({ ...anAiRun(), model }))].sort()).toEqual([
      'model.use',
      'model.weightsSha256',
    ]);
  });

  it('for a generator that does not fit the task, and for marks of another generator', async () => {
    const findings = [aProposal({}, 'AI')];
    expect(await refusedFields(anAiRun({ task: 'SEGMENTATION' }))).toEqual(['generator']);
    expect(await refusedFields(anAiRun({ generator: 'AI', findings }))).toEqual(['generator']);
    for (const mark of [aModelMark('AI'), aMark()]) {
      const marks = { [mark.id]: mark };
      const body = anAiRun({ findings: [aProposal(), aProposal({ marks })] });
      expect(await refusedFields(body)).toEqual([
        `findings.1.marks.${mark.id}.markViewParams.generatedBy`,
      ]);
    }
  });

  it('for a finding without marks, and for an id that occurs twice', async () => {
    const empty = anAiRun({ findings: [aProposal({ marks: {} })] });
    expect(await refusedFields(empty)).toEqual(['findings.0.marks']);
    const finding = aProposal();
    const [markId = ''] = Object.keys(finding.marks);
    const twice = anAiRun({ findings: [finding, finding] });
    expect([...(await refusedFields(twice))].sort()).toEqual([
      'findings.1.id',
      `findings.1.marks.${markId}.id`,
    ]);
  });

  it('for an impossible size', async () => {
    const findings = [aProposal({ massLengthUm: 900_000 })];
    expect(await refusedFields(anAiRun({ findings }))).toEqual(['findings.0.massLengthUm']);
  });

  it('for a mark that no image of the volume can hold', async () => {
    await addScanVolume(calls.tenants, scanId);
    const { frame } = aMark();
    const outside = withMark({ frame: { ...frame, originMm: [-50, 200, 50] } });
    expect(await refusedFields(outside.body)).toEqual([`${outside.path}.markViewParams`]);
    const distant = withMark({ sag: 1e7 });
    expect(await refusedFields(distant.body)).toEqual([`${distant.path}.markViewParams`]);
    const contradicting = withMark({ planeView: 'SAG' });
    expect(await refusedFields(contradicting.body)).toEqual([`${contradicting.path}.frame`]);
  });

  it('for a mark that no device can record, while the scan has no volume', async () => {
    const { frame } = aMark();
    const outside = withMark({ frame: { ...frame, originMm: [-50, 9_000, 50] } });
    expect(await refusedFields(outside.body)).toEqual([`${outside.path}.markViewParams`]);
  });
});

describe('the generator of a finding', () => {
  it('can’t be a model in a call of a user that creates a single finding', async () => {
    const body = { ...aFinding(scanId), generator: 'AI' };
    const response = await calls.as('PHYSICIAN', 'POST', '/findings', { body });
    expect(response).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'generator', code: 'GENERATOR_NOT_USER' }] },
    });
  });
});

describe('an invalid finding of a user is refused by the name of the field', () => {
  const refused = async (change: object, marks = [aMark()]) => {
    const body = { ...aFinding(scanId, marks), ...change };
    const response = await calls.as<{ errors?: { field: string }[] }>(
      'PHYSICIAN',
      'POST',
      '/findings',
      { body },
    );
    expect(response.status).toBe(400);
    expect(await listFindings()).toEqual([]);
    return (response.body.errors ?? []).map(({ field }) => field);
  };

  it('for unknown fields of the mark, its geometry, its image and its points', async () => {
    const mark = aMark();
    const { markViewParams, frame, id } = mark;
    const [first, ...others] = markViewParams.points;
    const points = [{ ...first, w: 1 }, ...others];
    const refusedMark = (changed: object) => refused({ marks: { [id]: { ...mark, ...changed } } });
    expect(await refusedMark({ score: 0.5 })).toEqual([`marks.${id}.score`]);
    expect(await refusedMark({ markViewParams: { ...markViewParams, area: 3 } })).toEqual([
      `marks.${id}.markViewParams.area`,
    ]);
    expect(await refusedMark({ frame: { ...frame, depthMm: 3 } })).toEqual([
      `marks.${id}.frame.depthMm`,
    ]);
    expect(await refusedMark({ markViewParams: { ...markViewParams, points } })).toEqual([
      `marks.${id}.markViewParams.points.0.w`,
    ]);
  });

  it('for no mark', async () => {
    expect(await refused({ marks: {} })).toEqual(['marks']);
  });

  it('for a plane position that no scan reaches, with and without a volume', async () => {
    const mark = { ...aMark(), sag: 1e7 };
    expect(await refused({}, [mark])).toEqual([`marks.${mark.id}.markViewParams`]);
    await addScanVolume(calls.tenants, scanId);
    expect(await refused({}, [mark])).toEqual([`marks.${mark.id}.markViewParams`]);
  });

  it('for an image that contradicts its plane', async () => {
    const mark = { ...aMark(), planeView: 'COR' as const };
    expect(await refused({}, [mark])).toEqual([`marks.${mark.id}.frame`]);
  });
});

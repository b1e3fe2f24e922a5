import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ErrorResponse,
  EvaluatedModel,
  Evaluation,
  EvaluationSet,
  Mark,
  NewEvaluationSet,
  ScanFile,
} from '#contracts';
import { newId } from '#foundation';
import { A_MODEL, aModelMark, anAiRun, aProposal } from '../support/ai-finding.ts';
import { addDatasetScan } from '../support/dataset.ts';
import { aFinding, aMark, PNG } from '../support/records.ts';
import { addStoredFile } from '../support/scan-volume.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const MODEL = {
  task: 'DETECTION',
  providerId: 'org.example.detector.find',
  modelName: A_MODEL.name,
  modelVersion: A_MODEL.version,
} as const;

let calls: TenantCalls;
/** Scans a, b and c; c has no run. */
let scans: Awaited<ReturnType<typeof addDatasetScan>>[] = [];
const readerFindings: string[] = [];
let bestFalsePositive = '';

const must = <T>(method: string, path: string, body?: object) =>
  calls.must<T>('PHYSICIAN', method, path, body === undefined ? {} : { body });

/** Mark of the model 35 mm to the right of that of the readers. */
function farMark(): Mark {
  const mark = aModelMark();
  const points = [
    { u: 0.1, v: 0.5 },
    { u: 0.2, v: 0.5 },
  ] as const;
  const [start, end] = points;
  return { ...mark, markViewParams: { ...mark.markViewParams, points: [...points], start, end } };
}

function farProposal(score: number) {
  const mark = farMark();
  return aProposal({ score, marks: { [mark.id]: mark } });
}

/** Square of 10 mm in the transverse plane z = 50 mm: x −5 to 5, y 20 to 30. */
function square(): Mark {
  const mark = aMark();
  const corners = [
    [0.45, 0.4],
    [0.55, 0.4],
    [0.55, 0.6],
    [0.45, 0.6],
  ] as const;
  const { start: _start, end: _end, ...params } = mark.markViewParams;
  const points = corners.map(([u, v]) => ({ u, v }));
  return { ...mark, rep: false, markType: 'FREEHAND', markViewParams: { ...params, points } };
}

/** Mask of a finding: a square of 10 mm, moved by 5 mm to the left of that of the reader. */
const movedMask = (findingId: string) => ({
  findingId,
  sizes: [20, 20, 4],
  spacingMm: [0.5, 0.5, 0.5],
  originMm: [0.25, 20.25, 48.75],
  bitsBase64: Buffer.alloc((20 * 20 * 4) / 8, 255).toString('base64'),
});

/** Stores a nipple at (1, 1.75, 0) mm, and a proposal that is 3 mm and 4 mm away. */
async function setNipples(scanId: string): Promise<void> {
  const place = { sag: 2, tra: 0, depth: 3, rad: 0 };
  await must('PUT', `/scans/${scanId}/nipple`, { ...place, grid: null, thumbnailBase64: null });
  const path = `/scans/${scanId}/scanfiles?fileCategory=VOLUME3D`;
  const [file] = (await must<{ items: ScanFile[] }>('GET', path)).items;
  await must('PUT', `/scanfiles/${file?.id}/nippleAi`, { ...place, sag: 8, tra: 8 });
}

beforeAll(async () => {
  calls = await startTenantCalls();
  scans = [await addDatasetScan(calls), await addDatasetScan(calls), await addDatasetScan(calls)];
  const [a, b] = scans.map(({ scan }) => scan.id);
  for (const { scan } of scans) {
    const marks = scan.id === a ? [aMark(), square()] : [aMark()];
    const { id } = await must<{ id: string }>('POST', '/findings', aFinding(scan.id, marks));
    readerFindings.push(id);
  }
  await setNipples(a ?? '');
  await must('POST', `/scans/${a}/aiRuns`, anAiRun({ findings: [] }));
  const hit = aProposal({ score: 0.9 });
  const falsePositive = farProposal(0.8);
  bestFalsePositive = falsePositive.id;
  const run = anAiRun({ findings: [hit, falsePositive] });
  await must('POST', `/scans/${a}/aiRuns`, { ...run, masks: [movedMask(hit.id)] });
  await must('POST', `/scans/${b}/aiRuns`, anAiRun({ findings: [farProposal(0.6)] }));
  // A later run in one image, which has no place in the volume.
  const imageFileId = await addStoredFile(calls.tenants, b ?? '', 'SCAN_IMAGE', {
    sizes: '320 240',
  });
  await must('POST', `/scans/${b}/aiRuns`, anAiRun({ findings: [], imageFileId }));
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const studyIds = () => scans.map(({ study }) => study.id);

const postSet = (fields: Partial<NewEvaluationSet> = {}) =>
  calls.as<EvaluationSet & ErrorResponse>('PHYSICIAN', 'POST', '/evaluations/sets', {
    body: { name: newId(), filter: { studyIds: studyIds() }, origin: 'PHANTOM', ...fields },
  });

async function newSet(fields: Partial<NewEvaluationSet> = {}): Promise<EvaluationSet> {
  const created = await postSet(fields);
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body;
}

const evaluate = (setId: string, model: object = MODEL) =>
  must<Evaluation>('POST', '/evaluations', { ...model, setId });

describe('an evaluation', () => {
  it('compares the latest run on the volume of each scan with the findings of readers', async () => {
    const set = await newSet();
    const { result, ...about } = await evaluate(set.id);
    expect(about).toMatchObject({ ...MODEL, setId: set.id, origin: 'PHANTOM', number: 1 });
    expect(result.counts).toEqual({
      ...{ scans: 2, patients: 2, scanned: 2, imported: 0, unavailable: 0 },
      withoutRun: [scans[2]?.scan.id],
      ...{ lesions: 2, fromProposals: 0, withoutPlace: 0 },
      ...{ proposals: 3, hits: 1, falsePositives: 2 },
    });
    expect(result.froc.meanSensitivity).toEqual({ value: 0.5, low: 0, high: 1 });
    expect(result.froc.curve).toEqual([
      [0, 0],
      [0, 0.5],
      [0.5, 0.5],
      [1, 0.5],
    ]);
    expect(result.strata).toMatchObject([
      { kind: 'DENSITY', value: null, scans: 2, found: 1, lesions: 2 },
      { kind: 'SIZE', value: 'FROM_20', found: 1, lesions: 2 },
    ]);
    expect(result.calibration.error?.value).toBeCloseTo((0.1 + 0.8 + 0.6) / 3);
  });

  it('has the distance of proposed and set nipple in millimetres', async () => {
    const { nipple } = (await evaluate((await newSet()).id)).result;
    expect(nipple).toMatchObject({ scans: 1, medianMm: { value: 5 }, p95Mm: { value: 5 } });
  });

  it('compares an outline of a reader with the mask of the model in its plane', async () => {
    const { outlines } = (await evaluate((await newSet()).id)).result;
    expect(outlines).toMatchObject({ pairs: 1, unreadable: 0, leftOut: 0 });
    expect(outlines?.dice?.value).toBeCloseTo(0.5, 1);
    expect(outlines?.hd95Mm?.value).toBeCloseTo(5, 0);
  });

  it('lists missed findings and false positives with their scan', async () => {
    const { missed, falsePositives } = (await evaluate((await newSet()).id)).result;
    const [a, b] = scans;
    expect(missed).toMatchObject([
      { findingId: readerFindings[1], scanId: b?.scan.id, studyId: b?.study.id, score: null },
    ]);
    expect(falsePositives).toMatchObject([
      { findingId: bestFalsePositive, scanId: a?.scan.id, score: 0.8 },
      { scanId: b?.scan.id, score: 0.6 },
    ]);
  });

  it('has an image of each failure: a section of the volume, or the stored thumbnail', async () => {
    const { id, result } = await evaluate((await newSet()).id);
    const [missed] = result.missed;
    const imageOf = (findingId: string) =>
      must<{ imageBase64: string }>('GET', `/evaluations/${id}/failures/${findingId}/image`);
    const { imageBase64 } = await imageOf(bestFalsePositive);
    const png = Buffer.from(imageBase64, 'base64');
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16)]).toEqual(['PNG', 128]);
    const change = { ...ifVersion(1), body: { thumbnailBase64: PNG } };
    await calls.must('PHYSICIAN', 'PUT', `/findings/${missed?.findingId}/thumbnail`, change);
    expect(await imageOf(missed?.findingId ?? '')).toEqual({ imageBase64: PNG });
    const path = `/evaluations/${id}/failures/${readerFindings[0]}/image`;
    expect(await calls.as('PHYSICIAN', 'GET', path)).toMatchObject({
      status: 404,
      body: { code: 'FINDING_NOT_FOUND' },
    });
  });

  it('counts findings that were copied from proposals', async () => {
    const { scan, study } = await addDatasetScan(calls);
    const proposal = aProposal();
    await must('POST', `/scans/${scan.id}/aiRuns`, anAiRun({ findings: [proposal] }));
    await must('POST', `/findings/${proposal.id}/actions/decideAi`, { decision: 'ACCEPTED' });
    const set = await newSet({ filter: { studyIds: [study.id] } });
    expect((await evaluate(set.id)).result.counts).toMatchObject({ lesions: 1, fromProposals: 1 });
  });

  it('is stored, listed and sent as CSV with its intervals and what the images show', async () => {
    const created = await evaluate((await newSet({ origin: 'PATIENTS', name: 'Spring' })).id);
    expect(await must('GET', `/evaluations/${created.id}`)).toEqual(created);
    const { items } = await must<{ items: object[] }>('GET', '/evaluations?limit=1');
    expect(items).toMatchObject([{ id: created.id, setName: 'Spring', origin: 'PATIENTS' }]);
    const { server, ownOrg } = calls.tenants;
    const response = await fetch(`${server.url}/api/evaluations/${created.id}/csv`, {
      headers: {
        'x-api-key': server.apiKey,
        authorization: `Bearer ${ownOrg.tokenOf('PHYSICIAN')}`,
      },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = (await response.text()).split('\r\n');
    expect(rows).toEqual(
      expect.arrayContaining([
        'about,images,patients,,,',
        'froc,mean sensitivity,0.5,0,1,',
        'froc,sensitivity at 1 false positives per scan,0.5,0,1,all scores',
        'size,FROM_20,0.5,0,1,1 of 2',
        `missed,${readerFindings[1]},,,,scan ${scans[1]?.scan.id}`,
      ]),
    );
  });

  it('is refused for a model without a run on the set', async () => {
    const set = await newSet();
    const body = { ...MODEL, modelVersion: '9.9.9', setId: set.id };
    expect(await calls.as('PHYSICIAN', 'POST', '/evaluations', { body })).toMatchObject({
      status: 409,
      body: { code: 'EVALUATION_WITHOUT_RUNS' },
    });
    const query = new URLSearchParams(MODEL);
    const path = `/evaluations/sets/${set.id}/scansWithoutRun?${query}`;
    expect(await must('GET', path)).toEqual({ scanIds: [scans[2]?.scan.id], total: 3 });
  });

  it('lists the models with stored runs', async () => {
    const { items } = await must<{ items: EvaluatedModel[] }>('GET', '/evaluations/models');
    expect(items).toContainEqual({ ...MODEL, scanCount: expect.any(Number) });
  });

  it('writes an audit row with the set and the number of scans', async () => {
    const { id, setId } = await evaluate((await newSet()).id);
    const row = await calls.tenants.db
      .selectFrom('audit')
      .select(['act', 'subject'])
      .where('organizationId', '=', calls.tenants.ownOrg.organizationId)
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(row).toEqual({ act: 'createEvaluation', subject: { id, setId, count: '2' } });
  });
});

describe('an evaluation set', () => {
  it('keeps its scans when others match the filter later', async () => {
    const set = await newSet({ filter: { sides: ['R'] } });
    await addDatasetScan(calls);
    const { items } = await must<{ items: EvaluationSet[] }>('GET', '/evaluations/sets');
    expect(items.find(({ id }) => id === set.id)?.scanCount).toBe(set.scanCount);
  });

  it('counts every evaluation with scans of a sealed set, also those of other sets', async () => {
    const filter = { studyIds: studyIds().slice(0, 1) };
    const sealed = await newSet({ filter, sealed: true, name: 'Sealed once' });
    const other = await newSet();
    const first = await evaluate(other.id);
    expect(first.result.sealedSets).toEqual([{ name: 'Sealed once', evaluationCount: 1 }]);
    const second = await evaluate(sealed.id);
    expect(second).toMatchObject({ number: 2, sealed: true });
    const untouched = await newSet({ filter: { studyIds: studyIds().slice(1) } });
    expect((await evaluate(untouched.id)).result.sealedSets).toEqual([]);
    const { items } = await must<{ items: EvaluationSet[] }>('GET', '/evaluations/sets');
    const countOf = (id: string) => items.find((set) => set.id === id)?.evaluationCount;
    expect([countOf(sealed.id), countOf(other.id)]).toEqual([2, 1]);
  });

  it('counts parallel evaluations one by one', async () => {
    const sealed = await newSet({ sealed: true });
    const evaluations = await Promise.all([1, 2, 3, 4].map(() => evaluate(sealed.id)));
    expect(evaluations.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4]);
  });

  it('is refused without scans, with the name of another set and with unknown studies', async () => {
    const refused = async (fields: Partial<NewEvaluationSet>, status: number, code: string) =>
      expect(await postSet(fields), code).toMatchObject({ status, body: { code } });
    await refused({ filter: { sides: ['L'], from: '2031-01-01' } }, 409, 'EVALUATION_SET_EMPTY');
    await refused({ filter: { studyIds: [newId()] } }, 404, 'STUDY_NOT_FOUND');
    await newSet({ name: 'Twice' });
    await refused({ name: ' twice ' }, 409, 'EVALUATION_SET_NAME_TAKEN');
    expect((await postSet({ name: ' ' })).status).toBe(400);
  });

  it('is refused if the stored origin of the scans contradicts the stated one', async () => {
    expect(await postSet({ origin: 'PUBLIC_IMAGES' })).toMatchObject({
      status: 409,
      body: { code: 'EVALUATION_SET_SCANNED' },
    });
    const { organizationId } = calls.tenants.ownOrg;
    const { scan, study } = await addDatasetScan(calls);
    await must('POST', '/findings', aFinding(scan.id));
    const deviceId = newId();
    await calls.tenants.db
      .insertInto('device')
      .values({
        ...{ id: deviceId, organizationId, serialNumber: newId(), model: 'Simulated scanner' },
        ...{ activatedAt: null, createdBy: null, updatedBy: null },
      })
      .execute();
    const row = calls.tenants.db.updateTable('scan').where('id', '=', scan.id);
    await row.set({ deviceId }).execute();
    const filter = { studyIds: [study.id] };
    expect(await postSet({ filter, origin: 'PATIENTS' })).toMatchObject({
      status: 409,
      body: { code: 'EVALUATION_SET_SIMULATED' },
    });
    await newSet({ filter, origin: 'PHANTOM' });
  });

  it('is open to readers who report only', async () => {
    for (const role of ['ADMIN', 'OPERATOR', 'VIEWER', 'BLIND_ANNOTATOR'] as const) {
      expect((await calls.as(role, 'GET', '/evaluations/sets')).status, role).toBe(403);
    }
  });
});

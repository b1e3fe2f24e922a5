import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Download, Finding, FindingRelation, Mark, Scan } from '#contracts';
import { newId } from '#foundation';
import { purgeDownloads } from '../../../platform/server/files/index.ts';
import { addAiFinding } from '../support/ai-finding.ts';
import { aFinding, aMark, PNG } from '../support/records.ts';
import { addScanVolume } from '../support/scan-volume.ts';
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

const ownOrgId = () => calls.tenants.ownOrg.organizationId;
const createFinding = (overrides: object = {}, marks: readonly Mark[] = [aMark()]) =>
  calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
    body: { ...aFinding(scanId, marks), ...overrides },
  });
const post = <T = Finding>(path: string, body: object) =>
  calls.as<T>('PHYSICIAN', 'POST', path, { body });
const readFinding = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);
const listFindings = async () =>
  (await calls.must<{ items: Finding[] }>('PHYSICIAN', 'GET', `/scans/${scanId}/findings`)).items;
/** Returns the fields that a form sends for a loaded finding. */
function bodyOf({ marks, note, massLengthUm, massWidthUm, massHeightUm }: Finding) {
  return {
    marks,
    note,
    massLengthUm,
    massWidthUm,
    massHeightUm,
  };
}
const put = (finding: Finding, change: object) =>
  calls.as<Finding>('PHYSICIAN', 'PUT', `/findings/${finding.id}`, {
    body: { ...bodyOf(finding), ...change },
    ...ifVersion(finding.version),
  });

const anAiFinding = (marks: readonly Mark[] = []) => addAiFinding(calls.tenants, scanId, marks);

describe('a finding', () => {
  it('returns assessment, labels and note with their authors, and a thumbnail in single reads', async () => {
    const created = await createFinding({
      biradsScore: 5,
      isMass: true,
      recommendations: ['mri'],
      annotationLabels: { shape: ['OVAL'], MARGIN: ['INDIS', 'ANG'] },
      note: 'Cyst',
      thumbnailBase64: PNG,
    });
    const callerId = calls.tenants.ownOrg.accountOf('PHYSICIAN').id;
    expect(created).toMatchObject({
      biradsScore: 5,
      isMass: true,
      recommendations: ['MRI'],
      note: 'Cyst',
      annotationLabels: { SHAPE: ['OVAL'], MARGIN: ['INDIS', 'ANG'] },
      labeledBy: callerId,
      noteCreatedBy: callerId,
      thumbnailBase64: PNG,
    });
    expect(await readFinding(created.id)).toEqual(created);
    expect(await listFindings()).toEqual([{ ...created, thumbnailBase64: null }]);
  });

  it('keeps the tool of each mark, and rejects a tool without the id of a contribution', async () => {
    const mark = { ...aMark(), toolId: 'org.example.density.caliper' };
    const created = await createFinding({}, [mark]);
    expect((await readFinding(created.id)).marks[mark.id]).toEqual(mark);
    const refused = await post('/findings', aFinding(scanId, [{ ...aMark(), toolId: '../x' }]));
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('toolId');
  });

  it('shows the thumbnail file named after the finding in place of the first thumbnail', async () => {
    const created = await createFinding({ thumbnailBase64: PNG });
    const otherImage = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.from([0])]);
    const file = { fileCategory: 'FINDING_THUMB', fileName: `${created.id}.png` };
    const registered = await calls.must<{ id: string }>('PHYSICIAN', 'POST', '/scanfiles', {
      body: { scanId, ...file, fileExtension: 'png' },
    });
    expect((await readFinding(created.id)).thumbnailBase64).toBe(PNG);
    const { server, ownOrg } = calls.tenants;
    const authorization = `Bearer ${ownOrg.tokenOf('PHYSICIAN')}`;
    const data = new FormData();
    data.append('data', new Blob([otherImage]), 'a.png');
    const sent = await fetch(`${server.url}/api/scanfiles/${registered.id}/content`, {
      method: 'PUT',
      headers: { 'x-api-key': server.apiKey, authorization },
      body: data,
    });
    expect(sent.status).toBe(200);
    expect((await readFinding(created.id)).thumbnailBase64).toBe(otherImage.toString('base64'));
    expect((await listFindings())[0]?.thumbnailBase64).toBeNull();
    // A thumbnail saved later replaces that file; a move without a thumbnail removes both.
    const saved = await put(created, { thumbnailBase64: PNG });
    expect((await readFinding(created.id)).thumbnailBase64).toBe(PNG);
    const moved = Object.values(created.marks).map((mark) => [mark.id, { ...mark, depth: 9 }]);
    expect((await put(saved.body, { marks: Object.fromEntries(moved) })).status).toBe(200);
    expect((await readFinding(created.id)).thumbnailBase64).toBeNull();
  });

  it('loses its thumbnail when moved without a new one, and keeps it when texts change', async () => {
    const mark = { ...aMark(), rep: true };
    const created = await createFinding({ thumbnailBase64: PNG }, [mark]);
    const noted = await put(created, { note: 'Cyst' });
    expect(noted.body.thumbnailBase64).toBe(PNG);
    const second = { ...aMark(), rep: false };
    const joined = await put(noted.body, { marks: { [mark.id]: mark, [second.id]: second } });
    expect(joined.body.thumbnailBase64).toBe(PNG);
    const moved = await put(joined.body, { marks: { [mark.id]: { ...mark, depth: 7 } } });
    expect(moved.body.thumbnailBase64).toBeNull();
    expect((await readFinding(created.id)).thumbnailBase64).toBeNull();
  });

  it('with the same id as its scan leaves the nipple thumbnail of the scan unchanged', async () => {
    const nipple = { sag: 0, tra: 0, depth: 0, rad: 0, thumbnailBase64: PNG };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scanId}/nipple`, { body: nipple });
    expect((await createFinding({ id: scanId })).thumbnailBase64).toBeNull();
    expect((await readFinding(scanId)).thumbnailBase64).toBeNull();
    expect((await readScan()).nippleLocation?.thumbnailBase64).toBe(PNG);
  });

  it('keeps the assessment fields that a change omits', async () => {
    const created = await createFinding({
      biradsScore: 5,
      annotationLabels: { SHAPE: ['OVAL'] },
      note: 'A',
    });
    const changed = await put(created, { isMass: true });
    expect(changed.body).toMatchObject({ biradsScore: 5, isMass: true, version: 2 });
    expect(changed.body.labeledAt).toBe(created.labeledAt);
    expect(changed.body.noteCreatedAt).toBe(created.noteCreatedAt);
    const cleared = await put(changed.body, {
      note: null,
      biradsScore: null,
      annotationLabels: {},
    });
    expect(cleared.body).toMatchObject({ note: null, noteCreatedBy: null, biradsScore: null });
  });

  it.each([
    [{ biradsScore: 0 }, 'biradsScore', 'too_small'],
    [{ biradsScore: 10 }, 'biradsScore', 'too_big'],
    [{ recommendations: ['XRAY'] }, 'recommendations', 'ITEM_NOT_FOUND'],
    [
      { annotationLabels: { SHAPE: ['OVAL', 'ROUND'] } },
      'annotationLabels.SHAPE',
      'TOO_MANY_ITEMS_SELECTED',
    ],
    [
      { annotationLabels: { MARGIN: ['ANG', 'ANG'] } },
      'annotationLabels.MARGIN',
      'DUPLICATE_ITEMS',
    ],
    [{ annotationLabels: { FOLLOW_UP: ['MRI'] } }, 'annotationLabels.FOLLOW_UP', 'ITEM_NOT_FOUND'],
    [{ label: 7 }, 'label', 'unrecognized_keys'],
    [{ clockPositionSec: 36_000 }, 'clockPositionSec', 'unrecognized_keys'],
    [{ depthUm: 12_500 }, 'depthUm', 'unrecognized_keys'],
    [{ hidden: true }, 'hidden', 'unrecognized_keys'],
    [{ createdBy: '0190a0b0-0000-7000-8000-000000000001' }, 'createdBy', 'unrecognized_keys'],
    [{ deletedAt: null }, 'deletedAt', 'unrecognized_keys'],
    [{ thumbnailBase64: 'PHNjcmlwdD4=' }, 'thumbnailBase64', 'THUMBNAIL_FORMAT'],
  ])('with %j is rejected and stores nothing', async (overrides, field, code) => {
    const rejected = await post('/findings', { ...aFinding(scanId), ...overrides });
    expect(rejected.status).toBe(400);
    expect(rejected.body).toMatchObject({ errors: [{ field, code }] });
    const created = await createFinding();
    expect((await put(created, overrides)).status).toBe(400);
    expect(await readFinding(created.id)).toEqual(created);
  });

  it('with an image that is not a rectangle is rejected', async () => {
    const mark = aMark();
    const skewed = { ...mark, frame: { ...mark.frame, right: [0, 0.7, 0.7] as const } };
    const rejected = await post('/findings', aFinding(scanId, [skewed]));
    expect(rejected.body).toMatchObject({ errors: [{ code: 'FRAME_NOT_RECTANGULAR' }] });
  });

  it('is deleted with its last mark and restored with a new mark', async () => {
    const created = await createFinding();
    const emptied = await put(created, { marks: {} });
    expect(emptied.body.deletedAt).not.toBeNull();
    expect(await listFindings()).toEqual([]);
    const restored = await put(emptied.body, { marks: created.marks });
    expect(restored.body).toMatchObject({
      deletedAt: null,
      label: created.label,
      marks: created.marks,
    });
  });

  it.each<Record<string, unknown>>([
    { note: 'Looks harmless' },
    { massLengthUm: 9_000 },
    { biradsScore: 2 },
    { isMass: true },
    { recommendations: ['BIOPSY'] },
  ])('of the AI rejects %j from users', async (overrides) => {
    const ai = await readFinding(await anAiFinding([aMark()]));
    const rejected = await put(ai, overrides);
    expect(rejected.body).toMatchObject({ errorType: 'NotUserGenerated' });
    expect(await readFinding(ai.id)).toEqual(ai);
  });

  it('of the AI can be labelled by readers, who can’t change the marks', async () => {
    const id = await anAiFinding([aMark()]);
    const ai = await readFinding(id);
    const moved = await put(ai, { marks: Object.fromEntries([aMark()].map((m) => [m.id, m])) });
    expect(moved.body).toMatchObject({ errorType: 'NotUserGenerated' });
    const labelled = { annotationLabels: { SHAPE: ['OVAL'] } };
    expect((await put(ai, labelled)).body).toMatchObject({ ...labelled, marks: ai.marks });
  });

  it('is removed with its scan', async () => {
    const created = await createFinding();
    await calls.must('PHYSICIAN', 'DELETE', `/scans/${scanId}`, {
      ...ifVersion((await readScan()).version),
      body: { reason: 'Wrong import' },
    });
    expect((await calls.as('PHYSICIAN', 'GET', `/findings/${created.id}`)).status).toBe(404);
    expect((await put(created, { note: 'x' })).status).toBe(404);
  });
});

const readScan = () => calls.must<Scan>('PHYSICIAN', 'GET', `/scans/${scanId}`);

const addVolume = () => addScanVolume(calls.tenants, scanId);

describe('an AI finding', () => {
  it('loses a deleted contour with its file, and is removed with its last mark', async () => {
    const drawn = aMark();
    const byModel = {
      ...drawn,
      markViewParams: { ...drawn.markViewParams, generatedBy: 'AI' as const },
    };
    const userMark = aMark();
    const id = await anAiFinding([byModel, userMark]);
    const file = newId();
    await calls.tenants.db
      .insertInto('scanFile')
      .values({
        id: file,
        organizationId: ownOrgId(),
        scanId,
        fileCategory: 'CONTOURS',
        role: 'PRIMARY',
        fileName: `${id}.json`,
        fileExtension: 'json',
        encoding: 'NONE',
        parentId: null,
        header: null,
        storagePath: newId(),
        checksum: 'a',
        byteLength: 1,
        epoch: null,
        storedAt: new Date().toISOString(),
        createdBy: null,
        updatedBy: null,
        acquisitionTime: null,
        supersededAt: null,
      })
      .execute();
    const updated = await post('/findings/deleteAiContour', { findingId: id });
    expect(Object.keys(updated.body.marks)).toEqual([userMark.id]);
    const files = await calls.must<{ total: number }>(
      'PHYSICIAN',
      'GET',
      `/scans/${scanId}/scanfiles`,
    );
    expect(files.total).toBe(0);
    const withoutUserMarks = await anAiFinding([{ ...byModel, id: newId() }]);
    const emptied = await post('/findings/deleteAiContour', { findingId: withoutUserMarks });
    expect(emptied.body.deletedAt).not.toBeNull();
  });

  it('can’t be deleted by readers, not even without marks', async () => {
    for (const marks of [[aMark()], []]) {
      const ai = await readFinding(await anAiFinding(marks));
      const path = `/findings/${ai.id}`;
      const rejected = await calls.as('PHYSICIAN', 'DELETE', path, ifVersion(ai.version));
      const expected = { errorType: 'NotUserGenerated', code: 'AI_FINDING_KEPT' };
      expect([rejected.status, rejected.body]).toEqual([409, expect.objectContaining(expected)]);
      await put(ai, { annotationLabels: { SHAPE: ['OVAL'] } });
      expect(await readFinding(ai.id)).toMatchObject({ id: ai.id, deletedAt: null });
    }
  });

  it('gets its location from the remaining marks', async () => {
    await addVolume();
    const drawn = aMark();
    const keptMark = aMark();
    const id = await anAiFinding([
      { ...drawn, markViewParams: { ...drawn.markViewParams, generatedBy: 'AI' } },
      { ...keptMark, frame: { ...keptMark.frame, originMm: [0, 10, 0] } },
    ]);
    // The centre of the remaining mark is 35 mm deep, 10 mm below that of the deleted mark.
    const updated = await post('/findings/deleteAiContour', { findingId: id });
    expect(updated.body.depthUm).toBe(35_000);
  });

  it('has one relation to the finding that a reader created from it', async () => {
    const ai = await anAiFinding();
    const user = await createFinding();
    const body = { autoSegmentFindingId: ai, userFindingId: user.id };
    const path = '/findingrel/upsertFindingRel';
    const first = (await post<FindingRelation>(path, body)).body;
    expect(first).toMatchObject({ ...body, relationType: 'USER_TO_ML', version: 1 });
    expect((await post<FindingRelation>(path, body)).body).toMatchObject({
      id: first.id,
      version: 2,
    });
    const relation = await calls.must('PHYSICIAN', 'GET', `/findingrel/${first.id}`);
    expect(relation).toMatchObject(body);
    const list = await calls.must<{ total: number }>('PHYSICIAN', 'GET', `/findingrel/ai/${ai}`);
    expect(list.total).toBe(1);
    const invalid = await post(path, { autoSegmentFindingId: user.id, userFindingId: user.id });
    expect(invalid.status).toBe(409);
  });
});

describe('a finding export', () => {
  const exportFindings = async (ids: readonly string[], format = 'CSV') => {
    const { server, ownOrg } = calls.tenants;
    const response = await fetch(`${server.url}/api/findings/export`, {
      method: 'POST',
      headers: {
        'x-api-key': server.apiKey,
        authorization: `Bearer ${ownOrg.tokenOf('PHYSICIAN')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ids, format }),
    });
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('content-type'), text };
  };

  it('downloads once by an address, with the findings that the caller may see', async () => {
    const { server, ownOrg, db } = calls.tenants;
    const finding = await createFinding({ note: 'by address' });
    const token = ownOrg.tokenOf('PHYSICIAN');
    const prepare = (ids: readonly string[], format = 'CSV') =>
      server.call<Download>('POST', '/findings/exports', { token, body: { ids, format } });
    const open = (url: string) => fetch(`${server.url}/api${url}`);
    const { url } = (await prepare([finding.id])).body;
    const opened = await open(url);
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="findings.csv"',
    });
    expect(await opened.text()).toContain('by address');
    expect((await open(url)).status).toBe(403);
    // Another export can't be opened with the token.
    const json = (await prepare([finding.id], 'JSON')).body.url;
    const [otherPath = ''] = (await prepare([finding.id])).body.url.split('?');
    expect((await open(`${otherPath}?${json.split('?')[1]}`)).status).toBe(403);
    expect((await open(json)).headers.get('content-disposition')).toContain('findings.json');
    expect((await prepare([finding.id, newId()])).status).toBe(404);
    expect((await prepare([])).status).toBe(400);
    await db.updateTable('findingExport').set({ expiresAt: '2020-01-01T00:00:00Z' }).execute();
    await purgeDownloads({ db });
    expect(await db.selectFrom('findingExport').selectAll().execute()).toEqual([]);
  });

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '  =1', '|cmd', '＝1'])(
    'escapes a note that begins with %j, so that spreadsheets run no formula',
    async (note) => {
      const { text } = await exportFindings([
        (await createFinding({ note: `${note},"x"\nnext` })).id,
      ]);
      expect(text.startsWith('\uFEFFid,scanId,scan,')).toBe(true);
      const cell = `'${note},"x"\nnext`.replaceAll('"', '""');
      expect(text).toContain(`"${cell}"`);
    },
  );

  it('writes numbers as numbers, names findings within 10 mm of the nipple subareolar without a clock position, and fails unless it contains every selected finding', async () => {
    await addVolume();
    const nipple = { sag: 60, tra: 100, depth: 0, rad: 0 };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scanId}/nipple`, { body: nipple });
    const finding = await createFinding({ biradsScore: 6, annotationLabels: { SHAPE: ['OVAL'] } });
    const { text, type } = await exportFindings([finding.id]);
    expect(type).toContain('text/csv');
    // Clock position in seconds, distance, depth and length in µm.
    const line = text.split('\r\n')[1];
    expect(line).toContain(
      `,USER,4B,,32400,inner central,30000,25000,transducer-face,20000,,,SHAPE: OVAL,,1,,`,
    );
    const near = { ...nipple, sag: 10 };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scanId}/nipple`, { body: near });
    const { text: nearText } = await exportFindings([finding.id]);
    expect(nearText.split('\r\n')[1]).toContain(',4B,,,subareolar,5000,25000,');
    expect((await exportFindings([finding.id, newId()])).status).toBe(404);
    const json = await exportFindings([finding.id], 'JSON');
    const [mark] = Object.keys(finding.marks);
    const measurements = [{ id: mark, type: 'LENGTH', unit: 'CM', area: null }];
    const item = { id: finding.id, biradsScore: 6, measurements };
    expect(JSON.parse(json.text)).toMatchObject({ items: [item] });
    expect((await exportFindings([])).status).toBe(400);
  });
});

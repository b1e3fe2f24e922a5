import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, FindingRelation, Mark, Scan } from '#contracts';
import { newId } from '#foundation';
import { makeCaller } from '../matrix/matrix-clinic.ts';
import type { MatrixClinic } from '../matrix/route-case.ts';
import { addAiFinding } from '../support/ai-finding.ts';
import { at, type ClinicCalls, startClinicCalls } from '../support/clinic-calls.ts';
import { aFinding, aMark, PNG } from '../support/records.ts';

let calls: ClinicCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startClinicCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.clinics.ours.addScan();
});

const own = () => calls.clinics.ours.organizationId;
const make = (wish: object = {}, marks: readonly Mark[] = [aMark()]) =>
  calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
    body: { ...aFinding(scanId, marks), ...wish },
  });
const post = <T = Finding>(path: string, body: object) =>
  calls.as<T>('PHYSICIAN', 'POST', path, { body });
const read = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);
const listed = async () =>
  (await calls.must<{ items: Finding[] }>('PHYSICIAN', 'GET', `/scans/${scanId}/findings`)).items;
/** What a form sends of a finding that it has read. */
function bodyOf({ marks, note, massLengthUm, massWidthUm, massHeightUm, ...rest }: Finding) {
  const { clockPositionSec, distanceFromNippleUm, depthUm } = rest;
  return {
    marks,
    note,
    massLengthUm,
    massWidthUm,
    massHeightUm,
    clockPositionSec,
    distanceFromNippleUm,
    depthUm,
  };
}
const put = (finding: Finding, change: object) =>
  calls.as<Finding>('PHYSICIAN', 'PUT', `/findings/${finding.id}`, {
    body: { ...bodyOf(finding), ...change },
    ...at(finding.version),
  });

const anAiFinding = (marks: readonly Mark[] = []) => addAiFinding(calls.clinics, scanId, marks);

describe('a finding', () => {
  it('carries assessment, labels and note with who said them, and a picture on its own read', async () => {
    const made = await make({
      biradsScore: 5,
      isMass: true,
      recommendations: ['mri'],
      hidden: true,
      annotationLabels: { shape: ['OVAL'], MARGIN: ['INDIS', 'ANG'] },
      note: 'Cyst',
      thumbnailBase64: PNG,
    });
    const who = calls.clinics.ours.accountOf('PHYSICIAN').id;
    expect(made).toMatchObject({
      biradsScore: 5,
      isMass: true,
      recommendations: ['MRI'],
      hidden: true,
      note: 'Cyst',
      annotationLabels: { SHAPE: ['OVAL'], MARGIN: ['INDIS', 'ANG'] },
      labeledBy: who,
      noteCreatedBy: who,
      thumbnailBase64: PNG,
    });
    expect(await read(made.id)).toEqual(made);
    expect(await listed()).toEqual([{ ...made, thumbnailBase64: null }]);
  });

  it('shows the thumbnail file that bears its id, before the picture that came with it', async () => {
    const made = await make({ thumbnailBase64: PNG });
    const other = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.from([0])]);
    const file = { fileCategory: 'FINDING_THUMB', fileName: `${made.id}.png` };
    const announced = await calls.must<{ id: string }>('PHYSICIAN', 'POST', '/scanfiles', {
      body: { scanId, ...file, fileExtension: 'png' },
    });
    expect((await read(made.id)).thumbnailBase64).toBe(PNG);
    const { server, ours } = calls.clinics;
    const authorization = `Bearer ${ours.tokenOf('PHYSICIAN')}`;
    const data = new FormData();
    data.append('data', new Blob([other]), 'a.png');
    const sent = await fetch(`${server.url}/api/scanfiles/${announced.id}/content`, {
      method: 'PUT',
      headers: { 'x-api-key': server.apiKey, authorization },
      body: data,
    });
    expect(sent.status).toBe(200);
    expect((await read(made.id)).thumbnailBase64).toBe(other.toString('base64'));
    expect((await listed())[0]?.thumbnailBase64).toBeNull();
    // A picture that a reader keeps afterwards takes its place, and so does none once it moved.
    const kept = await put(made, { thumbnailBase64: PNG });
    expect((await read(made.id)).thumbnailBase64).toBe(PNG);
    const moved = Object.values(made.marks).map((mark) => [mark.id, { ...mark, depth: 9 }]);
    expect((await put(kept.body, { marks: Object.fromEntries(moved) })).status).toBe(200);
    expect((await read(made.id)).thumbnailBase64).toBeNull();
  });

  it('loses its picture when it moves without a new one, and keeps it when words change', async () => {
    const mark = { ...aMark(), rep: true };
    const made = await make({ thumbnailBase64: PNG }, [mark]);
    const noted = await put(made, { note: 'Cyst' });
    expect(noted.body.thumbnailBase64).toBe(PNG);
    const second = { ...aMark(), rep: false };
    const joined = await put(noted.body, { marks: { [mark.id]: mark, [second.id]: second } });
    expect(joined.body.thumbnailBase64).toBe(PNG);
    const moved = await put(joined.body, { marks: { [mark.id]: { ...mark, depth: 7 } } });
    expect(moved.body.thumbnailBase64).toBeNull();
    expect((await read(made.id)).thumbnailBase64).toBeNull();
  });

  it('under the id of its scan leaves the picture of the nipple alone', async () => {
    const nipple = { sag: 0, tra: 0, depth: 0, rad: 0, thumbnailBase64: PNG };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scanId}/nipple`, { body: nipple });
    expect((await make({ id: scanId })).thumbnailBase64).toBeNull();
    expect((await read(scanId)).thumbnailBase64).toBeNull();
    expect((await scanNow()).nippleLocation?.thumbnailBase64).toBe(PNG);
  });

  it('keeps of its assessment what a change does not speak of', async () => {
    const made = await make({ biradsScore: 5, annotationLabels: { SHAPE: ['OVAL'] }, note: 'A' });
    const changed = await put(made, { isMass: true });
    expect(changed.body).toMatchObject({ biradsScore: 5, isMass: true, version: 2 });
    expect(changed.body.labeledAt).toBe(made.labeledAt);
    expect(changed.body.noteCreatedAt).toBe(made.noteCreatedAt);
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
    [{ createdBy: newId() }, 'createdBy', 'unrecognized_keys'],
    [{ deletedAt: null }, 'deletedAt', 'unrecognized_keys'],
    [{ thumbnailBase64: 'PHNjcmlwdD4=' }, 'thumbnailBase64', 'custom'],
  ])('with %j is refused, and nothing of it is kept', async (wish, field, code) => {
    const refused = await post('/findings', { ...aFinding(scanId), ...wish });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: [{ field, code }] });
    const made = await make();
    expect((await put(made, wish)).status).toBe(400);
    expect(await read(made.id)).toEqual(made);
  });

  it('with an image that is no rectangle is refused', async () => {
    const mark = aMark();
    const crooked = { ...mark, frame: { ...mark.frame, right: [0, 0.7, 0.7] as const } };
    const refused = await post('/findings', aFinding(scanId, [crooked]));
    expect(refused.body).toMatchObject({ errors: [{ code: 'FRAME_NOT_RECTANGULAR' }] });
  });

  it('is deleted with its last mark, and comes back with a mark', async () => {
    const made = await make();
    const emptied = await put(made, { marks: {} });
    expect(emptied.body.deletedAt).not.toBeNull();
    expect(await listed()).toEqual([]);
    const back = await put(emptied.body, { marks: made.marks });
    expect(back.body).toMatchObject({ deletedAt: null, label: made.label, marks: made.marks });
  });

  it.each<Record<string, unknown>>([
    { note: 'Looks harmless' },
    { massLengthUm: 9_000 },
    { biradsScore: 2 },
    { isMass: true },
    { recommendations: ['BIOPSY'] },
  ])('of the AI does not take %j from whoever writes', async (wish) => {
    const ai = await read(await anAiFinding([aMark()]));
    const refused = await put(ai, wish);
    expect(refused.body).toMatchObject({ errorType: 'NotUserGenerated' });
    expect(await read(ai.id)).toEqual(ai);
  });

  it('of the AI keeps its marks, and may be hidden and labelled by its readers', async () => {
    const id = await anAiFinding([aMark()]);
    const ai = await read(id);
    const moved = await put(ai, { marks: Object.fromEntries([aMark()].map((m) => [m.id, m])) });
    expect(moved.body).toMatchObject({ errorType: 'NotUserGenerated' });
    const labelled = { hidden: true, annotationLabels: { SHAPE: ['OVAL'] } };
    expect((await put(ai, labelled)).body).toMatchObject({ ...labelled, marks: ai.marks });
  });

  it('is not taken off a list by a program, nor by anything but yes and no', async () => {
    const made = await make();
    expect((await put(made, { hidden: 'yes' })).status).toBe(400);
    expect((await put({ ...made, version: 9 }, { hidden: true })).status).toBe(412);
    expect((await read(made.id)).hidden).toBe(false);
  });

  it('is taken off one reader’s list, without a version, and stays on everybody else’s', async () => {
    const made = await make({}, [aMark(), aMark()]);
    const { version, updatedAt } = made;
    const hidden = await put(made, { hidden: true });
    expect(hidden.body).toEqual({ ...made, hidden: true });
    expect(await listed()).toMatchObject([{ id: made.id, hidden: true, version }]);
    const path = `/findings/${made.id}`;
    expect(await calls.must('VIEWER', 'GET', path)).toEqual({ ...made, hidden: false });
    const other = await makeCaller(
      { ...calls.clinics, organizationId: own() } as unknown as MatrixClinic,
      'PHYSICIAN',
    );
    const edited = await calls.clinics.server.call<Finding>('PUT', path, {
      token: other.token,
      body: { ...bodyOf(made), note: 'Theirs' },
      ...at(version),
    });
    expect(edited.body).toMatchObject({ note: 'Theirs', hidden: false, version: version + 1 });
    expect(Date.parse(edited.body.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
    const both = await put({ ...edited.body, hidden: true }, { note: 'Mine', hidden: false });
    expect(both.body).toMatchObject({ note: 'Mine', hidden: false, version: version + 2 });
  });

  it('that is off a list leaves its parts off it, for whoever took it off', async () => {
    const made = await make({}, [aMark(), aMark()]);
    await put(made, { hidden: true });
    const path = '/findings/actions/ungroup';
    const { items } = await calls.must<{ items: Finding[] }>('PHYSICIAN', 'POST', path, {
      body: { id: made.id },
    });
    expect(items.map(({ hidden }) => hidden)).toEqual([true, true]);
    for (const { id } of items) {
      expect(await calls.must('VIEWER', 'GET', `/findings/${id}`)).toMatchObject({ hidden: false });
    }
  });

  it('is gone with its scan', async () => {
    const made = await make();
    await calls.must('PHYSICIAN', 'DELETE', `/scans/${scanId}`, at((await scanNow()).version));
    expect((await calls.as('PHYSICIAN', 'GET', `/findings/${made.id}`)).status).toBe(404);
    expect((await put(made, { note: 'x' })).status).toBe(404);
  });
});

const scanNow = () => calls.must<Scan>('PHYSICIAN', 'GET', `/scans/${scanId}`);

/** A volume of the scan: 201 × 90 × 201 voxels of half a millimetre. */
async function addVolume(): Promise<void> {
  const header = {
    sizes: '201 90 201',
    spacingMm: [0.5, 0.5, 0.5],
    coverageRadiusMm: 50,
    originMm: [-50, 0.25, -50],
  };
  await calls.clinics.db
    .insertInto('scanFile')
    .values({
      id: newId(),
      organizationId: own(),
      scanId,
      fileCategory: 'VOLUME3D',
      role: 'PRIMARY',
      fileName: 'v.nrrd',
      fileExtension: 'nrrd',
      encoding: 'NONE',
      parentId: null,
      header: JSON.stringify(header),
      storagePath: newId(),
      checksum: 'a',
      byteLength: 1,
      storedAt: new Date().toISOString(),
      createdBy: null,
      updatedBy: null,
      epoch: null,
      acquisitionTime: null,
      supersededAt: null,
    })
    .execute();
}

const NIPPLE = { sag: 0, tra: 0, depth: 0, rad: 0, setBy: null, setAt: '2026-01-02T03:04:05.678Z' };

describe('when the nipple moves', () => {
  it('clock and distance of every finding follow, and no version does', async () => {
    await addVolume();
    // The mark's middle is at x 0, y 25, z 50.
    const made = await make({ clockPositionSec: 1, distanceFromNippleUm: 1, depthUm: 1 });
    expect(made).toMatchObject({ clockPositionSec: null, depthUm: 25_000 });
    const nipple = (sag: number, tra: number) =>
      calls.must('PHYSICIAN', 'PUT', `/scans/${scanId}/nipple`, {
        body: { sag, tra, depth: 0, rad: 0 },
      });
    await nipple(0, 0);
    expect(await read(made.id)).toMatchObject({
      clockPositionSec: 0,
      distanceFromNippleUm: 50_000,
      version: 1,
    });
    await nipple(60, 100);
    expect(await read(made.id)).toMatchObject({
      clockPositionSec: 32_400,
      distanceFromNippleUm: 30_000,
      version: 1,
    });
  });
});

describe('taking a finding off the own list', () => {
  it('is no edit either where the nipple has moved since, as it does under a signed report', async () => {
    await addVolume();
    const made = await make();
    const set = { nippleLocation: JSON.stringify(NIPPLE) };
    await calls.clinics.db.updateTable('scan').set(set).where('id', '=', scanId).execute();
    const hidden = await put(made, { hidden: true });
    expect(hidden.body).toEqual({ ...made, hidden: true });
  });
});

describe('what the AI drew', () => {
  it('is removed with its contour file, and the finding with its last mark', async () => {
    const drawn = aMark();
    const byModel = {
      ...drawn,
      markViewParams: { ...drawn.markViewParams, generatedBy: 'AI' as const },
    };
    const kept = aMark();
    const id = await anAiFinding([byModel, kept]);
    const file = newId();
    await calls.clinics.db
      .insertInto('scanFile')
      .values({
        id: file,
        organizationId: own(),
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
    const left = await post('/findings/deleteAiContour', { findingId: id });
    expect(Object.keys(left.body.marks)).toEqual([kept.id]);
    const files = await calls.must<{ total: number }>(
      'PHYSICIAN',
      'GET',
      `/scans/${scanId}/scanfiles`,
    );
    expect(files.total).toBe(0);
    const alone = await anAiFinding([{ ...byModel, id: newId() }]);
    const emptied = await post('/findings/deleteAiContour', { findingId: alone });
    expect(emptied.body.deletedAt).not.toBeNull();
  });

  it('leaves the finding where the marks are that stay', async () => {
    await addVolume();
    const [drawn, kept] = [aMark(), aMark()];
    const id = await anAiFinding([
      { ...drawn, markViewParams: { ...drawn.markViewParams, generatedBy: 'AI' } },
      { ...kept, frame: { ...kept.frame, originMm: [0, 10, 0] } },
    ]);
    // The middle of the mark that stays is 10 mm below the other's.
    const left = await post('/findings/deleteAiContour', { findingId: id });
    expect(left.body.depthUm).toBe(35_000);
  });

  it('is tied to the finding that a reader made from it, once', async () => {
    const [ai, user] = [await anAiFinding(), await make()];
    const body = { autoSegmentFindingId: ai, userFindingId: user.id };
    const path = '/findingrel/upsertFindingRel';
    const first = (await post<FindingRelation>(path, body)).body;
    expect(first).toMatchObject({ ...body, relationType: 'USER_TO_ML', version: 1 });
    expect((await post<FindingRelation>(path, body)).body).toMatchObject({
      id: first.id,
      version: 2,
    });
    const got = await calls.must('PHYSICIAN', 'GET', `/findingrel/${first.id}`);
    expect(got).toMatchObject(body);
    const all = await calls.must<{ total: number }>('PHYSICIAN', 'GET', `/findingrel/ai/${ai}`);
    expect(all.total).toBe(1);
    const wrong = await post(path, { autoSegmentFindingId: user.id, userFindingId: user.id });
    expect(wrong.status).toBe(409);
  });
});

describe('an export', () => {
  const csv = async (ids: readonly string[], format = 'CSV') => {
    const { server, ours } = calls.clinics;
    const response = await fetch(`${server.url}/api/findings/export`, {
      method: 'POST',
      headers: {
        'x-api-key': server.apiKey,
        authorization: `Bearer ${ours.tokenOf('PHYSICIAN')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ids, format }),
    });
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('content-type'), text };
  };

  it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '  =1', '|cmd', '＝1'])(
    'never lets a note that begins with %j become a formula',
    async (note) => {
      const { text } = await csv([(await make({ note: `${note},"x"\nnext` })).id]);
      expect(text.startsWith('\uFEFFid,scanId,scan,')).toBe(true);
      const cell = `'${note},"x"\nnext`.replaceAll('"', '""');
      expect(text).toContain(`"${cell}"`);
    },
  );

  it('holds numbers as numbers and every finding that was chosen, or is refused', async () => {
    const finding = await make({ biradsScore: 6, annotationLabels: { SHAPE: ['OVAL'] } });
    const { text, type } = await csv([finding.id]);
    expect(type).toContain('text/csv');
    const [, line] = text.split('\r\n');
    expect(line).toContain(`,USER,4B,,36000,30000,12500,,20000,,,SHAPE: OVAL,,1,,`);
    expect((await csv([finding.id, newId()])).status).toBe(404);
    const json = await csv([finding.id], 'JSON');
    const [mark] = Object.keys(finding.marks);
    const measurements = [{ id: mark, type: 'LENGTH', unit: 'CM', area: null }];
    const item = { id: finding.id, biradsScore: 6, measurements };
    expect(JSON.parse(json.text)).toMatchObject({ items: [item] });
    expect((await csv([])).status).toBe(400);
  });
});

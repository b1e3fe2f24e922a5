import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, Finding, Mark, ScanFile } from '#contracts';
import { newId } from '#foundation';
import { purgeThumbnails } from '../../../platform/server/files/index.ts';
import { aFinding, aMark, PNG } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

/** PNG with a trailing byte: the same format, other bytes. */
const OTHER_PNG = Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.from([0])]).toString('base64');

let calls: TenantCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan();
});

const createFinding = (overrides: object = {}, marks: readonly Mark[] = [aMark()]) =>
  calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
    body: { ...aFinding(scanId, marks), thumbnailBase64: PNG, ...overrides },
  });
const readFinding = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);
const saveThumbnail = ({ id, version }: Finding, thumbnailBase64: string | null) =>
  calls.must('PHYSICIAN', 'PUT', `/findings/${id}/thumbnail`, {
    body: { thumbnailBase64 },
    ...ifVersion(version),
  });
const deleteFinding = ({ id, version }: Finding) =>
  calls.must<Finding>('PHYSICIAN', 'DELETE', `/findings/${id}`, ifVersion(version));
const putFinding = (
  { id, version, marks, note, massLengthUm, massWidthUm, massHeightUm }: Finding,
  change: object = {},
) =>
  calls.must<Finding>('PHYSICIAN', 'PUT', `/findings/${id}`, {
    body: { marks, note, massLengthUm, massWidthUm, massHeightUm, ...change },
    ...ifVersion(version),
  });

async function thumbnailFiles(): Promise<readonly ScanFile[]> {
  const path = `/scans/${scanId}/scanfiles?fileCategory=FINDING_THUMB`;
  return (await calls.must<{ items: ScanFile[] }>('PHYSICIAN', 'GET', path)).items;
}

/** Returns all rows of thumbnail files of the scan, also of superseded files. */
const thumbnailRows = () =>
  calls.tenants.db
    .selectFrom('scanFile')
    .selectAll()
    .where('scanId', '=', scanId)
    .where('fileCategory', '=', 'FINDING_THUMB')
    .orderBy('id')
    .execute();

async function contentOf({ id }: Pick<ScanFile, 'id'>): Promise<string> {
  const { server, ownOrg } = calls.tenants;
  const response = await fetch(`${server.url}/api/scanfiles/${id}/download`, {
    headers: { 'x-api-key': server.apiKey, authorization: `Bearer ${ownOrg.tokenOf('PHYSICIAN')}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer()).toString('base64');
}

describe('the thumbnail of a finding', () => {
  it('is a file of its scan, named after the finding, in the folder of its category', async () => {
    const finding = await createFinding();
    const [file, ...others] = await thumbnailFiles();
    if (file === undefined) throw new Error('No file');
    expect(others).toEqual([]);
    expect(file).toMatchObject({
      fileCategory: { id: 'FINDING_THUMB' },
      fileName: `${finding.id}.png`,
      fileExtension: 'png',
      role: 'PRIMARY',
      byteLength: Buffer.from(PNG, 'base64').length,
      createdBy: calls.tenants.ownOrg.accountOf('PHYSICIAN').id,
    });
    expect(file.storagePath).toMatch(/^finding-thumb\//);
    expect(await contentOf(file)).toBe(PNG);
    expect((await readFinding(finding.id)).thumbnailBase64).toBe(PNG);
  });

  it('is replaced by the thumbnail of a changed finding, and keeps its file for the same image', async () => {
    const finding = await createFinding();
    const [first] = await thumbnailFiles();
    await saveThumbnail(finding, PNG);
    expect((await thumbnailFiles()).map(({ id }) => id)).toEqual([first?.id]);
    await saveThumbnail(finding, OTHER_PNG);
    const [second, ...others] = await thumbnailFiles();
    if (second === undefined) throw new Error('No file');
    expect(others).toEqual([]);
    expect(second.id).not.toBe(first?.id);
    expect(await contentOf(second)).toBe(OTHER_PNG);
    await saveThumbnail(finding, null);
    expect(await thumbnailFiles()).toEqual([]);
    expect((await readFinding(finding.id)).thumbnailBase64).toBeNull();
  });

  it('does not accumulate: replaced thumbnails are removed after a day', async () => {
    const finding = await createFinding();
    await saveThumbnail(finding, OTHER_PNG);
    const { db } = calls.tenants;
    await purgeThumbnails(db);
    expect(await thumbnailRows()).toHaveLength(2);
    await sql`update scan_file set superseded_at = now() - interval '25 hours'
      where scan_id = ${scanId} and superseded_at is not null`.execute(db);
    await purgeThumbnails(db);
    expect((await thumbnailRows()).map(({ supersededAt }) => supersededAt)).toEqual([null]);
    expect((await readFinding(finding.id)).thumbnailBase64).toBe(OTHER_PNG);
  });

  it('is deleted with its finding, stays readable for the deleted finding, and returns with undo', async () => {
    const finding = await createFinding();
    const deleted = await deleteFinding(finding);
    expect(await thumbnailFiles()).toEqual([]);
    expect((await readFinding(finding.id)).thumbnailBase64).toBe(PNG);
    const restored = await putFinding(deleted);
    expect(restored.thumbnailBase64).toBe(PNG);
    expect(await thumbnailFiles()).toHaveLength(1);
    await putFinding(restored, { marks: {} });
    expect(await thumbnailFiles()).toEqual([]);
  });

  it('is deleted with a finding that is merged into another or split', async () => {
    const target = await createFinding();
    const source = await createFinding();
    const body = { targetId: target.id, sourceIds: [source.id] };
    await calls.must('PHYSICIAN', 'POST', '/findings/actions/group', { body });
    expect((await thumbnailFiles()).map(({ fileName }) => fileName)).toEqual([`${target.id}.png`]);
    const split = { body: { id: target.id } };
    await calls.must('PHYSICIAN', 'POST', '/findings/actions/ungroup', split);
    expect(await thumbnailFiles()).toEqual([]);
  });

  it('is the stored image of an earlier version until it is replaced', async () => {
    const finding = await createFinding({ thumbnailBase64: null });
    const { db, ownOrg } = calls.tenants;
    const { organizationId } = ownOrg;
    const image = Buffer.from(PNG, 'base64');
    await db
      .insertInto('thumbnail')
      .values({ organizationId, kind: 'FINDING', ownerId: finding.id, image })
      .execute();
    expect((await readFinding(finding.id)).thumbnailBase64).toBe(PNG);
    await saveThumbnail(finding, OTHER_PNG);
    expect((await readFinding(finding.id)).thumbnailBase64).toBe(OTHER_PNG);
    await saveThumbnail(finding, null);
    expect((await readFinding(finding.id)).thumbnailBase64).toBeNull();
  });
});

describe('thumbnails of a signed study', () => {
  const FINDINGS_SIGNED = [409, 'ReportSigned', 'REPORT_SIGNED_FINDINGS'];
  type Failure = ErrorResponse & { code: string };

  const register = (fileName: string) =>
    calls.as<ScanFile & Failure>('PHYSICIAN', 'POST', '/scanfiles', {
      body: { scanId, fileCategory: 'FINDING_THUMB', fileName, fileExtension: 'png' },
    });

  /** Inserts a signed report of the scan's study; removed when `work` ends. */
  async function whileSigned(work: () => Promise<void>): Promise<void> {
    const { db, ownOrg } = calls.tenants;
    const { organizationId, patientId } = ownOrg;
    const studyId = newId();
    const study = { id: studyId, organizationId, patientId, createdBy: null, updatedBy: null };
    await db.insertInto('study').values(study).execute();
    await db.updateTable('scan').set({ studyId }).where('id', '=', scanId).execute();
    await db
      .insertInto('report')
      .values({
        id: newId(),
        organizationId,
        studyId,
        patientId,
        number: Date.now() % 1_000_000_000,
        content: '{}',
        state: 'SIGNED',
        parentId: null,
        signedAt: new Date().toISOString(),
        frozen: '{}',
        contentHash: 'hash',
        createdBy: null,
        updatedBy: null,
      })
      .execute();
    await work();
  }

  const resultOf = ({ status, body }: { status: number; body: Failure }) => [
    status,
    body.errorType,
    body.code,
  ];

  it('can’t be added, replaced, renamed or deleted as files, like the findings themselves', async () => {
    const finding = await createFinding();
    const [file] = await thumbnailFiles();
    const registered = await register(`${newId()}.png`);
    expect(registered.status).toBe(200);
    await whileSigned(async () => {
      expect(resultOf(await register(`${finding.id}.png`))).toEqual(FINDINGS_SIGNED);
      const rename = { body: { fileName: `${finding.id}.png` }, ...ifVersion(1) };
      const path = `/scanfiles/${registered.body.id}`;
      const renamed = await calls.as<Failure>('PHYSICIAN', 'PUT', path, rename);
      expect(resultOf(renamed)).toEqual(FINDINGS_SIGNED);
      const single = await calls.as<Failure>('OPERATOR', 'DELETE', `/scanfiles/${file?.id}`);
      expect(resultOf(single)).toEqual(FINDINGS_SIGNED);
      const all = await calls.as<Failure>('OPERATOR', 'DELETE', `/scans/${scanId}/scanfiles`);
      expect(resultOf(all)).toEqual(FINDINGS_SIGNED);
      const { server, ownOrg } = calls.tenants;
      const data = new FormData();
      data.append('data', new Blob([Buffer.from(OTHER_PNG, 'base64')]), 'a.png');
      const sent = await fetch(`${server.url}/api/scanfiles/${registered.body.id}/content`, {
        method: 'PUT',
        headers: {
          'x-api-key': server.apiKey,
          authorization: `Bearer ${ownOrg.tokenOf('PHYSICIAN')}`,
        },
        body: data,
      });
      expect(sent.status).toBe(409);
      expect((await readFinding(finding.id)).thumbnailBase64).toBe(PNG);
      expect((await thumbnailFiles()).map(({ id }) => id)).toContain(file?.id);
    });
  });
});

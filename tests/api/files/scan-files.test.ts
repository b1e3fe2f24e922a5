import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, FileExistence, ScanFile, ScanFileFields } from '#contracts';
import { FileSystemStore } from '../../../platform/server/store/index.ts';
import { call, sendForm } from '../../faults/support/calls.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';
import { type Sender, send } from '../../faults/support/resumable.ts';

interface FilePage {
  readonly items: ScanFile[];
  readonly total: number;
  readonly nextCursor: string | null;
}

let plane: DataPlane;
let tenant: Tenant;
let other: Tenant;
let scanId = '';
let sender: Sender;
let device: Sender;
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
  other = await plane.addTenant();
});
afterAll(() => plane[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await tenant.addScan();
  sender = { url: plane.url, token: tenant.tokenOf('OPERATOR') };
  device = { ...sender, token: tenant.deviceToken };
});

async function registerFile(
  overrides: Partial<ScanFileFields> = {},
  caller = sender,
): Promise<ScanFile> {
  const fields = { fileCategory: 'VOLUME3D', fileName: 'volume.nrrd', fileExtension: 'nrrd' };
  const response = await send<ScanFile>(caller, 'POST', '/scanfiles', {
    scanId,
    ...fields,
    ...overrides,
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

async function addStoredFile(overrides: Partial<ScanFileFields> = {}): Promise<ScanFile> {
  const { id } = await registerFile(overrides);
  const path = `/scanfiles/${id}/content`;
  const response = await sendForm<ScanFile>(
    sender.url,
    sender.token,
    'PUT',
    path,
    randomBytes(100),
  );
  expect(response.status).toBe(200);
  return response.body;
}

const get = <T>(path: string, caller = sender) =>
  call<T & ErrorResponse>(caller.url, caller.token, 'GET', path);

describe('scan files', () => {
  it('are listed newest first, by scan and category, in pages, and read individually', async () => {
    const volume = await addStoredFile();
    const mask = await registerFile({ fileCategory: 'SEGMENT_MASK', fileName: 'mask.nrrd' });
    await registerFile({ scanId: await tenant.addScan() });
    const first = await get<FilePage>(`/scanfiles?scanId=${scanId}&limit=1`);
    expect(first.body).toMatchObject({ total: 2, items: [{ id: mask.id }] });
    const next = await get<FilePage>(
      `/scanfiles?scanId=${scanId}&limit=1&cursor=${first.body.nextCursor}`,
    );
    expect(next.body).toMatchObject({ items: [{ id: volume.id }], nextCursor: null });
    const masks = await get<FilePage>(`/scanfiles?scanId=${scanId}&fileCategory=SEGMENT_MASK`);
    expect(masks.body.items.map(({ id }) => id)).toEqual([mask.id]);
    expect((await get<FilePage>('/scanfiles')).body.total).toBeGreaterThanOrEqual(3);
    expect((await get<ScanFile>(`/scanfiles/${volume.id}`)).body).toEqual(volume);
  });

  it('of another organization are in no list and under no id', async () => {
    const { id } = await addStoredFile();
    const otherSender = { ...sender, token: other.tokenOf('OPERATOR') };
    expect((await get<FilePage>('/scanfiles', otherSender)).body).toMatchObject({
      total: 0,
      items: [],
    });
    for (const path of [
      `/scanfiles/${id}`,
      `/scanfiles?scanId=${scanId}`,
      `/scanfiles/actions/checkFileExistence?id=${id}`,
      `/scanfiles/actions/checkFileExistence?scanId=${scanId}&fileName=volume.nrrd`,
    ]) {
      expect((await get(path, otherSender)).status, path).toBe(404);
    }
    for (const [method, path, body] of [
      ['PUT', `/scanfiles/${id}`, { fileName: 'theirs.nrrd' }],
      ['PUT', `/scanfiles/${id}/nippleAi`, { sag: 0, tra: 0, depth: 1, rad: 2 }],
      ['DELETE', `/scanfiles/${id}`, undefined],
      ['DELETE', `/scans/${scanId}/scanfiles`, undefined],
    ] as const) {
      expect((await send(otherSender, method, path, body)).status, path).toBe(404);
    }
    expect((await get<ScanFile>(`/scanfiles/${id}`)).body).toMatchObject({ version: 2 });
  });

  it('can be renamed, but change their header only before bytes are stored', async () => {
    const file = await registerFile();
    const path = `/scanfiles/${file.id}`;
    const header = { sizes: '4 4 4' };
    const change = { fileName: 'other.nrrd', header };
    const changed = await send<ScanFile>(sender, 'PUT', path, change);
    expect(changed.body).toMatchObject({
      id: file.id,
      fileName: 'other.nrrd',
      header,
      checksum: null,
      version: 2,
    });
    const stale = await send(sender, 'PUT', path, { fileName: 'x.nrrd' }, { 'if-match': '"v1"' });
    expect(stale).toMatchObject({ status: 412, body: { data: { version: 2 } } });
    await sendForm(sender.url, sender.token, 'PUT', `${path}/content`, randomBytes(64));
    expect((await send(sender, 'PUT', path, { header })).status).toBe(409);
    expect((await send<ScanFile>(sender, 'PUT', path, { acquisitionTime: null })).status).toBe(200);
  });

  it.each([
    '../up.nrrd',
    'a/b',
    'a\\b',
    '.hidden',
    '%2e%2e',
    'a\0b',
    '',
    'x'.repeat(5_000),
    '／etc',
  ])('reject the name %j', async (fileName) => {
    const { id } = await registerFile();
    const invalid = await send(sender, 'PUT', `/scanfiles/${id}`, { fileName });
    expect(invalid).toMatchObject({ status: 400, body: { errorType: 'ValidationFailed' } });
    for (const path of ['createMaskFileMeta', 'generateUploadUrl']) {
      const body = { scanId, fileName, fileCategoryId: 'SEGMENT_MASK' };
      expect((await send(sender, 'POST', `/scanfiles/actions/${path}`, body)).status).toBe(400);
    }
  });

  it('are removed with their dependants on deletion, while their bytes stay in the store', async () => {
    const volume = await addStoredFile();
    const level = await addStoredFile({ role: 'PYRAMID', parentId: volume.id });
    const rawFile = await addStoredFile({ fileCategory: 'RAW' });
    const deleted = await send<ScanFile>(sender, 'DELETE', `/scanfiles/${volume.id}`);
    expect(deleted.status).toBe(200);
    for (const { id } of [volume, level]) {
      expect((await get(`/scanfiles/${id}`)).status).toBe(404);
      expect((await get(`/scanfiles/${id}/download`)).status).toBe(404);
    }
    expect((await get(`/scans/${scanId}/volume`)).status).toBe(404);
    expect((await send(sender, 'DELETE', `/scanfiles/${volume.id}`)).status).toBe(404);
    expect(await plane.store.stat(volume.storagePath!)).not.toBeNull();
    expect((await get<FilePage>(`/scans/${scanId}/scanfiles`)).body.total).toBe(1);
    const first = await send<{ deleted: number }>(sender, 'DELETE', `/scans/${scanId}/scanfiles`);
    expect(first.body).toEqual({ deleted: 1 });
    expect((await get(`/scanfiles/${rawFile.id}`)).status).toBe(404);
    const again = await send<{ deleted: number }>(sender, 'DELETE', `/scans/${scanId}/scanfiles`);
    expect(again.body).toEqual({ deleted: 0 });
    const viewer = { ...sender, token: tenant.tokenOf('VIEWER') };
    expect((await send(viewer, 'DELETE', `/scans/${scanId}/scanfiles`)).status).toBe(403);
  });

  it('expose the path on a device’s disk to devices only, and accept the path only from devices', async () => {
    const localHardDiskPath = '/data/scans/1/volume.nrrd';
    const ofDevice = await registerFile({ localHardDiskPath }, device);
    expect(ofDevice.localHardDiskPath).toBe(localHardDiskPath);
    expect((await get<ScanFile>(`/scanfiles/${ofDevice.id}`)).body.localHardDiskPath).toBeNull();
    const path = `/scanfiles/${ofDevice.id}`;
    await send(sender, 'PUT', path, { localHardDiskPath: '/etc/passwd' });
    const response = await get<ScanFile>(path, device);
    expect(response.body.localHardDiskPath).toBe(localHardDiskPath);
  });

  it('keep the nipple location inferred by a model, and its time', async () => {
    const { id } = await addStoredFile();
    const location = { sag: -3.5, tra: 12, depth: 4, rad: 271.5 };
    const response = await send<ScanFile>(sender, 'PUT', `/scanfiles/${id}/nippleAi`, location);
    expect(response.body.nippleLocationAi).toMatchObject({ ...location, confidence: null });
    expect(Date.parse(response.body.nippleLocationAi!.setAt)).not.toBeNaN();
    const invalid = await send(sender, 'PUT', `/scanfiles/${id}/nippleAi`, {
      ...location,
      rad: 360,
    });
    expect(invalid.status).toBe(400);
    expect((await send(device, 'PUT', `/scanfiles/${id}/nippleAi`, location)).status).toBe(403);
  });
});

describe('the query for an existing file', () => {
  const checkExistence = (query: string) =>
    get<FileExistence>(`/scanfiles/actions/checkFileExistence?${query}`);

  it('returns row, bytes and checksum, by id or by name', async () => {
    const pendingFile = await registerFile({ fileName: 'waiting.nrrd' });
    expect((await checkExistence(`id=${pendingFile.id}`)).body).toMatchObject({
      exists: false,
      bytes: 'ANNOUNCED',
    });
    const file = await addStoredFile();
    const complete = { exists: true, id: file.id, bytes: 'RIGHT', quarantined: false };
    expect((await checkExistence(`id=${file.id}`)).body).toEqual(complete);
    expect((await checkExistence(`scanId=${scanId}&fileName=volume.nrrd`)).body).toEqual(complete);
    expect((await checkExistence(`scanId=${scanId}&fileName=none.nrrd`)).body).toMatchObject({
      exists: false,
      id: null,
    });
    await rm(join(plane.folder, 'files', file.storagePath!));
    const missing = { exists: false, id: file.id, bytes: 'MISSING', quarantined: true };
    expect((await checkExistence(`id=${file.id}`)).body).toEqual(missing);
    expect((await get<ScanFile>(`/scanfiles/${file.id}`)).body.quarantinedAt).not.toBeNull();
    for (const query of ['', `scanId=${scanId}`, `id=${file.id}&scanId=${scanId}`, 'id=x']) {
      expect((await checkExistence(query)).status, query).toBe(400);
    }
  });
});

describe('the bytes of a file', () => {
  it('are not replaced by a concurrent upload that started before they were found damaged', async () => {
    const file = await registerFile();
    const sha256 = 'f'.repeat(64);
    const slowStore = new FileSystemStore(join(plane.folder, 'files'));
    const originalPut = slowStore.put.bind(slowStore);
    slowStore.put = async (...args) => {
      const result = await originalPut(...args);
      const damaged = { quarantinedAt: new Date().toISOString(), quarantineReason: 'Missing' };
      await plane.db
        .updateTable('scanFile')
        .set({ ...damaged, storagePath: 'volume3d/00/x', checksum: sha256, byteLength: 9 })
        .where('id', '=', file.id)
        .execute();
      return result;
    };
    const url = await plane.serveWith(slowStore);
    const path = `/scanfiles/${file.id}/content`;
    const response = await sendForm<ErrorResponse>(
      url,
      sender.token,
      'PUT',
      path,
      randomBytes(100),
    );
    expect(response).toMatchObject({ status: 409, body: { errorType: 'Conflict' } });
    expect((await get<ScanFile>(`/scanfiles/${file.id}`)).body.checksum).toBe(sha256);
  });
});

describe('a segmentation mask', () => {
  it('has a row before its bytes are uploaded', async () => {
    const volume = await addStoredFile();
    const body = { scanId, fileName: 'mask.nrrd', parentId: volume.id, header: { sizes: '4 4 4' } };
    const created = await send<ScanFile>(
      sender,
      'POST',
      '/scanfiles/actions/createMaskFileMeta',
      body,
    );
    expect(created.body).toMatchObject({
      fileCategory: { id: 'SEGMENT_MASK' },
      parentId: volume.id,
      storagePath: null,
    });
  });
});

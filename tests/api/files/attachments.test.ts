import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment, ErrorResponse, NewAttachment } from '#contracts';
import { newId, silentLogger } from '#foundation';
import { purgeStore } from '../../../platform/server/files/index.ts';
import { scrubAttachments } from '../../../platform/server/operations/attachments/scrub-attachments.ts';
import { FileSystemStore } from '../../../platform/server/store/index.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = Attachment &
  ErrorResponse & {
    data: Attachment & { missing: string[] };
    errors: { field: string; message: string }[];
    items: Attachment[];
  };

let tenants: TwoTenants;
let physician = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  physician = tenants.ownOrg.tokenOf('PHYSICIAN');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const call = (
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) => tenants.server.call<Body>(method, path, { token: physician, ...options });
const ifMatch = (version: number) => ({ 'if-match': `"v${version}"` });
const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
const BYTES = '<script>alert(1)</script> a mammogram of Müller';
const NAME = 'Müller, Ann (2024).pdf';
const fields = (overrides: Partial<NewAttachment> = {}): NewAttachment => ({
  patientId: tenants.ownOrg.patientId,
  patientAttachmentTypeCode: 'MAMMOGRAM',
  documentDate: '2024-02-29',
  lateralityCode: 'B',
  filesInfo: [{ name: NAME, checksum: sha256(BYTES) }],
  ...overrides,
});
const create = (overrides: Partial<NewAttachment> = {}) =>
  call('POST', '/patientattachments', { body: fields(overrides) });
const update = ({ id, version }: Attachment, overrides: object = {}) => {
  const { filesInfo: _files, patientId: _patient, ...body } = fields();
  const path = `/patientattachments/${id}`;
  return call('PUT', path, { headers: ifMatch(version), body: { ...body, id, ...overrides } });
};

const fileUrl = (id: string, name = NAME) =>
  `${tenants.server.url}/api/patientattachments/${id}/files/${encodeURIComponent(name)}`;
const headersOf = (token: string) => ({
  'x-api-key': tenants.server.apiKey,
  authorization: `Bearer ${token}`,
});
async function sendFile(id: string, bytes = BYTES, name = NAME, token = physician) {
  const form = new FormData();
  form.append('data', new Blob([bytes]), name);
  const init = { method: 'PUT', headers: headersOf(token), body: form };
  const response = await fetch(fileUrl(id, name), init);
  return { status: response.status, body: (await response.json()) as Body };
}
const download = (id: string, token = physician, name = NAME) =>
  fetch(fileUrl(id, name), { headers: headersOf(token) });

describe('an attachment', () => {
  it('without files, or changed without its id, is rejected with the prescribed text', async () => {
    for (const filesInfo of [undefined, null, [], 'x']) {
      const response = await call('POST', '/patientattachments', {
        body: { ...fields(), filesInfo },
      });
      const [error] = response.body.errors;
      expect([response.status, error?.field, error?.message]).toEqual([
        400,
        'filesInfo',
        'Attachment creation requires file info.',
      ]);
    }
    const created = (await create()).body;
    const withoutId = await update(created, { id: undefined });
    expect(withoutId.body.errors[0]?.message).toBe('Attachment update requires an id.');
    expect((await update(created, { id: newId() })).status).toBe(400);
  });

  it('with an unsafe file name, a malformed checksum, a duplicate name or a foreign patient is rejected', async () => {
    const checksum = sha256(BYTES);
    for (const name of ['../x', 'a/b', 'a\\b', '.hidden', '', 'a\u0000b', 'x\u202Efdp.exe']) {
      expect((await create({ filesInfo: [{ name, checksum }] })).status, name).toBe(400);
    }
    expect((await create({ filesInfo: [{ name: 'a', checksum: 'abc' }] })).status).toBe(400);
    const file = { name: 'a', checksum };
    expect((await create({ filesInfo: [file, file] })).status).toBe(400);
    expect((await create({ lateralityCode: 'X' as 'L' })).status).toBe(400);
    expect((await create({ patientId: tenants.otherOrg.patientId })).status).toBe(404);
  });

  it('is created and changed only with a document date from 1900 on, but is shown with an older one', async () => {
    const YEAR_ERROR = { errors: [{ field: 'documentDate', code: 'YEAR_BEFORE_1900' }] };
    const rejected = await create({ documentDate: '1850-01-01' });
    expect([rejected.status, rejected.body]).toMatchObject([400, YEAR_ERROR]);
    const { body: created } = await create({ documentDate: '1900-01-01' });
    expect(created.documentDate).toBe('1900-01-01');
    const changed = await update(created, { documentDate: '1899-12-31' });
    expect([changed.status, changed.body]).toMatchObject([400, YEAR_ERROR]);
    // Stored before the rule existed.
    const set = { documentDate: '1850-01-01' };
    await tenants.db
      .updateTable('patientAttachment')
      .set(set)
      .where('id', '=', created.id)
      .execute();
    const shown = await call('GET', `/patientattachments/${created.id}`);
    expect([shown.status, shown.body]).toMatchObject([200, set]);
  });

  it('is complete only when all registered files are uploaded', async () => {
    const filesInfo = [
      { name: NAME, checksum: sha256(BYTES) },
      { name: 'second.dcm', checksum: sha256('second') },
    ];
    const created = (await create({ filesInfo })).body;
    expect(created).toMatchObject({ uploadStatus: 'P', version: 1 });
    expect(created.uploadUrls.map(({ fileName, storagePath }) => [fileName, storagePath])).toEqual([
      [NAME, null],
      ['second.dcm', null],
    ]);
    expect(`${tenants.server.url}${created.uploadUrls[0]?.url}`).toBe(fileUrl(created.id));
    expect((await download(created.id)).status).toBe(409);
    expect((await sendFile(created.id)).body.uploadUrls).toHaveLength(1);
    const premature = await update(created, { uploadStatus: 'D' });
    expect([premature.status, premature.body.errorType]).toEqual([409, 'AttachmentIncomplete']);
    expect(premature.body.data.missing).toEqual(['second.dcm']);
    const mismatched = await sendFile(created.id, 'other bytes', 'second.dcm');
    expect([mismatched.status, mismatched.body.errorType]).toEqual([422, 'ChecksumMismatch']);
    expect((await sendFile(created.id, 'second', 'second.dcm')).status).toBe(200);
    expect((await sendFile(created.id, 'second', 'second.dcm')).status).toBe(200);
    expect((await sendFile(created.id, 'x', 'unannounced.pdf')).status).toBe(404);
    const done = await update(created, { uploadStatus: 'D' });
    expect(done.body).toMatchObject({ uploadStatus: 'D', version: 2, uploadUrls: [] });
    expect((await update(done.body, { uploadStatus: 'P' })).status).toBe(409);
    expect((await update(done.body, { lateralityCode: 'L' })).body.uploadStatus).toBe('D');
  });

  it('is downloaded under its own name for saving, never displayed inline', async () => {
    const { id } = (await create()).body;
    await sendFile(id);
    const response = await download(id, tenants.ownOrg.tokenOf('VIEWER'));
    expect(await response.text()).toBe(BYTES);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="M_ller, Ann (2024).pdf"; filename*=UTF-8''${encodeURIComponent(NAME).replace('(', '%28').replace(')', '%29')}`,
    );
    expect(response.headers.get('x-checksum-sha256')).toBe(sha256(BYTES));
  });

  it('is accessible only within its organization and with the required permission', async () => {
    const created = (await create()).body;
    await sendFile(created.id);
    const path = `/patientattachments/${created.id}`;
    const { ownOrg, otherOrg } = tenants;
    const otherToken = otherOrg.tokenOf('PHYSICIAN');
    expect((await call('GET', path, { token: otherToken })).status).toBe(404);
    expect((await download(created.id, otherToken)).status).toBe(404);
    expect((await sendFile(created.id, BYTES, NAME, otherToken)).status).toBe(404);
    const patient = `/patients/${ownOrg.patientId}/attachments`;
    expect((await call('GET', patient, { token: otherToken })).status).toBe(404);
    for (const role of ['ADMIN', 'BLIND_ANNOTATOR'] as const) {
      expect((await call('GET', path, { token: ownOrg.tokenOf(role) })).status, role).toBe(403);
      expect((await download(created.id, ownOrg.tokenOf(role))).status, role).toBe(403);
    }
    const viewer = { token: ownOrg.tokenOf('VIEWER'), body: fields() };
    expect((await call('POST', '/patientattachments', viewer)).status).toBe(403);
    const operator = { token: ownOrg.tokenOf('OPERATOR'), headers: ifMatch(1) };
    expect((await call('DELETE', path, operator)).status).toBe(403);
  });

  it('is listed with its patient, and removed from the list on deletion', async () => {
    const created = (await create({ id: newId() })).body;
    const again = await create({ id: created.id });
    expect(again.body).toEqual(created);
    expect(
      (await create({ id: created.id, filesInfo: [{ name: 'z', checksum: sha256('z') }] })).status,
    ).toBe(409);
    const list = async () =>
      (await call('GET', `/patients/${tenants.ownOrg.patientId}/attachments`)).body.items;
    expect((await list())[0]).toEqual(created);
    expect((await call('GET', '/patientattachments?limit=1')).body.items).toEqual([created]);
    const path = `/patientattachments/${created.id}`;
    expect((await call('DELETE', path)).status).toBe(428);
    expect((await call('DELETE', path, { headers: ifMatch(1) })).status).toBe(200);
    expect((await call('GET', path)).status).toBe(404);
    expect((await sendFile(created.id)).status).toBe(404);
    expect((await list()).map(({ id }) => id)).not.toContain(created.id);
  });

  it('writes no file name to the audit or the log', async () => {
    const { id } = (await create()).body;
    await sendFile(id);
    await download(id);
    await download(id, tenants.ownOrg.tokenOf('ADMIN'));
    const rows = await tenants.db.selectFrom('audit').select(['act', 'subject']).execute();
    expect(rows.filter(({ act }) => act === 'downloadAttachmentFile').length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('Müller');
    expect(tenants.server.log()).not.toContain('Müller');
  });

  it('that is corrupted on disk is quarantined, never served, and repaired by another upload', async () => {
    const { id } = (await create()).body;
    await sendFile(id);
    const other = (await create()).body;
    await sendFile(other.id);
    const store = new FileSystemStore(`${tenants.server.dataFolder}/files`);
    const storedFile = async (attachmentId: string) =>
      (await call('GET', `/patientattachments/${attachmentId}`)).body.filesInfo[0];
    const key = (await storedFile(id))?.storagePath ?? '';
    await writeFile(`${tenants.server.dataFolder}/files/${key}`, BYTES.replace('Müller', 'Miller'));
    expect((await download(id)).status).toBe(422);
    // The first read quarantines the file at once, without waiting for the nightly scrub.
    expect((await storedFile(id))?.quarantinedAt).not.toBeNull();
    const counts = { checked: 0, missing: 0, corrupt: 0, unreadable: 0, healed: 0 };
    await scrubAttachments(tenants.db, store, tenants.ownOrg.organizationId, counts);
    expect([counts.corrupt, counts.missing]).toEqual([1, 0]);
    expect(counts.checked).toBeGreaterThan(1);
    expect((await storedFile(id))?.quarantinedAt).not.toBeNull();
    expect((await storedFile(other.id))?.quarantinedAt).toBeNull();
    expect((await sendFile(id, 'other bytes')).status).toBe(422);
    expect((await sendFile(id)).body.uploadUrls).toEqual([]);
    expect(await (await download(id)).text()).toBe(BYTES);
    expect((await storedFile(id))?.quarantinedAt).toBeNull();
    const auditRows = await tenants.db.selectFrom('audit').select(['act', 'subject']).execute();
    const quarantined = auditRows.filter(({ act }) => act === 'quarantineAttachmentFile');
    expect(quarantined.map(({ subject }) => subject.attachmentId)).toEqual([id]);
  });

  it('keeps its bytes when the store is purged', async () => {
    const { id } = (await create()).body;
    await sendFile(id);
    const store = new FileSystemStore(`${tenants.server.dataFolder}/files`);
    // The negative minimum age in ms makes every stored file old enough.
    await purgeStore(tenants.db, store, silentLogger, -1_000);
    expect(await (await download(id)).text()).toBe(BYTES);
  });
});

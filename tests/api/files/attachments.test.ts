import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment, NewAttachment, ErrorResponse } from '#contracts';
import { newId, silentLogger } from '#foundation';
import { sweepStore } from '../../../platform/server/files/index.ts';
import { scrubAttachments } from '../../../platform/server/operations/attachments/scrub-attachments.ts';
import { FileSystemStore } from '../../../platform/server/store/index.ts';
import { startTwoClinics, type TwoClinics } from '../support/two-clinics.ts';

type Body = Attachment &
  ErrorResponse & {
    data: Attachment & { missing: string[] };
    errors: { field: string; message: string }[];
    items: Attachment[];
  };

let clinics: TwoClinics;
let physician = '';
beforeAll(async () => {
  clinics = await startTwoClinics();
  physician = clinics.ours.tokenOf('PHYSICIAN');
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

const call = (
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) => clinics.server.call<Body>(method, path, { token: physician, ...options });
const ifMatch = (version: number) => ({ 'if-match': `"v${version}"` });
const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
const BYTES = '<script>alert(1)</script> a mammogram of Müller';
const NAME = 'Müller, Ann (2024).pdf';
const fields = (wish: Partial<NewAttachment> = {}): NewAttachment => ({
  patientId: clinics.ours.patientId,
  patientAttachmentTypeCode: 'MAMMOGRAM',
  documentDate: '2024-02-29',
  lateralityCode: 'B',
  filesInfo: [{ name: NAME, checksum: sha256(BYTES) }],
  ...wish,
});
const create = (wish: Partial<NewAttachment> = {}) =>
  call('POST', '/patientattachments', { body: fields(wish) });
const update = ({ id, version }: Attachment, wish: object = {}) => {
  const { filesInfo: _files, patientId: _patient, ...body } = fields();
  const path = `/patientattachments/${id}`;
  return call('PUT', path, { headers: ifMatch(version), body: { ...body, id, ...wish } });
};

const fileUrl = (id: string, name = NAME) =>
  `${clinics.server.url}/api/patientattachments/${id}/files/${encodeURIComponent(name)}`;
const headersOf = (token: string) => ({
  'x-api-key': clinics.server.apiKey,
  authorization: `Bearer ${token}`,
});
async function send(id: string, bytes = BYTES, name = NAME, token = physician) {
  const form = new FormData();
  form.append('data', new Blob([bytes]), name);
  const init = { method: 'PUT', headers: headersOf(token), body: form };
  const answer = await fetch(fileUrl(id, name), init);
  return { status: answer.status, body: (await answer.json()) as Body };
}
const download = (id: string, token = physician, name = NAME) =>
  fetch(fileUrl(id, name), { headers: headersOf(token) });

describe('an attachment', () => {
  it('without files is refused in the words of the product', async () => {
    for (const filesInfo of [undefined, null, [], 'x']) {
      const answer = await call('POST', '/patientattachments', {
        body: { ...fields(), filesInfo },
      });
      const [error] = answer.body.errors;
      expect([answer.status, error?.field, error?.message]).toEqual([
        400,
        'filesInfo',
        'Attachment creation requires file info.',
      ]);
    }
    const made = (await create()).body;
    const nameless = await update(made, { id: undefined });
    expect(nameless.body.errors[0]?.message).toBe('Attachment update requires an id.');
    expect((await update(made, { id: newId() })).status).toBe(400);
  });

  it('takes no file name that is a path, no wrong checksum and no name twice', async () => {
    const checksum = sha256(BYTES);
    for (const name of ['../x', 'a/b', 'a\\b', '.hidden', '', 'a\u0000b', 'x\u202Efdp.exe']) {
      expect((await create({ filesInfo: [{ name, checksum }] })).status, name).toBe(400);
    }
    expect((await create({ filesInfo: [{ name: 'a', checksum: 'abc' }] })).status).toBe(400);
    const twice = { name: 'a', checksum };
    expect((await create({ filesInfo: [twice, twice] })).status).toBe(400);
    expect((await create({ lateralityCode: 'X' as 'L' })).status).toBe(400);
    expect((await create({ patientId: clinics.theirs.patientId })).status).toBe(404);
  });

  it('is announced, filled, and done only when every file is there', async () => {
    const filesInfo = [
      { name: NAME, checksum: sha256(BYTES) },
      { name: 'second.dcm', checksum: sha256('second') },
    ];
    const made = (await create({ filesInfo })).body;
    expect(made).toMatchObject({ uploadStatus: 'P', version: 1 });
    expect(made.uploadUrls.map(({ fileName, storagePath }) => [fileName, storagePath])).toEqual([
      [NAME, null],
      ['second.dcm', null],
    ]);
    expect(`${clinics.server.url}${made.uploadUrls[0]?.url}`).toBe(fileUrl(made.id));
    expect((await download(made.id)).status).toBe(409);
    expect((await send(made.id)).body.uploadUrls).toHaveLength(1);
    const early = await update(made, { uploadStatus: 'D' });
    expect([early.status, early.body.errorType]).toEqual([409, 'AttachmentIncomplete']);
    expect(early.body.data.missing).toEqual(['second.dcm']);
    const wrong = await send(made.id, 'other bytes', 'second.dcm');
    expect([wrong.status, wrong.body.errorType]).toEqual([422, 'ChecksumMismatch']);
    expect((await send(made.id, 'second', 'second.dcm')).status).toBe(200);
    expect((await send(made.id, 'second', 'second.dcm')).status).toBe(200);
    expect((await send(made.id, 'x', 'unannounced.pdf')).status).toBe(404);
    const done = await update(made, { uploadStatus: 'D' });
    expect(done.body).toMatchObject({ uploadStatus: 'D', version: 2, uploadUrls: [] });
    expect((await update(done.body, { uploadStatus: 'P' })).status).toBe(409);
    expect((await update(done.body, { lateralityCode: 'L' })).body.uploadStatus).toBe('D');
  });

  it('is downloaded as a file to be saved, never shown in place, under its own name', async () => {
    const { id } = (await create()).body;
    await send(id);
    const answer = await download(id, clinics.ours.tokenOf('VIEWER'));
    expect(await answer.text()).toBe(BYTES);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="M_ller, Ann (2024).pdf"; filename*=UTF-8''${encodeURIComponent(NAME).replace('(', '%28').replace(')', '%29')}`,
    );
    expect(answer.headers.get('x-checksum-sha256')).toBe(sha256(BYTES));
  });

  it('belongs to its clinic, and its rights to those who hold them', async () => {
    const made = (await create()).body;
    await send(made.id);
    const path = `/patientattachments/${made.id}`;
    const { ours, theirs } = clinics;
    const stranger = theirs.tokenOf('PHYSICIAN');
    expect((await call('GET', path, { token: stranger })).status).toBe(404);
    expect((await download(made.id, stranger)).status).toBe(404);
    expect((await send(made.id, BYTES, NAME, stranger)).status).toBe(404);
    const patient = `/patients/${ours.patientId}/attachments`;
    expect((await call('GET', patient, { token: stranger })).status).toBe(404);
    for (const role of ['ADMIN', 'BLIND_ANNOTATOR'] as const) {
      expect((await call('GET', path, { token: ours.tokenOf(role) })).status, role).toBe(403);
      expect((await download(made.id, ours.tokenOf(role))).status, role).toBe(403);
    }
    const viewer = { token: ours.tokenOf('VIEWER'), body: fields() };
    expect((await call('POST', '/patientattachments', viewer)).status).toBe(403);
    const operator = { token: ours.tokenOf('OPERATOR'), headers: ifMatch(1) };
    expect((await call('DELETE', path, operator)).status).toBe(403);
  });

  it('is listed with its patient, and gone when it is deleted', async () => {
    const made = (await create({ id: newId() })).body;
    const again = await create({ id: made.id });
    expect(again.body).toEqual(made);
    expect(
      (await create({ id: made.id, filesInfo: [{ name: 'z', checksum: sha256('z') }] })).status,
    ).toBe(409);
    const list = async () =>
      (await call('GET', `/patients/${clinics.ours.patientId}/attachments`)).body.items;
    expect((await list())[0]).toEqual(made);
    expect((await call('GET', '/patientattachments?limit=1')).body.items).toEqual([made]);
    const path = `/patientattachments/${made.id}`;
    expect((await call('DELETE', path)).status).toBe(428);
    expect((await call('DELETE', path, { headers: ifMatch(1) })).status).toBe(200);
    expect((await call('GET', path)).status).toBe(404);
    expect((await send(made.id)).status).toBe(404);
    expect((await list()).map(({ id }) => id)).not.toContain(made.id);
  });

  it('leaves no file name in the audit or the log', async () => {
    const { id } = (await create()).body;
    await send(id);
    await download(id);
    await download(id, clinics.ours.tokenOf('ADMIN'));
    const rows = await clinics.db.selectFrom('audit').select(['act', 'subject']).execute();
    expect(rows.filter(({ act }) => act === 'downloadAttachmentFile').length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('Müller');
    expect(clinics.server.log()).not.toContain('Müller');
  });

  it('that rots on the disk is found, is never handed out, and is made good by the file itself', async () => {
    const { id } = (await create()).body;
    await send(id);
    const other = (await create()).body;
    await send(other.id);
    const store = new FileSystemStore(`${clinics.server.dataFolder}/files`);
    const file = async (of: string) =>
      (await call('GET', `/patientattachments/${of}`)).body.filesInfo[0];
    const key = (await file(id))?.storagePath ?? '';
    await writeFile(`${clinics.server.dataFolder}/files/${key}`, BYTES.replace('Müller', 'Miller'));
    expect((await download(id)).status).toBe(422);
    // Its first reader sees to it that the file is asked for again, not the next night's scrub.
    expect((await file(id))?.quarantinedAt).not.toBeNull();
    const counts = { checked: 0, missing: 0, corrupt: 0, unreadable: 0, healed: 0 };
    await scrubAttachments(clinics.db, store, clinics.ours.organizationId, counts);
    expect([counts.corrupt, counts.missing]).toEqual([1, 0]);
    expect(counts.checked).toBeGreaterThan(1);
    expect((await file(id))?.quarantinedAt).not.toBeNull();
    expect((await file(other.id))?.quarantinedAt).toBeNull();
    expect((await send(id, 'other bytes')).status).toBe(422);
    expect((await send(id)).body.uploadUrls).toEqual([]);
    expect(await (await download(id)).text()).toBe(BYTES);
    expect((await file(id))?.quarantinedAt).toBeNull();
    const acts = await clinics.db.selectFrom('audit').select(['act', 'subject']).execute();
    const told = acts.filter(({ act }) => act === 'quarantineAttachmentFile');
    expect(told.map(({ subject }) => subject.attachmentId)).toEqual([id]);
  });

  it('keeps its bytes when the store is swept', async () => {
    const { id } = (await create()).body;
    await send(id);
    const store = new FileSystemStore(`${clinics.server.dataFolder}/files`);
    await sweepStore(clinics.db, store, silentLogger, -1_000);
    expect(await (await download(id)).text()).toBe(BYTES);
  });
});

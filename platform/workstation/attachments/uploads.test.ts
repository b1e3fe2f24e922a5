import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Attachment, NewAttachment, Route } from '#contracts';
import { createApiClient } from '#core';
import { errorResponse, memoryServer, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { createUploads, type Upload } from './uploads.ts';

const AT = '2026-11-20T10:31:00Z';
const PATIENT = newId();
const FIELDS = {
  documentDate: '2025-01-31',
  lateralityCode: 'L',
  patientAttachmentTypeCode: 'MAMMOGRAM',
} as const;
const fileOf = (name: string, text = name) => ({ name, file: new File([text], name) });

afterEach(() => vi.unstubAllGlobals());

/** Returns a fake server that stores one attachment and receives files without upload progress. */
function createBackend(delay?: Promise<void>) {
  const server = memoryServer();
  let stored: Attachment | null = null;
  server.handle('createAttachment', async ({ body }) => {
    await delay;
    const { filesInfo, ...fields } = body as NewAttachment & { id: string };
    stored ??= {
      version: 1,
      createdAt: AT,
      createdBy: null,
      updatedAt: AT,
      updatedBy: null,
      documentDate: null,
      lateralityCode: null,
      ...fields,
      uploadStatus: 'P',
      uploadUrls: [],
      filesInfo: filesInfo.map((info) => ({
        ...info,
        byteLength: null,
        storagePath: null,
        storedAt: null,
        quarantinedAt: null,
      })),
    } as Attachment;
    return okResponse(stored);
  });
  server.handle('putAttachmentFile', ({ params }) => {
    const previous = stored as Attachment;
    const filesInfo = previous.filesInfo.map((info) =>
      info.name === decodeURIComponent(params.name ?? '') ? { ...info, storedAt: AT } : info,
    );
    stored = { ...previous, version: previous.version + 1, filesInfo };
    return okResponse(stored);
  });
  server.handle('getAttachment', () => okResponse(stored));
  server.handle('updateAttachment', ({ headers }) =>
    headers.get('if-match') === `"${stored?.version}"`
      ? okResponse({ ...stored, uploadStatus: 'D' })
      : errorResponse(412, 'VersionConflict', 'Changed', stored),
  );
  const client = createApiClient({
    baseUrl: 'http://localhost/api',
    apiKey: 'key',
    token: () => 'token',
    onUnauthorized: () => undefined,
    fetch: server.fetch,
  });
  // Drops the progress callback, because progress needs XMLHttpRequest, which Node lacks.
  const api = {
    call: (route: Route, input: object) =>
      client.call(route, { ...input, onUploadProgress: undefined } as never),
  } as Pick<typeof client, 'call'>;
  const onDone = vi.fn();
  const uploads = createUploads(api, onDone);
  const id = newId();
  const start = (...names: readonly string[]) =>
    uploads.start(
      { id, patientId: PATIENT, fields: FIELDS },
      names.map((name) => fileOf(name)),
    );
  const sent = (route: string) => server.calls.filter((call) => call.route === route);
  const currentUpload = (): Upload | undefined => uploads.store.getState()[0];
  return { server, uploads, id, start, sent, currentUpload, onDone };
}

const statesOf = (upload: Upload | undefined) => upload?.files.map(({ state }) => state.kind);

describe('uploading an attachment', () => {
  it('registers checksums, sends each file and completes the newest version', async () => {
    const { start, sent, currentUpload, onDone } = createBackend();
    start('a.pdf', 'b.png');
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    const body = sent('createAttachment')[0]?.body as NewAttachment;
    // The SHA-256 of the text a.pdf, which is the content of the file.
    expect(body.filesInfo[0]).toEqual({
      name: 'a.pdf',
      checksum: 'a7949e623819aa32baf4c32d0457e275b4eff130ec61f43cf284ffdef26efcf4',
    });
    expect(sent('putAttachmentFile').map(({ params }) => params.name)).toEqual(['a.pdf', 'b.png']);
    expect(sent('updateAttachment')[0]?.body).toMatchObject({ uploadStatus: 'D' });
    expect(currentUpload()).toBeUndefined();
  });

  it('keeps failed files and sends only missing files on retry', async () => {
    const { server, uploads, id, start, sent, currentUpload, onDone } = createBackend();
    server.once('putAttachmentFile', errorResponse(507, 'StorageFull', 'No room is left'));
    start('a.pdf', 'b.png');
    await vi.waitFor(() => expect(currentUpload()?.running).toBe(false));
    expect(statesOf(currentUpload())).toEqual(['failed', 'stored']);
    expect(sent('updateAttachment')).toEqual([]);
    uploads.retry(id);
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    const names = sent('putAttachmentFile').map(({ params }) => params.name);
    expect(names).toEqual(['a.pdf', 'b.png', 'a.pdf']);
  });

  it('creates a single attachment when the first response is lost', async () => {
    const { server, uploads, id, start, sent, currentUpload, onDone } = createBackend();
    server.once('createAttachment', 'response-lost');
    start('a.pdf');
    await vi.waitFor(() => expect(currentUpload()?.problem?.code).toBe('OFFLINE'));
    uploads.retry(id);
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    const ids = sent('createAttachment').map(({ body }) => (body as { id: string }).id);
    expect(ids).toEqual([id, id]);
  });

  it('does not complete the attachment while a file is cancelled', async () => {
    const { uploads, id, start, sent, currentUpload } = createBackend();
    start('a.pdf', 'b.png');
    uploads.cancelFile(id, 'b.png');
    await vi.waitFor(() => expect(currentUpload()?.running).toBe(false));
    expect(sent('updateAttachment')).toEqual([]);
    uploads.discard(id);
    expect(currentUpload()).toBeUndefined();
  });

  it('resumes a registered attachment, even after the page was left', async () => {
    const { server, uploads, id, start, sent, currentUpload, onDone } = createBackend();
    server.once('putAttachmentFile', errorResponse(507, 'StorageFull', 'No room is left'));
    start('a.pdf', 'b.png');
    await vi.waitFor(() => expect(currentUpload()?.running).toBe(false));
    uploads.clear();
    const response = await server.fetch(`http://localhost/api/patientattachments/${id}`, {});
    uploads.resume((await response.json()) as Attachment, [fileOf('a.pdf')]);
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(sent('createAttachment')).toHaveLength(1);
    expect(sent('updateAttachment')).toHaveLength(1);
  });

  it('sends a file once when cancelled and retried while registration is pending', async () => {
    const registered = Promise.withResolvers<void>();
    const { uploads, id, start, sent, currentUpload, onDone } = createBackend(registered.promise);
    start('a.pdf');
    await vi.waitFor(() => expect(sent('createAttachment')).toHaveLength(1));
    uploads.cancel(id);
    uploads.retry(id);
    await vi.waitFor(() => expect(sent('createAttachment')).toHaveLength(2));
    registered.resolve();
    await vi.waitFor(() => expect(currentUpload()).toBeUndefined());
    expect(sent('putAttachmentFile')).toHaveLength(1);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('fails without sending where checksums cannot be computed', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const { start, sent, currentUpload } = createBackend();
    start('a.pdf');
    await vi.waitFor(() => expect(statesOf(currentUpload())).toEqual(['failed']));
    expect(sent('createAttachment')).toEqual([]);
  });

  it('drops all uploads when cleared at a change of user', async () => {
    const { uploads, start, sent } = createBackend();
    start('a.pdf');
    uploads.clear();
    expect(uploads.store.getState()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent('createAttachment')).toEqual([]);
  });
});

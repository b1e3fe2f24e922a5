// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attachment, Role } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { AttachmentsView } from './attachments-view.tsx';

let opened: FakeApplication | null = null;
beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL: () => undefined });
});
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
  vi.restoreAllMocks();
});

const PATIENT = newId();
const AT = '2026-11-20T10:31:00Z';
const PDF = new TextEncoder().encode('%PDF-1.4 a letter');
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function anAttachment(name: string, bytes: Uint8Array, changes: object = {}): Attachment {
  return {
    id: newId(),
    version: 2,
    createdAt: AT,
    createdBy: null,
    updatedAt: AT,
    updatedBy: null,
    patientId: PATIENT,
    documentDate: '2025-01-31',
    lateralityCode: 'L',
    patientAttachmentTypeCode: 'MAMMOGRAM',
    uploadStatus: 'D',
    uploadUrls: [],
    filesInfo: [
      {
        name,
        checksum: sha256Of(bytes),
        byteLength: bytes.length,
        storagePath: 'x',
        storedAt: AT,
        quarantinedAt: null,
        ...changes,
      },
    ],
  };
}

async function open(role: Role, items: readonly Attachment[]) {
  opened = await fakeApplication(role);
  const { server } = opened.platform.backend;
  const page = (list: readonly unknown[]) =>
    okResponse({ items: list, total: list.length, nextCursor: null });
  server.handle('listAttachmentsOfPatient', () => page(items));
  server.handle('listColleagues', () => page([]));
  server.handle('downloadAttachmentFile', () => ({ status: 200, bytes: PDF }));
  await render(opened.wrap(<AttachmentsView patientId={PATIENT} />));
  await until(() => items.length === 0 || text().includes('2025-01-31'));
  return { server };
}

const text = (): string => document.body.textContent ?? '';
const button = (label: string) =>
  [...document.querySelectorAll('button')].find(
    (button) =>
      button.getAttribute('aria-label')?.startsWith(label) === true || button.textContent === label,
  );

describe('the attachments of a patient', () => {
  it('show date, side and checksum verification', async () => {
    await open('PHYSICIAN', [anAttachment('letter.pdf', PDF)]);
    expect(text()).toContain('2025-01-31 · Left');
    expect(text()).toContain(`SHA-256 ${sha256Of(PDF).slice(0, 8)}… · verified when stored`);
  });

  it('offer no preview or download where the bytes are missing or damaged', async () => {
    const damaged = anAttachment('letter.pdf', PDF, { quarantinedAt: AT });
    const missing = anAttachment('left.png', PDF, { storedAt: null });
    await open('PHYSICIAN', [damaged, { ...missing, uploadStatus: 'P' }]);
    expect(text()).toContain('damaged, upload again');
    expect(text()).toContain('Incomplete: some files are missing');
    expect(button('View')).toBeUndefined();
    expect(button('Download')).toBeUndefined();
  });

  it('show a PDF only when its bytes match the stored checksum', async () => {
    await open('PHYSICIAN', [anAttachment('letter.pdf', new TextEncoder().encode('others'))]);
    await click(button('View letter.pdf'));
    await until(() => text().includes('The file has changed since it was stored'));
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('show no frame for an HTML page named as a PDF', async () => {
    const page = new TextEncoder().encode('<script>alert(1)</script>');
    const { server } = await open('PHYSICIAN', [anAttachment('letter.pdf', page)]);
    server.handle('downloadAttachmentFile', () => ({ status: 200, bytes: page }));
    await click(button('View letter.pdf'));
    await until(() => text().includes('letter.pdf is not a PDF'));
    expect(text()).not.toContain('has changed');
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('show the stored PDF', async () => {
    await open('PHYSICIAN', [anAttachment('letter.pdf', PDF)]);
    await click(button('View letter.pdf'));
    await until(() => document.querySelector('iframe') !== null);
    expect(document.querySelector('iframe')?.getAttribute('src')).toBe('blob:test');
  });

  it('report a file that is named as an image but is none', async () => {
    await open('PHYSICIAN', [anAttachment('scan.png', PDF)]);
    await click(button('View scan.png'));
    await until(() => document.querySelector('img') !== null);
    await act(async () => void document.querySelector('img')?.dispatchEvent(new Event('error')));
    expect(text()).toContain('scan.png can’t be shown as an image');
    expect(document.querySelector('img')).toBeNull();
  });

  it('show why a file could not be read and read again on retry', async () => {
    const { server } = await open('PHYSICIAN', [anAttachment('letter.pdf', PDF)]);
    server.once('downloadAttachmentFile', errorResponse(409, 'FileQuarantined', 'It is damaged'));
    await click(button('View letter.pdf'));
    await until(() => text().includes('It is damaged'));
    await click(button('Retry'));
    await until(() => document.querySelector('iframe') !== null);
  });

  it('merge an edit with changes that another user saved meanwhile', async () => {
    const original = anAttachment('letter.pdf', PDF);
    const items = [original];
    const { server } = await open('PHYSICIAN', items);
    const theirs = { ...original, version: 3, documentDate: '2025-02-01' };
    server.once('updateAttachment', errorResponse(412, 'VersionConflict', 'Changed', theirs));
    server.handle('updateAttachment', ({ body }) => {
      items[0] = { ...theirs, ...(body as object), version: 4 };
      return okResponse(items[0]);
    });
    const sent = () => server.calls.filter(({ route }) => route === 'updateAttachment');
    await click(button('Edit Mammogram'));
    await click(document.querySelector('[role=dialog] input[value=REPORT]'));
    await click(document.querySelector('[role=dialog] input[value=B]'));
    await click(button('Save attachment'));
    await until(() => text().includes('saved other values'));
    // Keeps the change that only one of the two users made.
    await click(button('Save these values'));
    await until(() => document.querySelector('[role=dialog]') === null);
    expect(sent().map(({ headers }) => headers.get('if-match'))).toEqual(['"2"', '"3"']);
    expect(sent()[1]?.body).toEqual({
      id: original.id,
      patientAttachmentTypeCode: 'REPORT',
      lateralityCode: 'B',
      documentDate: '2025-02-01',
    });
    await until(() => text().includes('2025-02-01'));
  });

  it('keep the form open with its values after a server error', async () => {
    const { server } = await open('PHYSICIAN', [anAttachment('letter.pdf', PDF)]);
    server.once('updateAttachment', 'unreachable');
    await click(button('Edit Mammogram'));
    await click(document.querySelector('[role=dialog] input[value=REPORT]'));
    await click(button('Save attachment'));
    await until(() => text().includes('Try again when you are online'));
    expect(
      document.querySelector<HTMLInputElement>('[role=dialog] input[value=REPORT]')?.checked,
    ).toBe(true);
  });

  it('can be deleted, edited and added only with permission', async () => {
    await open('VIEWER', [anAttachment('letter.pdf', PDF)]);
    expect(button('Delete Mammogram')).toBeUndefined();
    expect(button('Edit Mammogram')).toBeUndefined();
    expect(document.querySelector('input[type=file]')).toBeNull();
    expect(button('View letter.pdf')).toBeDefined();
  });
});

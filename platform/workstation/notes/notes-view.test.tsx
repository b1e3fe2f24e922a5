// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Note } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { NotesView } from './notes-view.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const PATIENT = newId();
const COLLEAGUE = newId();
const CREATED_AT = '2026-11-20T10:31:00Z';
const aNote = (text: string, changes: Partial<Note> = {}): Note => ({
  id: newId(),
  version: 1,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  createdBy: COLLEAGUE,
  updatedBy: COLLEAGUE,
  deletedAt: null,
  deletedBy: null,
  entityRow: { kind: 'patients', id: PATIENT },
  text,
  ...changes,
});

async function open(notes: Note[], mayWrite = true) {
  opened = await fakeApplication('PHYSICIAN');
  const { server } = opened.platform.backend;
  const page = (items: readonly unknown[]) =>
    okResponse({ items, total: items.length, nextCursor: null });
  server.handle('listPatientNotes', () => page(notes));
  server.handle('listColleagues', () => page([{ id: COLLEAGUE, name: 'M. Okafor' }]));
  server.handle('createPatientNote', ({ body }) => {
    const created = aNote((body as { text: string }).text, {
      createdBy: opened?.platform.backend.user.id ?? null,
    });
    notes.unshift(created);
    return okResponse(created);
  });
  server.handle('deletePatientNote', ({ params }) => {
    const [removed] = notes.splice(
      notes.findIndex(({ id }) => id === params.noteId),
      1,
    );
    return okResponse(removed);
  });
  const subject = { kind: 'patients', id: PATIENT } as const;
  const view = await render(opened.wrap(<NotesView subject={subject} mayWrite={mayWrite} />));
  return {
    server,
    view,
    sent: (route: string) => server.calls.filter((call) => call.route === route),
  };
}

const text = (): string => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (button) =>
      button.textContent === name || button.getAttribute('aria-label')?.startsWith(name) === true,
  );
/** Types into the field of the new note (0) or of the edited note (1). */
const write = (value: string, idx = 0): Promise<void> =>
  type(document.querySelectorAll('textarea')[idx], value);

describe('notes on a patient', () => {
  it('show author and time, and offer no change without permission', async () => {
    await open([aNote('Prefers mornings')], false);
    await until(() => text().includes('M. Okafor, 2026-11-20'));
    expect(document.querySelector('textarea')).toBeNull();
    expect(button('Delete note')).toBeUndefined();
  });

  it('reject an empty text and keep the typed text after a server error', async () => {
    const { server, sent } = await open([]);
    await until(() => text().includes('No notes yet.'));
    await write('   ');
    await click(button('Add note'));
    expect(text()).toContain('Enter a text');
    expect(sent('createPatientNote')).toEqual([]);
    server.once('createPatientNote', errorResponse(507, 'StorageFull', 'No room is left.'));
    await write('Left-handed');
    await click(button('Add note'));
    await until(() => text().includes('No room is left.'));
    expect(document.querySelector('textarea')?.value).toBe('Left-handed');
    await click(button('Add note'));
    await until(() => text().includes('You, '));
    expect(document.querySelector('textarea')?.value).toBe('');
  });

  it('keep the draft of a note while another patient is shown, until the note is added', async () => {
    const { view } = await open([]);
    await until(() => text().includes('No notes yet.'));
    await write('Left-han');
    await view.unmount();
    const subject = { kind: 'patients', id: PATIENT } as const;
    const again = () =>
      render(opened?.wrap(<NotesView subject={subject} mayWrite={true} />) ?? null);
    const other = await render(
      opened?.wrap(<NotesView subject={{ ...subject, id: newId() }} mayWrite={true} />) ?? null,
    );
    expect(document.querySelector('textarea')?.value).toBe('');
    await other.unmount();
    const back = await again();
    expect(document.querySelector('textarea')?.value).toBe('Left-han');
    await click(button('Add note'));
    await until(() => text().includes('You, '));
    await back.unmount();
    await again();
    expect(document.querySelector('textarea')?.value).toBe('');
  });

  it('keep the draft of an edit and the version that the edit replaces', async () => {
    const note = aNote('Old');
    const notes = [note];
    const { server, sent, view } = await open(notes);
    await until(() => text().includes('Old'));
    await click(button('Edit note'));
    await write('Mine, half', 1);
    await view.unmount();
    notes[0] = { ...note, text: 'Theirs', version: 2 };
    server.once('updatePatientNote', errorResponse(412, 'VersionConflict', 'Changed', notes[0]));
    const subject = { kind: 'patients', id: PATIENT } as const;
    const again = (mayWrite: boolean) =>
      render(opened?.wrap(<NotesView subject={subject} mayWrite={mayWrite} />) ?? null);
    const reader = await again(false);
    await until(() => text().includes('Old') || text().includes('Theirs'));
    expect(document.querySelector('textarea')).toBeNull();
    await reader.unmount();
    const back = await again(true);
    await until(() => document.querySelectorAll('textarea').length === 2);
    expect(document.querySelectorAll('textarea')[1]?.value).toBe('Mine, half');
    await click(button('Save note'));
    await until(() => text().includes('M. Okafor changed this note to “Theirs”'));
    expect(sent('updatePatientNote').map(({ headers }) => headers.get('if-match'))).toEqual([
      '"1"',
    ]);
    await click(button('Cancel'));
    await back.unmount();
    await again(true);
    await until(() => text().includes('Theirs'));
    expect(document.querySelectorAll('textarea')).toHaveLength(1);
  });

  it('reappear on Undo and are deleted only when the undo period has passed', async () => {
    const { sent, view } = await open([aNote('First'), aNote('Second')]);
    const { notices } = opened?.services ?? {};
    await until(() => text().includes('First'));
    await click(button('Delete note'));
    expect(text()).not.toContain('First');
    await act(async () => notices?.store.getState()[0]?.action?.run());
    expect(text()).toContain('First');
    await click(button('Delete note'));
    // Undo stays available after leaving the page.
    await view.unmount();
    expect(sent('deletePatientNote')).toEqual([]);
    expect(notices?.store.getState()[0]?.action?.label).toBe('Undo');
    await act(async () => opened?.platform.clock.advance(5_000));
    await until(() => sent('deletePatientNote').length === 1);
  });

  it('do not reappear while the list reloads after a deletion', async () => {
    const { sent } = await open([aNote('First'), aNote('Second')]);
    await until(() => text().includes('First'));
    await click(button('Delete note'));
    await act(async () => opened?.services.pendingActions.flush());
    await until(() => sent('listPatientNotes').length === 2);
    await until(() => opened?.services.pendingActions.store.getState().size === 0);
    expect(text()).not.toContain('First');
    expect(text()).toContain('Second');
  });

  it('show a concurrent change before they overwrite the other text', async () => {
    const note = aNote('Old');
    const { server, sent } = await open([note]);
    const theirs = { ...note, text: 'Theirs', version: 2 };
    server.once('updatePatientNote', errorResponse(412, 'VersionConflict', 'Changed', theirs));
    server.handle('updatePatientNote', ({ body }) =>
      okResponse({ ...theirs, version: 3, text: (body as { text: string }).text }),
    );
    await until(() => text().includes('Old'));
    await click(button('Edit note'));
    await write('Mine', 1);
    await click(button('Save note'));
    await until(() => text().includes('M. Okafor changed this note to “Theirs”'));
    await click(button('Save note'));
    await until(() => sent('updatePatientNote').length === 2);
    const tags = sent('updatePatientNote').map(({ headers }) => headers.get('if-match'));
    expect(tags).toEqual(['"1"', '"2"']);
  });
});

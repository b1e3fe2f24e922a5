import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Note } from '#contracts';
import { aFinding } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
const KINDS = ['patients', 'studies', 'findings'] as const;
type Kind = (typeof KINDS)[number];

/** Path of an object of each kind that has notes. */
const parentPaths: Record<Kind, string> = { patients: '', studies: '', findings: '' };
beforeAll(async () => {
  calls = await startTenantCalls();
  const { ownOrg } = calls.tenants;
  const body = aFinding(await ownOrg.addScan());
  const finding = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body });
  parentPaths.patients = `/patients/${ownOrg.patientId}`;
  parentPaths.studies = `/studies/${ownOrg.studyId}`;
  parentPaths.findings = `/findings/${finding.id}`;
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const createNote = (parentPath: string, text: unknown) =>
  calls.as<Note>('PHYSICIAN', 'POST', `${parentPath}/notes`, { body: { text } });
const listNotes = (parentPath: string) =>
  calls.must<{ items: Note[]; total: number }>('PHYSICIAN', 'GET', `${parentPath}/notes`);

describe.each(KINDS)('notes of %s', (kind) => {
  it('can be created, changed and soft-deleted, and are listed newest first', async () => {
    const parentPath = parentPaths[kind];
    const first = (await createNote(parentPath, ' First ')).body;
    const second = (await createNote(parentPath, 'Second')).body;
    const entityRow = { kind, id: parentPath.split('/')[2] };
    expect(first).toMatchObject({ text: 'First', entityRow, version: 1 });
    expect((await listNotes(parentPath)).items.map(({ text }) => text)).toEqual([
      'Second',
      'First',
    ]);
    const path = `${parentPath}/notes/${first.id}`;
    const body = { text: 'Changed' };
    expect((await calls.as('PHYSICIAN', 'PUT', path, { body, ...ifVersion(7) })).status).toBe(412);
    const changed = await calls.must<Note>('PHYSICIAN', 'PUT', path, { body, ...ifVersion(1) });
    expect(changed).toMatchObject({ text: 'Changed', version: 2 });
    const deleted = await calls.must<Note>('PHYSICIAN', 'DELETE', path);
    expect(deleted.deletedBy).toBe(calls.tenants.ownOrg.accountOf('PHYSICIAN').id);
    expect((await calls.as('PHYSICIAN', 'PUT', path, { body })).status).toBe(404);
    expect((await listNotes(parentPath)).items.map((note) => note.id)).toEqual([second.id]);
  });

  it.each(['', '   ', null, 'x'.repeat(10_001)])('with the text %j are rejected', async (text) => {
    const rejected = await createNote(parentPaths[kind], text);
    expect(rejected.status).toBe(400);
    expect(rejected.body).toMatchObject({ errors: [{ field: 'text' }] });
  });

  it('are found only under their parent object', async () => {
    const note = (await createNote(parentPaths[kind], 'Mine')).body;
    const other = parentPaths[kind === 'patients' ? 'studies' : 'patients'];
    const path = `${other}/notes/${note.id}`;
    expect((await calls.as('PHYSICIAN', 'DELETE', path)).status).toBe(404);
  });

  it('are denied to blind annotators, and read-only for roles that may only view', async () => {
    const path = `${parentPaths[kind]}/notes`;
    expect((await calls.as('BLIND_ANNOTATOR', 'GET', path)).status).toBe(403);
    const body = { text: 'No' };
    expect((await calls.as('VIEWER', 'POST', path, { body })).status).toBe(403);
    expect((await calls.as('VIEWER', 'GET', path)).status).toBe(200);
  });
});

describe('a note of another user', () => {
  /** Creates a note and makes the operator its author. */
  const noteOfOperator = async (kind: Kind): Promise<string> => {
    const note = (await createNote(parentPaths[kind], 'Of the operator')).body;
    const { db, ownOrg } = calls.tenants;
    await db
      .updateTable('note')
      .set({ createdBy: ownOrg.accountOf('OPERATOR').id })
      .where('id', '=', note.id)
      .execute();
    return `${parentPaths[kind]}/notes/${note.id}`;
  };

  it('on a finding can be neither changed nor deleted', async () => {
    const path = await noteOfOperator('findings');
    const body = { text: 'Changed' };
    for (const response of [
      await calls.as('PHYSICIAN', 'PUT', path, { body }),
      await calls.as('PHYSICIAN', 'DELETE', path),
    ]) {
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ code: 'NOTE_OF_OTHER_USER' });
    }
    const { items } = await listNotes(parentPaths.findings);
    expect(items.map(({ text }) => text)).toContain('Of the operator');
  });

  it.each(['patients', 'studies'] as const)('on %s can be changed', async (kind) => {
    const path = await noteOfOperator(kind);
    const body = { text: 'Changed' };
    expect((await calls.as('PHYSICIAN', 'PUT', path, { body })).status).toBe(200);
  });
});

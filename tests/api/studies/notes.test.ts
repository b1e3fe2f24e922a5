import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Note } from '#contracts';
import { aFinding } from '../support/records.ts';
import { at, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
/** Path of an object of each kind that has notes. */
const parentPaths: string[] = [];
beforeAll(async () => {
  calls = await startTenantCalls();
  const { ownOrg } = calls.tenants;
  const body = aFinding(await ownOrg.addScan());
  const finding = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body });
  parentPaths.push(
    `/patients/${ownOrg.patientId}`,
    `/studies/${ownOrg.studyId}`,
    `/findings/${finding.id}`,
  );
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const write = (parentPath: string, text: unknown) =>
  calls.as<Note>('PHYSICIAN', 'POST', `${parentPath}/notes`, { body: { text } });
const listed = (parentPath: string) =>
  calls.must<{ items: Note[]; total: number }>('PHYSICIAN', 'GET', `${parentPath}/notes`);

describe.each([0, 1, 2])('notes at location %i', (which) => {
  it('are created, changed and soft-deleted, newest first', async () => {
    const parentPath = parentPaths[which]!;
    const first = (await write(parentPath, ' First ')).body;
    const second = (await write(parentPath, 'Second')).body;
    const [, kind, id] = parentPath.split('/');
    expect(first).toMatchObject({ text: 'First', entityRow: { kind, id }, version: 1 });
    expect((await listed(parentPath)).items.map(({ text }) => text)).toEqual(['Second', 'First']);
    const path = `${parentPath}/notes/${first.id}`;
    const body = { text: 'Changed' };
    expect((await calls.as('PHYSICIAN', 'PUT', path, { body, ...at(7) })).status).toBe(412);
    const changed = await calls.must<Note>('PHYSICIAN', 'PUT', path, { body, ...at(1) });
    expect(changed).toMatchObject({ text: 'Changed', version: 2 });
    const deleted = await calls.must<Note>('PHYSICIAN', 'DELETE', path);
    expect(deleted.deletedBy).toBe(calls.tenants.ownOrg.accountOf('PHYSICIAN').id);
    expect((await calls.as('PHYSICIAN', 'PUT', path, { body })).status).toBe(404);
    expect((await listed(parentPath)).items.map((note) => note.id)).toEqual([second.id]);
  });

  it.each(['', '   ', null, 'x'.repeat(10_001)])('with the text %j are rejected', async (text) => {
    const rejected = await write(parentPaths[which]!, text);
    expect(rejected.status).toBe(400);
    expect(rejected.body).toMatchObject({ errors: [{ field: 'text' }] });
  });

  it('are found only under their parent object', async () => {
    const note = (await write(parentPaths[which]!, 'Mine')).body;
    const other = parentPaths[(which + 1) % 3]!;
    const path = `${other}/notes/${note.id}`;
    expect((await calls.as('PHYSICIAN', 'DELETE', path)).status).toBe(404);
  });

  it('are denied to blind annotators, and read-only for roles that may only view', async () => {
    const path = `${parentPaths[which]!}/notes`;
    expect((await calls.as('BLIND_ANNOTATOR', 'GET', path)).status).toBe(403);
    const body = { text: 'No' };
    expect((await calls.as('VIEWER', 'POST', path, { body })).status).toBe(403);
    expect((await calls.as('VIEWER', 'GET', path)).status).toBe(200);
  });
});

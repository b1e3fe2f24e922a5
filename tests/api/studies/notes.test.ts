import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Note } from '#contracts';
import { at, type ClinicCalls, startClinicCalls } from '../support/clinic-calls.ts';
import { aFinding } from '../support/records.ts';

let calls: ClinicCalls;
/** A place for notes of each kind. */
const places: string[] = [];
beforeAll(async () => {
  calls = await startClinicCalls();
  const { ours } = calls.clinics;
  const body = aFinding(await ours.addScan());
  const finding = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body });
  places.push(`/patients/${ours.patientId}`, `/studies/${ours.studyId}`, `/findings/${finding.id}`);
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const write = (place: string, text: unknown) =>
  calls.as<Note>('PHYSICIAN', 'POST', `${place}/notes`, { body: { text } });
const listed = (place: string) =>
  calls.must<{ items: Note[]; total: number }>('PHYSICIAN', 'GET', `${place}/notes`);

describe.each([0, 1, 2])('notes on place %i', (which) => {
  it('are written, changed and deleted softly, newest first', async () => {
    const place = places[which]!;
    const first = (await write(place, ' First ')).body;
    const second = (await write(place, 'Second')).body;
    const [, kind, id] = place.split('/');
    expect(first).toMatchObject({ text: 'First', entityRow: { kind, id }, version: 1 });
    expect((await listed(place)).items.map(({ text }) => text)).toEqual(['Second', 'First']);
    const path = `${place}/notes/${first.id}`;
    const body = { text: 'Changed' };
    expect((await calls.as('PHYSICIAN', 'PUT', path, { body, ...at(7) })).status).toBe(412);
    const changed = await calls.must<Note>('PHYSICIAN', 'PUT', path, { body, ...at(1) });
    expect(changed).toMatchObject({ text: 'Changed', version: 2 });
    const gone = await calls.must<Note>('PHYSICIAN', 'DELETE', path);
    expect(gone.deletedBy).toBe(calls.clinics.ours.accountOf('PHYSICIAN').id);
    expect((await calls.as('PHYSICIAN', 'PUT', path, { body })).status).toBe(404);
    expect((await listed(place)).items.map((note) => note.id)).toEqual([second.id]);
  });

  it.each(['', '   ', null, 'x'.repeat(10_001)])('with the text %j are refused', async (text) => {
    const refused = await write(places[which]!, text);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: [{ field: 'text' }] });
  });

  it('belong to what they are written on: under another thing they are not found', async () => {
    const note = (await write(places[which]!, 'Mine')).body;
    const other = places[(which + 1) % 3]!;
    const path = `${other}/notes/${note.id}`;
    expect((await calls.as('PHYSICIAN', 'DELETE', path)).status).toBe(404);
  });

  it('are kept from blind annotators, and from writers who may only look', async () => {
    const path = `${places[which]!}/notes`;
    expect((await calls.as('BLIND_ANNOTATOR', 'GET', path)).status).toBe(403);
    const body = { text: 'No' };
    expect((await calls.as('VIEWER', 'POST', path, { body })).status).toBe(403);
    expect((await calls.as('VIEWER', 'GET', path)).status).toBe(200);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, FindingRelation, Mark } from '#contracts';
import { newId } from '#foundation';
import { addAiFinding } from '../support/ai-finding.ts';
import { aFinding, aMark } from '../support/records.ts';
import { at, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scanId = await calls.tenants.ownOrg.addScan();
});

const createFinding = (overrides: object = {}) =>
  calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
    body: { ...aFinding(scanId), ...overrides },
  });
const post = <T = Finding>(path: string, body: object) =>
  calls.as<T>('PHYSICIAN', 'POST', path, { body });
const read = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);
const listed = async () =>
  (await calls.must<{ items: Finding[] }>('PHYSICIAN', 'GET', `/scans/${scanId}/findings`)).items;
const anAiFinding = (marks: readonly Mark[] = []) => addAiFinding(calls.tenants, scanId, marks);

describe('grouping', () => {
  const group = (targetId: string, sourceIds: readonly string[], resolved: object = {}) =>
    post<{ finding: Finding; deletedIds: string[] }>('/findings/actions/group', {
      targetId,
      sourceIds,
      resolved,
    });

  it('saves the merged finding and deletes its sources, and ungrouping creates a finding per mark', async () => {
    const [target, source] = [
      await createFinding({ note: 'A' }),
      await createFinding({ note: 'B', biradsScore: 3 }),
    ];
    const { finding, deletedIds } = (await group(target.id, [source.id])).body;
    expect(deletedIds).toEqual([source.id]);
    expect(Object.keys(finding.marks).sort()).toEqual(
      [...Object.keys(target.marks), ...Object.keys(source.marks)].sort(),
    );
    expect(finding).toMatchObject({
      note: 'A\nB',
      biradsScore: 3,
      label: target.label,
      version: 2,
    });
    expect(finding.noteCreatedAt).not.toBe(target.noteCreatedAt);
    expect((await listed()).map(({ id }) => id)).toEqual([target.id]);
    expect((await read(source.id)).deletedAt).not.toBeNull();
    const split = await post<{ items: Finding[]; deletedId: string }>('/findings/actions/ungroup', {
      id: target.id,
    });
    expect(split.body.deletedId).toBe(target.id);
    const now = await listed();
    expect(now.map(({ label }) => label)).toEqual([4, 3]);
    expect(now.map(({ marks }) => Object.keys(marks).length)).toEqual([1, 1]);
    expect(now.every((finding) => finding.biradsScore === 3)).toBe(true);
  });

  it('keeps the notes of the sources and their relations to AI findings', async () => {
    const [target, source, ai] = [
      await createFinding(),
      await createFinding(),
      await anAiFinding(),
    ];
    const note = (id: string, text: string) =>
      calls.must('PHYSICIAN', 'POST', `/findings/${id}/notes`, { body: { text } });
    await note(target.id, 'Of the target');
    await note(source.id, 'Of the source');
    for (const { id } of [target, source]) {
      await calls.must('PHYSICIAN', 'POST', '/findingrel/upsertFindingRel', {
        body: { autoSegmentFindingId: ai, userFindingId: id },
      });
    }
    const notesOf = async (id: string) => {
      const notes = await calls.must<{ items: { text: string }[] }>(
        ...(['PHYSICIAN', 'GET', `/findings/${id}/notes`] as const),
      );
      return notes.items.map(({ text }) => text).sort();
    };
    const mergedIntoIds = async () => {
      const path = `/findingrel/ai/${ai}`;
      const all = await calls.must<{ items: FindingRelation[] }>('PHYSICIAN', 'GET', path);
      return all.items.map(({ userFindingId }) => userFindingId).sort();
    };
    expect((await group(target.id, [source.id])).status).toBe(200);
    expect(await notesOf(target.id)).toEqual(['Of the source', 'Of the target']);
    expect(await mergedIntoIds()).toEqual([target.id]);
    const split = await post<{ items: Finding[] }>('/findings/actions/ungroup', { id: target.id });
    const ids = split.body.items.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(await notesOf(id)).toEqual(['Of the source', 'Of the target']);
    expect(await mergedIntoIds()).toEqual(ids.sort());
  });

  it('of the caller’s finding into that of a blind annotator makes the caller its author, because blind findings are in no report', async () => {
    const blind = await calls.must<Finding>('BLIND_ANNOTATOR', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    const ownFinding = await createFinding();
    const { finding } = (await group(blind.id, [ownFinding.id])).body;
    expect(Object.keys(finding.marks)).toHaveLength(2);
    expect(finding.createdBy).toBe(calls.tenants.ownOrg.accountOf('PHYSICIAN').id);
  });

  it('can be undone and redone: deleted findings release their marks to restored ones', async () => {
    const grouped = await createFinding({
      marks: Object.fromEntries([aMark(), aMark()].map((m) => [m.id, m])),
    });
    const split = await post<{ items: Finding[] }>('/findings/actions/ungroup', { id: grouped.id });
    const bodyOf = ({ marks, ...finding }: Finding) => ({
      marks,
      note: finding.note,
      massLengthUm: finding.massLengthUm,
      massWidthUm: finding.massWidthUm,
      massHeightUm: finding.massHeightUm,
    });
    const restore = (finding: Finding, version: number) =>
      calls.as('PHYSICIAN', 'PUT', `/findings/${finding.id}`, {
        body: bodyOf(finding),
        ...at(version),
      });
    const remove = ({ id, version }: Finding) =>
      calls.must('PHYSICIAN', 'DELETE', `/findings/${id}`, at(version));
    // Marks belong to the ungrouped findings while these exist.
    expect((await restore(grouped, 2)).body).toMatchObject({ errorType: 'DuplicateMarkId' });
    for (const finding of split.body.items) await remove(finding);
    expect((await restore(grouped, 2)).status).toBe(200);
    expect((await listed()).map(({ id }) => id)).toEqual([grouped.id]);
    await remove({ ...grouped, version: 3 });
    for (const finding of split.body.items) expect((await restore(finding, 2)).status).toBe(200);
    const marks = (await listed()).flatMap((finding) => Object.keys(finding.marks));
    expect(marks.sort()).toEqual(Object.keys(grouped.marks).sort());
  });

  it('reports an invalid request by name and changes nothing', async () => {
    const [one, other] = [
      await createFinding({ biradsScore: 3 }),
      await createFinding({ biradsScore: 4 }),
    ];
    const ai = await anAiFinding([aMark()]);
    const conflict = await group(one.id, [other.id]);
    expect(conflict.status).toBe(409);
    expect(conflict.body).toMatchObject({
      errorType: 'GroupingConflict',
      data: { fields: ['biradsScore'] },
    });
    for (const [target, source] of [
      [ai, one.id],
      [one.id, ai],
    ] as const) {
      const rejected = await group(target, [source]);
      expect(rejected.body).toMatchObject({
        errorType: 'NotUserGenerated',
        message: 'The finding to group is not User generated finding',
      });
    }
    expect((await group(one.id, [newId()])).status).toBe(404);
    expect((await group(one.id, [one.id])).body).toMatchObject({ errorType: 'Conflict' });
    const single = await post('/findings/actions/ungroup', { id: one.id });
    expect(single.body).toMatchObject({ errorType: 'SingleMark' });
    const ofAi = await post('/findings/actions/ungroup', { id: ai });
    expect(ofAi.body).toMatchObject({ errorType: 'NotUserGenerated' });
    expect(await read(one.id)).toEqual(one);
    expect(await read(other.id)).toEqual(other);
    const grouped = await group(one.id, [other.id], { biradsScore: 4 });
    expect(grouped.body.finding).toMatchObject({ biradsScore: 4 });
  });

  it('of one finding into two targets concurrently ends in one target', async () => {
    const [a, b, c] = [await createFinding(), await createFinding(), await createFinding()];
    const responses = await Promise.all([group(a.id, [c.id]), group(b.id, [c.id])]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const marks = (await listed()).flatMap((finding) => Object.keys(finding.marks));
    expect(new Set(marks).size).toBe(3);
    expect(marks).toHaveLength(3);
  });
});

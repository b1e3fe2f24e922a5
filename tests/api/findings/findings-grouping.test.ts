import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding, FindingRelation, Mark } from '#contracts';
import { newId } from '#foundation';
import { addAiFinding } from '../support/ai-finding.ts';
import { aFinding, aMark } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

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
const readFinding = (id: string) => calls.must<Finding>('PHYSICIAN', 'GET', `/findings/${id}`);
const listFindings = async () =>
  (await calls.must<{ items: Finding[] }>('PHYSICIAN', 'GET', `/scans/${scanId}/findings`)).items;
const addAi = (marks: readonly Mark[] = []) => addAiFinding(calls.tenants, scanId, marks);

describe('grouping', () => {
  const group = (targetId: string, sourceIds: readonly string[], resolved: object = {}) =>
    post<{ finding: Finding; deletedIds: string[] }>('/findings/actions/group', {
      targetId,
      sourceIds,
      resolved,
    });

  it('saves the merged finding and deletes its sources, and ungrouping creates a finding per mark', async () => {
    const target = await createFinding({ note: 'A' });
    const source = await createFinding({ note: 'B', biradsScore: 3 });
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
    expect((await listFindings()).map(({ id }) => id)).toEqual([target.id]);
    expect((await readFinding(source.id)).deletedAt).not.toBeNull();
    const split = await post<{ items: Finding[]; deletedId: string }>('/findings/actions/ungroup', {
      id: target.id,
    });
    expect(split.body.deletedId).toBe(target.id);
    const splitFindings = await listFindings();
    // The grouped findings had the numbers 1 and 2, which are never reused.
    expect(splitFindings.map(({ label }) => label)).toEqual([4, 3]);
    expect(splitFindings.map(({ marks }) => Object.keys(marks).length)).toEqual([1, 1]);
    expect(splitFindings.map(({ biradsScore }) => biradsScore)).toEqual([3, 3]);
  });

  it('keeps the notes of the sources and their relations to AI findings', async () => {
    const target = await createFinding();
    const source = await createFinding();
    const aiFindingId = await addAi();
    const addNote = (id: string, text: string) =>
      calls.must('PHYSICIAN', 'POST', `/findings/${id}/notes`, { body: { text } });
    await addNote(target.id, 'Of the target');
    await addNote(source.id, 'Of the source');
    for (const { id } of [target, source]) {
      await calls.must('PHYSICIAN', 'POST', '/findingrel/upsertFindingRel', {
        body: { autoSegmentFindingId: aiFindingId, userFindingId: id },
      });
    }
    const notesOf = async (id: string) => {
      const path = `/findings/${id}/notes`;
      const notes = await calls.must<{ items: { text: string }[] }>('PHYSICIAN', 'GET', path);
      return notes.items.map(({ text }) => text).sort();
    };
    const relatedFindingIds = async () => {
      const path = `/findingrel/ai/${aiFindingId}`;
      const relations = await calls.must<{ items: FindingRelation[] }>('PHYSICIAN', 'GET', path);
      return relations.items.map(({ userFindingId }) => userFindingId).sort();
    };
    expect((await group(target.id, [source.id])).status).toBe(200);
    expect(await notesOf(target.id)).toEqual(['Of the source', 'Of the target']);
    expect(await relatedFindingIds()).toEqual([target.id]);
    const split = await post<{ items: Finding[] }>('/findings/actions/ungroup', { id: target.id });
    const ids = split.body.items.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(await notesOf(id)).toEqual(['Of the source', 'Of the target']);
    expect(await relatedFindingIds()).toEqual(ids.sort());
  });

  // Reports contain no findings of blind annotators.
  it('into a finding of a blind annotator makes the caller the author', async () => {
    const blind = await calls.must<Finding>('BLIND_ANNOTATOR', 'POST', '/findings', {
      body: aFinding(scanId),
    });
    const source = await createFinding();
    const { finding } = (await group(blind.id, [source.id])).body;
    expect(Object.keys(finding.marks)).toHaveLength(2);
    expect(finding.createdBy).toBe(calls.tenants.ownOrg.accountOf('PHYSICIAN').id);
  });

  it('can be undone and redone, because deleted findings release their marks to restored findings', async () => {
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
        ...ifVersion(version),
      });
    const deleteFinding = ({ id, version }: Finding) =>
      calls.must('PHYSICIAN', 'DELETE', `/findings/${id}`, ifVersion(version));
    // Marks belong to the ungrouped findings while these exist.
    expect((await restore(grouped, 2)).body).toMatchObject({ errorType: 'DuplicateMarkId' });
    for (const finding of split.body.items) await deleteFinding(finding);
    expect((await restore(grouped, 2)).status).toBe(200);
    expect((await listFindings()).map(({ id }) => id)).toEqual([grouped.id]);
    await deleteFinding({ ...grouped, version: 3 });
    for (const finding of split.body.items) expect((await restore(finding, 2)).status).toBe(200);
    const marks = (await listFindings()).flatMap((finding) => Object.keys(finding.marks));
    expect(marks.sort()).toEqual(Object.keys(grouped.marks).sort());
  });

  it('reports an invalid request by name and changes nothing', async () => {
    const first = await createFinding({ biradsScore: 3 });
    const second = await createFinding({ biradsScore: 4 });
    const aiFindingId = await addAi([aMark()]);
    const conflict = await group(first.id, [second.id]);
    expect(conflict.status).toBe(409);
    expect(conflict.body).toMatchObject({
      errorType: 'GroupingConflict',
      data: { fields: ['biradsScore'] },
    });
    for (const [target, source] of [
      [aiFindingId, first.id],
      [first.id, aiFindingId],
    ] as const) {
      const rejected = await group(target, [source]);
      expect(rejected.body).toMatchObject({
        errorType: 'NotUserGenerated',
        message: 'The finding to group is not User generated finding',
      });
    }
    expect((await group(first.id, [newId()])).status).toBe(404);
    expect((await group(first.id, [first.id])).body).toMatchObject({ errorType: 'Conflict' });
    const single = await post('/findings/actions/ungroup', { id: first.id });
    expect(single.body).toMatchObject({ errorType: 'SingleMark' });
    const ofAi = await post('/findings/actions/ungroup', { id: aiFindingId });
    expect(ofAi.body).toMatchObject({ errorType: 'NotUserGenerated' });
    expect(await readFinding(first.id)).toEqual(first);
    expect(await readFinding(second.id)).toEqual(second);
    const grouped = await group(first.id, [second.id], { biradsScore: 4 });
    expect(grouped.body.finding).toMatchObject({ biradsScore: 4 });
  });

  it('of one finding into two targets concurrently ends in one target', async () => {
    const firstTarget = await createFinding();
    const secondTarget = await createFinding();
    const source = await createFinding();
    const responses = await Promise.all([
      group(firstTarget.id, [source.id]),
      group(secondTarget.id, [source.id]),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const marks = (await listFindings()).flatMap((finding) => Object.keys(finding.marks));
    expect(new Set(marks).size).toBe(3);
    expect(marks).toHaveLength(3);
  });
});

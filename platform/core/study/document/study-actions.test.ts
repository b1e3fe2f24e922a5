import { describe, expect, it } from 'vitest';
import type { Finding, Mark } from '#contracts';
import { newId } from '#foundation';
import {
  aLengthMark,
  errorResponse,
  okResponse,
  readingStudy,
  settle,
  validationResponse,
} from '../../testing/index.ts';
import { createStudyDocument } from './create-study-document.ts';

async function openStudy() {
  const harness = await readingStudy();
  const { study, backend, add, autosave } = harness;
  const saved = (id: string) => backend.findings.get(id) as Finding;
  /** Creates an AI finding on the server. */
  const anAiFinding = async (): Promise<Finding> => {
    const added = add();
    await autosave();
    const generator = { id: 'AI', labelColour: '#9B51E0' } as const;
    backend.findings.set(added.id, {
      ...saved(added.id),
      generator,
      version: 2,
      note: 'Seen by AI',
    });
    await study.refresh();
    return saved(added.id);
  };
  return { ...harness, saved, anAiFinding };
}

const marksOf = (finding: Finding): readonly Mark[] => Object.values(finding.marks);
const firstMark = (finding: Finding): Mark => marksOf(finding)[0] as Mark;
/** Returns a length of 12 mm in a transverse plane and one of 6 mm in a sagittal plane. */
const twoPlanes = (): readonly [Mark, Mark] => {
  const across = aLengthMark();
  const frame = {
    ...across.frame,
    originMm: [0, 0, 30],
    right: [0, 0, -1],
    down: [0, 1, 0],
  } as const;
  const along = aLengthMark({ planeView: 'SAG', frame });
  const end = { u: 0.7, v: 0.5 };
  const params = { ...along.markViewParams, points: [{ u: 0.6, v: 0.5 }, end], end };
  return [across, { ...along, markViewParams: params }];
};

describe('marks of a finding', () => {
  it('are rejected outside the volume, when drawn and when moved', async () => {
    const { add, study, state } = await openStudy();
    const inside = aLengthMark();
    const [x, y, z] = inside.frame.originMm;
    const aside = { ...inside.frame, originMm: [x + 40, y, z] as const };
    const beyond = aLengthMark({ frame: aside });
    const rejected = { ok: false, problem: { code: 'MARK_OUTSIDE_VOLUME' } };
    expect(study.addFinding(beyond)).toMatchObject(rejected);
    expect(state().findings).toEqual([]);
    const { id } = add(inside);
    const moved = { ...beyond, id: inside.id };
    expect(study.updateMark(id, moved)).toMatchObject(rejected);
    expect(study.updateMark(id, { ...inside, rep: true }).ok).toBe(true);
  });

  it('are rejected when unknown or part of another finding', async () => {
    const { add, study } = await openStudy();
    const [target, other] = [add(), add()];
    expect(study.addMark(target.id, firstMark(other))).toMatchObject({
      problem: { code: 'DUPLICATE_MARK_ID' },
    });
    const markNotFound = { problem: { code: 'MARK_NOT_FOUND' } };
    expect(study.deleteMark(target.id, firstMark(other).id)).toMatchObject(markNotFound);
    expect(study.setRepresentative(target.id, newId())).toMatchObject(markNotFound);
    expect(study.addMark(newId(), aLengthMark())).toMatchObject({
      problem: { code: 'FINDING_NOT_FOUND' },
    });
  });

  it('determine the sizes together, and the representative mark the location', async () => {
    const { add, study, state } = await openStudy();
    const [across, along] = twoPlanes();
    const { id } = add(across);
    expect(study.addMark(id, { ...along, rep: false }).ok).toBe(true);
    expect(state().findings[0]).toMatchObject({ massLengthUm: 12_000, massWidthUm: 6_000 });
    study.setRepresentative(id, along.id);
    const reps = marksOf(state().findings[0] as Finding).filter(({ rep }) => rep);
    expect(reps.map((mark) => mark.id)).toEqual([along.id]);
  });

  it('yield to a new representative mark in a single undo step', async () => {
    const { add, study, state } = await openStudy();
    const [across, along] = twoPlanes();
    const { id } = add(across);
    study.addMark(id, { ...along, rep: true });
    const reps = () => marksOf(state().findings[0] as Finding).map(({ rep }) => rep);
    expect(reps()).toEqual([false, true]);
    study.undo();
    expect(reps()).toEqual([true]);
  });

  it('become a finding of their own in a single undo step', async () => {
    const { add, study, state, autosave, saved } = await openStudy();
    const [across, along] = twoPlanes();
    const { id } = add(across);
    study.addMark(id, { ...along, rep: false });
    study.setNote(id, 'Irregular');
    await autosave();
    const separated = study.separateMark(id, across.id);
    if (!separated.ok) throw new Error(separated.problem.detail);
    expect(state().selectedFindingId).toBe(separated.value.id);
    expect(separated.value).toMatchObject({ massLengthUm: 12_000, note: null });
    expect(marksOf(separated.value)).toMatchObject([{ rep: true, planeView: 'TRA' }]);
    const remaining = () => state().findings.find((finding) => finding.id === id) as Finding;
    expect(remaining()).toMatchObject({ massLengthUm: 6_000, note: 'Irregular' });
    expect(marksOf(remaining())).toMatchObject([{ id: along.id, rep: true }]);
    await autosave();
    expect(Object.keys(saved(id).marks)).toEqual([along.id]);
    expect(Object.keys(saved(separated.value.id).marks)).toHaveLength(1);
    study.undo();
    expect(state().findings).toHaveLength(1);
    expect(marksOf(remaining())).toHaveLength(2);
    await autosave();
    expect(Object.keys(saved(id).marks)).toHaveLength(2);
    expect(saved(separated.value.id).deletedAt).not.toBeNull();
  });

  it('stay in a finding that has no other mark', async () => {
    const { add, study, state } = await openStudy();
    const finding = add();
    expect(study.separateMark(finding.id, firstMark(finding).id)).toMatchObject({
      problem: { code: 'ONLY_MARK' },
    });
    expect(state().findings).toHaveLength(1);
  });

  it('are deleted one by one: the next mark becomes representative, and deleting the last mark deletes the finding', async () => {
    const { add, study, state, autosave, saved } = await openStudy();
    const [across, along] = twoPlanes();
    const { id } = add(across);
    study.addMark(id, along);
    study.deleteMark(id, across.id);
    expect(marksOf(state().findings[0] as Finding)).toMatchObject([{ id: along.id, rep: true }]);
    await autosave();
    study.deleteMark(id, along.id);
    expect(state().findings).toEqual([]);
    await autosave();
    expect(saved(id).deletedAt).not.toBeNull();
    study.undo();
    await autosave();
    expect(saved(id).deletedAt).toBeNull();
  });
});

describe('fields of a finding', () => {
  it('are rejected beyond their limits, and for AI findings except labels', async () => {
    const { add, study, anAiFinding, state } = await openStudy();
    const { id } = add();
    expect(study.setNote(id, 'x'.repeat(10_001))).toMatchObject({
      problem: { code: 'NOTE_TOO_LONG' },
    });
    expect(study.setFindingFields(id, { massLengthUm: -1 })).toMatchObject({
      problem: { code: 'SIZE_NOT_ALLOWED' },
    });
    const ai = await anAiFinding();
    expect(study.setNote(ai.id, 'Mine')).toMatchObject({ problem: { code: 'NOT_A_USER_FINDING' } });
    expect(study.setLabels(ai.id, { SHAPE: ['OVAL'] }).ok).toBe(true);
    const visible = state().findings.find((finding) => finding.id === ai.id);
    expect(visible).toMatchObject({ annotationLabels: { SHAPE: ['OVAL'] }, note: 'Seen by AI' });
  });

  it('keep a typed size when a mark changes, until the size is cleared', async () => {
    const { add, study, state } = await openStudy();
    const finding = add();
    study.setFindingFields(finding.id, { massLengthUm: 15_500 });
    study.updateMark(finding.id, { ...firstMark(finding), depth: 12 });
    expect(state().findings[0]?.massLengthUm).toBe(15_500);
    study.setFindingFields(finding.id, { massLengthUm: null });
    expect(state().findings[0]?.massLengthUm).toBe(12_000);
    study.undo();
    expect(state().findings[0]?.massLengthUm).toBe(15_500);
  });

  it('include the hidden flag of the reader’s own list, whose change is undoable', async () => {
    const { study, anAiFinding, state, autosave, saved, backend } = await openStudy();
    const { id, version } = await anAiFinding();
    expect(study.setHidden(id, true).ok).toBe(true);
    await autosave();
    expect([...backend.hidden]).toEqual([id]);
    study.undo();
    expect(state().hiddenFindingIds.has(id)).toBe(false);
    await autosave();
    expect([...backend.hidden]).toEqual([]);
    expect(saved(id).version).toBe(version);
  });
});

describe('grouping', () => {
  it('names the fields in conflict and the invalid fields of a rejection by the server', async () => {
    const { add, study, autosave, backend } = await openStudy();
    const [target, other] = [add(), add()];
    await autosave();
    const conflict = errorResponse(409, 'GroupingConflict', 'They differ', { fields: ['isMass'] });
    backend.server.once('groupFindings', conflict);
    expect(await study.group([other.id], target.id)).toMatchObject({
      problem: { fields: ['isMass'], invalid: { fields: [] } },
    });
    backend.server.once('groupFindings', validationResponse({ 'resolved.isMass': 'Not given' }));
    expect(await study.group([other.id], target.id)).toMatchObject({
      problem: { fields: [], invalid: { fields: [{ field: 'resolved.isMass' }] } },
    });
  });

  it('names the differing fields without a request to the server', async () => {
    const { add, study, autosave, backend } = await openStudy();
    const [target, other] = [add(), add()];
    study.setFindingFields(target.id, { biradsScore: 3 });
    study.setFindingFields(other.id, { biradsScore: 4 });
    await autosave();
    expect(await study.group([other.id], target.id)).toMatchObject({
      problem: { code: 'GROUPING_CONFLICT', fields: ['biradsScore'] },
    });
    expect(backend.server.calls.some(({ route }) => route === 'groupFindings')).toBe(false);
  });

  it('is rejected for AI findings and unsaved edits, and splitting is rejected for a single mark', async () => {
    const { add, study, anAiFinding, backend } = await openStudy();
    const ai = await anAiFinding();
    const [target, other] = [add(), add()];
    expect(await study.group([target.id], ai.id)).toMatchObject({
      problem: { title: 'The finding to group is not User generated finding' },
    });
    backend.server.reachable = false;
    expect(await study.group([other.id], target.id)).toMatchObject({
      problem: { code: 'FINDINGS_NOT_SAVED' },
    });
    expect(await study.ungroup(target.id)).toMatchObject({ problem: { code: 'SINGLE_MARK' } });
  });

  it('leaves one finding with all marks; undo restores the others, redo groups again', async () => {
    const { add, study, autosave, state, saved } = await openStudy();
    const [target, other] = [add(), add()];
    await autosave();
    expect((await study.group([other.id], target.id)).ok).toBe(true);
    expect(state().findings.map(({ id }) => id)).toEqual([target.id]);
    expect(marksOf(state().findings[0] as Finding)).toHaveLength(2);
    study.undo();
    expect(state().findings.map(({ marks }) => Object.keys(marks).length)).toEqual([1, 1]);
    await autosave();
    expect(saved(other.id)).toMatchObject({ deletedAt: null, marks: other.marks });
    expect(Object.keys(saved(target.id).marks)).toEqual(Object.keys(target.marks));
    study.redo();
    await autosave();
    expect(saved(other.id).deletedAt).not.toBeNull();
    expect(Object.keys(saved(target.id).marks)).toHaveLength(2);
    expect(state()).toMatchObject({ conflict: null, save: { kind: 'saved' } });
  });

  it('can be undone only after the response, even if the change event arrives earlier', async () => {
    const { add, study, autosave, backend, state } = await openStudy();
    const [target, other] = [add(), add()];
    await autosave();
    const deferred = Promise.withResolvers<void>();
    backend.server.handle('getFinding', async ({ params }) => {
      await deferred.promise;
      return okResponse(backend.findings.get(params.id ?? ''));
    });
    const grouping = study.group([other.id], target.id);
    await settle();
    await study.refresh();
    expect(study.undo()).toMatchObject({ problem: { code: 'STILL_SAVING' } });
    deferred.resolve();
    expect((await grouping).ok).toBe(true);
    study.undo();
    await autosave();
    expect(state().findings.map(({ marks }) => Object.keys(marks).length)).toEqual([1, 1]);
    expect(backend.findings.get(other.id)?.deletedAt).toBeNull();
  });

  it('saves findings that lose marks before those that gain them, in undo and redo', async () => {
    const { add, study, autosave, backend } = await openStudy();
    const [target, other] = [add(), add()];
    await autosave();
    await study.group([other.id], target.id);
    const changedIds = async (run: () => unknown) => {
      const earlierCalls = backend.server.calls.length;
      run();
      await autosave();
      return backend.server.calls
        .slice(earlierCalls)
        .filter(({ route }) => route !== 'listFindings')
        .map(({ params }) => params.id);
    };
    expect(await changedIds(() => study.undo())).toEqual([target.id, other.id]);
    expect(await changedIds(() => study.redo())).toEqual([other.id, target.id]);
  });

  it('is reversed by splitting into one finding per mark, and undo restores the group', async () => {
    const { add, study, autosave, state, saved } = await openStudy();
    const [across, along] = twoPlanes();
    const { id } = add(across);
    study.addMark(id, along);
    await autosave();
    const split = await study.ungroup(id);
    expect(split.ok && split.value.length).toBe(2);
    expect(state().findings.map((finding) => marksOf(finding).length)).toEqual([1, 1]);
    study.undo();
    expect(state().findings.map((finding) => finding.id)).toEqual([id]);
    await autosave();
    expect(saved(id)).toMatchObject({ deletedAt: null });
    expect(Object.keys(saved(id).marks)).toHaveLength(2);
  });
});

describe('an AI finding', () => {
  it('is copied into a linked user finding with new marks, and stays unchanged', async () => {
    const { study, anAiFinding, saved, backend } = await openStudy();
    const ai = await anAiFinding();
    expect(await study.copyAiFinding(newId())).toMatchObject({ ok: false });
    backend.server.handle('upsertFindingRelation', ({ body }) => {
      const relation = { ...(body as object), relationType: 'USER_TO_ML' };
      return okResponse({ ...saved(ai.id), ...relation });
    });
    expect(await study.copyAiFinding(ai.id)).toMatchObject({ ok: true });
    const relationCall = backend.server.calls.find(
      ({ route }) => route === 'upsertFindingRelation',
    );
    const { userFindingId } = (relationCall?.body ?? {}) as { userFindingId: string };
    expect(relationCall?.body).toEqual({ autoSegmentFindingId: ai.id, userFindingId });
    expect(saved(userFindingId).generator.id).toBe('USER');
    expect(firstMark(saved(userFindingId)).id).not.toBe(firstMark(ai).id);
    expect(saved(ai.id)).toEqual(ai);
    expect(await study.copyAiFinding(userFindingId)).toMatchObject({
      problem: { code: 'NOT_AN_AI_FINDING' },
    });
  });
});

describe('two scans shown together', () => {
  it("both show their findings, and edits go to the finding's scan", async () => {
    const { study, backend, scanId, state, add, autosave, saved } = await openStudy();
    const otherScanId = backend.scans[1]?.id ?? '';
    const finding = add();
    await autosave();
    await study.selectScan(otherScanId);
    const watch = study.watchScan(scanId);
    await autosave();
    expect(state().findings).toEqual([]);
    expect(state().findingsByScan[scanId]?.map(({ id }) => id)).toEqual([finding.id]);
    expect(study.setNote(finding.id, 'Seen beside the other').ok).toBe(true);
    await autosave();
    expect(saved(finding.id)).toMatchObject({
      note: 'Seen beside the other',
      scan: { id: scanId },
    });
    watch.dispose();
    expect(Object.keys(state().findingsByScan)).toEqual([otherScanId]);
  });

  it('change the target at once, without waiting for the findings of the new target', async () => {
    const { study, backend, state, add, autosave } = await openStudy();
    const otherScanId = backend.scans[1]?.id ?? '';
    add();
    await autosave();
    study.watchScan(otherScanId);
    await autosave();
    backend.server.handle('listFindings', () => new Promise(() => {}));
    void study.selectScan(otherScanId);
    expect(state().targetScanId).toBe(otherScanId);
  });
});

describe('the nipple', () => {
  it('returns to its previous position by undo, without moving marks in the tissue', async () => {
    const { study, backend, add, autosave, state, saved } = await openStudy();
    const finding = add();
    await autosave();
    await study.setNipple({ sag: 0, tra: 0, depth: 0, rad: 0 });
    await study.setNipple({ sag: 10, tra: 3, depth: 2, rad: 0 });
    await autosave();
    const shown = () => state().findings[0];
    // The centre of the length lies at x = 12 mm, z = 0.
    expect(shown()?.distanceFromNippleUm).toBe(Math.round(Math.hypot(2, 3) * 1000));
    expect(backend.scans[0]?.nippleLocation).toMatchObject({ sag: 10, tra: 3, depth: 2 });
    expect(state().nipplesSetInSession).toEqual([backend.scans[0]?.id]);
    expect(study.undo().ok).toBe(true);
    await autosave();
    expect(backend.scans[0]?.nippleLocation).toMatchObject({ sag: 0, tra: 0, depth: 0 });
    expect(shown()?.distanceFromNippleUm).toBe(12_000);
    expect(saved(finding.id).marks).toEqual(finding.marks);
    study.undo();
    await autosave();
    expect(backend.scans[0]?.nippleLocation).toBeNull();
    expect(shown()).toMatchObject({ clockPositionSec: null, marks: finding.marks });
    expect(saved(finding.id)).toMatchObject({ marks: finding.marks, version: 1 });
  });
});

describe('a thumbnail', () => {
  it('is saved with the finding, without being an edit or causing a conflict', async () => {
    const { add, study, autosave, backend, state, saved } = await openStudy();
    const { id } = add();
    study.setThumbnail(id, 'cGljdHVyZQ==');
    await autosave();
    const sent = backend.server.calls.find(({ route }) => route === 'createFinding');
    expect(sent?.body).toMatchObject({ id, thumbnailBase64: 'cGljdHVyZQ==' });
    backend.findings.set(id, { ...saved(id), version: 9 });
    study.setNote(id, 'Edited while another reader’s page stored a thumbnail');
    await autosave();
    expect(state()).toMatchObject({ conflict: null, save: { kind: 'saved' } });
    expect(saved(id).note).toMatch(/^Edited/);
  });
});

describe('a length that crosses another', () => {
  const crossing = () => {
    const mark = aLengthMark();
    const [start, end] = [
      { u: 0.7, v: 0.4 },
      { u: 0.7, v: 0.6 },
    ];
    return {
      ...mark,
      markViewParams: { ...mark.markViewParams, points: [start, end], start, end },
    };
  };

  const openGroupingStudy = async () => {
    const { api, notices, backend } = await openStudy();
    const grouping = createStudyDocument({
      api,
      notices,
      userId: () => backend.user.id,
      mayEdit: () => true,
      mayReadFindings: () => true,
      shouldGroupLengths: () => true,
    });
    await grouping.open(backend.studyId, null);
    return grouping;
  };

  it('creates its own finding where the site does not group lengths', async () => {
    const { add, state } = await openStudy();
    add();
    add(crossing());
    expect(state().findings).toHaveLength(2);
  });

  it('joins the crossed finding and takes the representative flag of the crossed mark where the site groups lengths', async () => {
    const grouping = await openGroupingStudy();
    const crossed = grouping.addFinding(aLengthMark());
    const joined = grouping.addFinding(crossing());
    expect(crossed.ok && joined.ok && joined.value.id === crossed.value.id).toBe(true);
    const [finding] = grouping.store.getState().findings;
    expect(marksOf(finding as Finding).map(({ rep }) => rep)).toEqual([true, true]);
    expect(finding).toMatchObject({ massLengthUm: 12_000, massHeightUm: 8_000 });
    grouping.dispose();
  });

  it('does not join a hidden finding, where the new mark would be hidden too', async () => {
    const grouping = await openGroupingStudy();
    const crossed = grouping.addFinding(aLengthMark());
    if (crossed.ok) grouping.setHidden(crossed.value.id, true);
    grouping.addFinding(crossing());
    const { findings, hiddenFindingIds } = grouping.store.getState();
    expect(findings.map(({ id }) => hiddenFindingIds.has(id))).toEqual([true, false]);
    grouping.dispose();
  });
});

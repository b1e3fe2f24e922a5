import { describe, expect, it } from 'vitest';
import type { Finding, Mark } from '#contracts';
import { newId } from '#foundation';
import {
  aLengthMark,
  aUser,
  fakeBackend,
  fakePlatform,
  okResponse,
  readingStudy,
  settle,
} from '../../testing/index.ts';

function firstMarkOf(finding: Finding): Mark {
  const [mark] = Object.values(finding.marks);
  if (mark === undefined) throw new Error('The finding has no mark');
  return mark;
}

async function openStudy() {
  const harness = await readingStudy();
  const writes = () =>
    harness.backend.server.calls
      .map((call) => call.route)
      .filter((route) => /^(create|update|delete)/.test(route));
  return { ...harness, writes };
}

describe('the study document', () => {
  it('opens the newest scan by default, with patient and findings', async () => {
    const { state, backend } = await openStudy();
    expect(state()).toMatchObject({ status: 'ready', targetScanId: backend.scans[0]?.id });
    expect(state().patient?.lastName).toBe('Patient');
  });

  it('rejects a scan that is not part of the study', async () => {
    const { study, backend } = await fakePlatform();
    const opened = await study.open(backend.studyId, newId());
    expect(opened).toMatchObject({ ok: false, problem: { code: 'SCAN_NOT_FOUND' } });
    expect(study.store.getState().status).toBe('failed');
  });

  it('opens for a blind annotator without the patient', async () => {
    const { study, backend } = await fakePlatform('BLIND_ANNOTATOR');
    backend.server.handle('getPatient', () => ({ status: 403, body: { message: 'Blind' } }));
    expect((await study.open(backend.studyId, null)).ok).toBe(true);
    expect(study.store.getState().patient).toBeNull();
  });

  it('shows a new finding at once and saves the finding within a second', async () => {
    const { add, state, autosave, backend } = await openStudy();
    const finding = add();
    expect(state().findings.map((item) => item.id)).toEqual([finding.id]);
    expect(state().save.kind).toBe('saving');
    expect(backend.findings.size).toBe(0);
    await autosave();
    expect(backend.findings.has(finding.id)).toBe(true);
    expect(state().save.kind).toBe('saved');
  });

  it('measures a mark, and shows clock, distance and depth once the nipple is set', async () => {
    const { add, study, autosave, state } = await openStudy();
    const finding = add();
    // Image 60 mm wide, from u 0.6 to 0.8, at half of 40 mm depth.
    expect(finding).toMatchObject({
      massLengthUm: 12_000,
      clockPositionSec: null,
      distanceFromNippleUm: null,
      depthUm: 20_000,
    });
    await autosave();
    expect((await study.setNipple({ sag: 0, tra: 0, depth: 0, rad: 77 })).ok).toBe(true);
    await autosave();
    const [shown] = state().findings;
    expect(shown?.clockPositionSec).toBeCloseTo(10_800);
    expect(shown?.distanceFromNippleUm).toBe(12_000);
  });

  it('keeps a newly set nipple when an older read of the scans arrives later', async () => {
    const { study, backend, scanId, state } = await openStudy();
    const scansBefore = backend.scans.slice();
    const deferred = Promise.withResolvers<void>();
    backend.server.handle('listScansOfStudy', async () => {
      await deferred.promise;
      return okResponse({ items: scansBefore, total: 2, nextCursor: null });
    });
    backend.server.handle('setNipple', ({ body }) => {
      const nipple = { ...(body as object), setBy: null, setAt: '2026-01-05T09:00:00Z' };
      return okResponse({ ...scansBefore[0], version: 2, nippleLocation: nipple });
    });
    const refreshing = study.refresh();
    await settle();
    await study.setNipple({ sag: 5, tra: 0, depth: 0, rad: 0 });
    deferred.resolve();
    await refreshing;
    const visibleScan = state().scans.find(({ id }) => id === scanId);
    expect(visibleScan?.nippleLocation?.sag).toBe(5);
  });

  it('saves findings in creation order', async () => {
    const { add, study, autosave, backend } = await openStudy();
    const first = add();
    const second = add();
    const mark = firstMarkOf(first);
    study.updateMark(first.id, { ...mark, depth: 11 });
    await autosave();
    expect([...backend.findings.keys()]).toEqual([first.id, second.id]);
    expect(Object.values(backend.findings.get(first.id)?.marks ?? {})[0]?.depth).toBe(11);
  });

  it('undoes an add by soft delete, and a delete by restoring', async () => {
    const { add, study, autosave, backend, state, writes } = await openStudy();
    const finding = add();
    await autosave();
    study.undo();
    expect(state().findings).toEqual([]);
    await autosave();
    expect(backend.findings.get(finding.id)?.deletedAt).not.toBeNull();
    study.redo();
    await autosave();
    expect(backend.findings.get(finding.id)?.deletedAt).toBeNull();
    study.deleteFinding(finding.id);
    await autosave();
    study.undo();
    await autosave();
    expect(backend.findings.get(finding.id)?.deletedAt).toBeNull();
    expect(writes()).toEqual([
      'createFinding',
      'deleteFinding',
      'updateFinding',
      'deleteFinding',
      'updateFinding',
    ]);
  });

  it('sends nothing for a finding undone before saving', async () => {
    const { add, study, autosave, writes } = await openStudy();
    add();
    study.undo();
    await autosave();
    expect(writes()).toEqual([]);
  });

  it('rejects a duplicate mark id and a mark outside its image', async () => {
    const { add, study } = await openStudy();
    const mark = aLengthMark();
    add(mark);
    expect(study.addFinding(mark)).toMatchObject({ problem: { code: 'DUPLICATE_MARK_ID' } });
    const outside = aLengthMark();
    const points = [
      { u: 0.5, v: 0.5 },
      { u: 1.01, v: 0.5 },
    ];
    const params = { ...outside.markViewParams, points };
    expect(study.addFinding({ ...outside, markViewParams: params })).toMatchObject({
      problem: { code: 'MARK_OUTSIDE_IMAGE' },
    });
  });

  it('rejects edits of users with view permission only', async () => {
    const { study, backend } = await fakePlatform('VIEWER');
    await study.open(backend.studyId, null);
    expect(study.addFinding(aLengthMark())).toMatchObject({ problem: { code: 'FORBIDDEN' } });
  });
});

describe('saving', () => {
  it('keeps the edit while offline, reports the state and sends the edit after reconnecting', async () => {
    const { add, state, autosave, backend, clock } = await openStudy();
    backend.server.reachable = false;
    const finding = add();
    await autosave();
    expect(state().save).toMatchObject({ kind: 'failed', problem: { code: 'OFFLINE' } });
    expect(state().findings).toHaveLength(1);
    backend.server.reachable = true;
    await clock.advance(2_000);
    expect(backend.findings.has(finding.id)).toBe(true);
    expect(state().save.kind).toBe('saved');
  });

  it('keeps a rejected edit, saves the others and retries on demand', async () => {
    const { add, study, state, autosave, backend } = await openStudy();
    backend.server.once('createFinding', {
      status: 403,
      body: { message: 'Not allowed', data: null },
    });
    const rejected = add();
    const other = add();
    await autosave();
    expect(state().save.kind).toBe('failed');
    expect([...backend.findings.keys()]).toEqual([other.id]);
    expect((await study.flush()).ok).toBe(true);
    expect(backend.findings.has(rejected.id)).toBe(true);
    expect(state().save.kind).toBe('saved');
  });

  it('undoes after a failed save without sending the failed edit', async () => {
    const { add, study, state, autosave, backend, clock } = await openStudy();
    backend.server.reachable = false;
    add();
    await autosave();
    study.undo();
    backend.server.reachable = true;
    await clock.advance(5_000);
    expect(backend.findings.size).toBe(0);
    expect(state()).toMatchObject({ findings: [], save: { kind: 'saved' } });
  });

  it('creates a finding once when the first response was lost', async () => {
    const { add, study, autosave, backend, clock, state } = await openStudy();
    backend.server.once('createFinding', 'response-lost');
    const finding = add();
    await autosave();
    const mark = firstMarkOf(finding);
    study.updateMark(finding.id, { ...mark, depth: 12 });
    await clock.advance(5_000);
    expect(backend.findings.size).toBe(1);
    expect(Object.values(backend.findings.get(finding.id)?.marks ?? {})[0]?.depth).toBe(12);
    expect(state().save.kind).toBe('saved');
  });

  it("shows the other user's version on a conflict and overwrites only on request", async () => {
    const { add, study, autosave, backend, state, notices } = await openStudy();
    const finding = add();
    await autosave();
    const theirs = backend.findings.get(finding.id) as Finding;
    backend.findings.set(finding.id, { ...theirs, note: 'theirs', version: theirs.version + 1 });
    const mark = firstMarkOf(finding);
    study.updateMark(finding.id, { ...mark, depth: 13 });
    await autosave();
    expect(state().findings[0]?.note).toBe('theirs');
    expect(state().conflict?.problem.code).toBe('VERSION_CONFLICT');
    // The page shows the conflict until resolved; a notice would repeat the message.
    expect(notices.store.getState()).toEqual([]);
    study.resolveConflict('mine');
    await autosave();
    expect(Object.values(backend.findings.get(finding.id)?.marks ?? {})[0]?.depth).toBe(13);
    expect(state().conflict).toBeNull();
  });

  it('applies the changes of others and keeps unsaved edits', async () => {
    const { add, study, autosave, backend, state } = await openStudy();
    const ownFinding = add();
    await autosave();
    const other: Finding = {
      ...(backend.findings.get(ownFinding.id) as Finding),
      id: newId(),
      label: 2,
    };
    backend.findings.set(other.id, other);
    const unsaved = add();
    await study.refresh();
    expect(state().findings.map((item) => item.id)).toEqual([ownFinding.id, other.id, unsaved.id]);
    backend.findings.delete(other.id);
    await autosave();
    await study.refresh();
    expect(state().findings.map((item) => item.id)).toEqual([ownFinding.id, unsaved.id]);
  });

  it('saves pending edits before sign-out and leaves nothing in the browser', async () => {
    const { add, session, backend, storage } = await openStudy();
    const finding = add();
    await session.signOut();
    expect(backend.findings.has(finding.id)).toBe(true);
    expect(storage.length).toBe(0);
  });

  it("never saves a user's edits as the next user", async () => {
    const { add, session, backend, autosave, state } = await openStudy();
    backend.server.reachable = false;
    add();
    await autosave();
    backend.server.reachable = true;
    const nextUser = aUser('PHYSICIAN');
    backend.server.handle('login', () =>
      okResponse({
        accessToken: 'another',
        organization: nextUser.organization,
        userInfo: nextUser,
      }),
    );
    await session.signIn('next@example.org', 'secret');
    await autosave();
    expect(backend.findings.size).toBe(0);
    expect(state()).toMatchObject({ status: 'empty', findings: [] });
  });

  it('keeps edits of one breast while the other is shown', async () => {
    const { add, study, backend, state, autosave } = await openStudy();
    const right = add();
    await study.selectScan(backend.scans[1]?.id ?? '');
    expect(state()).toMatchObject({ findings: [], canUndo: false });
    await autosave();
    expect(backend.findings.has(right.id)).toBe(true);
    await study.selectScan(backend.scans[0]?.id ?? '');
    expect(state()).toMatchObject({ canUndo: true });
    expect(state().findings).toHaveLength(1);
  });
});

describe('a conflict', () => {
  /** Changes the finding on the server as another user, then locally. */
  async function setupConflict() {
    const harness = await openStudy();
    const { add, autosave, backend, study } = harness;
    const finding = add();
    await autosave();
    const mark = firstMarkOf(finding);
    backend.findings.set(finding.id, {
      ...(backend.findings.get(finding.id) as Finding),
      version: 2,
      note: 'theirs',
    });
    study.updateMark(finding.id, { ...mark, depth: 13 });
    const savedDepth = () => Object.values(backend.findings.get(finding.id)?.marks ?? {})[0]?.depth;
    return { ...harness, finding, savedDepth };
  }

  it('is shown only with the breast of its finding', async () => {
    const { study, backend, autosave, state, scanId, savedDepth } = await setupConflict();
    const other = backend.scans[1]?.id ?? '';
    await study.selectScan(other);
    await autosave();
    expect(state()).toMatchObject({ targetScanId: other, conflict: null, findings: [] });
    study.resolveConflict('mine');
    await autosave();
    expect(state().findings).toEqual([]);
    expect(savedDepth()).toBe(10);
    await study.selectScan(scanId);
    expect(state().conflict?.problem.code).toBe('VERSION_CONFLICT');
    study.resolveConflict('mine');
    await autosave();
    expect(savedDepth()).toBe(13);
    expect(state().conflict).toBeNull();
  });

  it('keeps the edit when the conflict arises while the study is closed', async () => {
    const { study, backend, autosave, state, finding, savedDepth } = await setupConflict();
    await study.close();
    expect(state().conflict).toBeNull();
    await study.open(backend.studyId, null);
    expect(state().conflict?.mine?.id).toBe(finding.id);
    study.resolveConflict('mine');
    await autosave();
    expect(savedDepth()).toBe(13);
  });
});

describe('the study document while loading', () => {
  it('stays with the last selected scan, even if another response arrives later', async () => {
    const { study, backend, state, scanId } = await openStudy();
    const deferred = Promise.withResolvers<void>();
    backend.server.handle('listFindings', async () => {
      await deferred.promise;
      return okResponse({ items: [], total: 0, nextCursor: null });
    });
    const selecting = study.selectScan(backend.scans[1]?.id ?? '');
    await settle();
    await study.selectScan(scanId);
    deferred.resolve();
    await selecting;
    expect(state()).toMatchObject({ targetScanId: scanId, status: 'ready' });
  });

  it('does not report edits that are still being saved as restored', async () => {
    const { add, study, backend, scanId, notices, state } = await openStudy();
    add();
    await study.selectScan(backend.scans[1]?.id ?? '');
    await study.selectScan(scanId);
    expect(state().findings).toHaveLength(1);
    expect(notices.store.getState()).toEqual([]);
  });

  it('drops the response of a study that was closed meanwhile', async () => {
    const backend = fakeBackend();
    const { study } = await fakePlatform('PHYSICIAN', { backend });
    const opening = study.open(backend.studyId, null);
    await study.close();
    await opening;
    await settle();
    expect(study.store.getState().status).toBe('empty');
  });
});

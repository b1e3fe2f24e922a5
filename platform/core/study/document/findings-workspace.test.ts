import { describe, expect, it } from 'vitest';
import type { Finding, Mark, Scan } from '#contracts';
import {
  errorResponse,
  okResponse,
  readingStudy,
  validationResponse,
} from '../../testing/index.ts';

/** The middle of a new mark is 12 mm from this location. */
const NIPPLE = { sag: 0, tra: 0, depth: 0, rad: 0 };
const SET = { setBy: null, setAt: '2026-01-05T09:00:00Z' };

function firstMarkOf(finding: Finding): Mark {
  const [mark] = Object.values(finding.marks);
  if (mark === undefined) throw new Error('The finding has no mark');
  return mark;
}

async function openStudy(options: Parameters<typeof readingStudy>[0] = {}) {
  const harness = await readingStudy(options);
  const writes = () =>
    harness.backend.server.calls
      .map((call) => call.route)
      .filter((route) => /^(create|update|delete)Finding/.test(route));
  return { ...harness, writes };
}

describe('a finding whose first save response was lost', () => {
  it('is deleted on the server when deleted locally before the retry', async () => {
    const { add, study, autosave, backend, clock, state } = await openStudy();
    backend.server.once('createFinding', 'response-lost');
    const finding = add();
    await autosave();
    study.deleteFinding(finding.id);
    await study.refresh();
    expect(state().findings).toEqual([]);
    await clock.advance(5_000);
    expect(backend.findings.get(finding.id)?.deletedAt).not.toBeNull();
    expect(state()).toMatchObject({ findings: [], save: { kind: 'saved' } });
  });

  it('is deleted by the next page when this page closes before', async () => {
    const { add, study, autosave, backend, storage } = await openStudy();
    backend.server.once('createFinding', 'response-lost');
    const finding = add();
    await autosave();
    study.deleteFinding(finding.id);
    study.dispose();
    const next = await openStudy({ backend, storage });
    await next.autosave();
    expect(backend.findings.get(finding.id)?.deletedAt).not.toBeNull();
    expect(next.state().findings).toEqual([]);
  });

  it('needs no delete when the request never arrived', async () => {
    const { add, study, autosave, backend, clock, state, writes } = await openStudy();
    backend.server.once('createFinding', 'unreachable');
    const finding = add();
    await autosave();
    study.deleteFinding(finding.id);
    await clock.advance(5_000);
    expect(state()).toMatchObject({ findings: [], save: { kind: 'saved' } });
    expect(writes()).toEqual([]);
  });
});

describe('an edit whose save response was lost', () => {
  it('causes no conflict with the next edit', async () => {
    const { add, study, autosave, backend, clock, state } = await openStudy();
    const finding = add();
    await autosave();
    const mark = firstMarkOf(finding);
    const savedDepth = () => Object.values(backend.findings.get(finding.id)?.marks ?? {})[0]?.depth;
    backend.server.once('updateFinding', 'response-lost');
    study.updateMark(finding.id, { ...mark, depth: 12 });
    await autosave();
    backend.server.once('updateFinding', 'unreachable');
    study.updateMark(finding.id, { ...mark, depth: 13 });
    await clock.advance(2_000);
    study.updateMark(finding.id, { ...mark, depth: 14 });
    await clock.advance(10_000);
    expect(state()).toMatchObject({ conflict: null, save: { kind: 'saved' } });
    expect(savedDepth()).toBe(14);
  });

  it('causes no conflict with itself when the nipple has moved meanwhile', async () => {
    const { add, study, autosave, backend, clock, state } = await openStudy();
    const finding = add();
    await autosave();
    const mark = firstMarkOf(finding);
    backend.server.once('updateFinding', 'response-lost');
    study.updateMark(finding.id, { ...mark, depth: 12 });
    await autosave();
    backend.scans[0] = { ...(backend.scans[0] as Scan), nippleLocation: { ...NIPPLE, ...SET } };
    await clock.advance(5_000);
    expect(state()).toMatchObject({ conflict: null, findings: [{ version: 2 }] });
    await study.refresh();
    expect(state().findings[0]?.distanceFromNippleUm).toBe(12_000);
  });
});

describe('two findings changed by another user', () => {
  it('raise their conflicts one by one, and keep both edits', async () => {
    const { add, study, autosave, backend, state } = await openStudy();
    const findings = [add(), add()];
    await autosave();
    for (const { id, marks } of findings) {
      const theirs = { note: 'theirs', version: 7 };
      backend.findings.set(id, { ...(backend.findings.get(id) as Finding), ...theirs });
      for (const mark of Object.values(marks)) study.updateMark(id, { ...mark, depth: 13 });
    }
    await autosave();
    study.resolveConflict('mine');
    expect(state().conflict).not.toBeNull();
    study.resolveConflict('mine');
    expect(state().conflict).toBeNull();
    await autosave();
    for (const { id } of findings) {
      const [mark] = Object.values(backend.findings.get(id)?.marks ?? {});
      expect(mark?.depth).toBe(13);
    }
  });
});

describe('moving the nipple', () => {
  it('shows the new locations without writing a finding', async () => {
    const { add, study, autosave, state, writes } = await openStudy();
    add();
    await autosave();
    await study.setNipple(NIPPLE);
    expect(state().findings[0]).toMatchObject({ distanceFromNippleUm: 12_000, version: 1 });
    await autosave();
    expect(writes()).toEqual(['createFinding']);
  });

  it('shows findings of a signed report as the server returns them', async () => {
    const { add, study, autosave, backend, state, writes } = await openStudy();
    const finding = add();
    await autosave();
    const signed = { ...(backend.findings.get(finding.id) as Finding), depthUm: 19_000 };
    backend.server.handle('listFindings', () =>
      okResponse({ items: [signed], total: 1, nextCursor: null }),
    );
    await study.setNipple(NIPPLE);
    await autosave();
    expect(state().save.kind).toBe('saved');
    expect(state().findings[0]).toMatchObject({ clockPositionSec: null, depthUm: 19_000 });
    expect(writes()).toEqual(['createFinding']);
  });

  it("causes no conflict with another user's edit of a finding", async () => {
    const { add, study, autosave, backend, state, writes } = await openStudy();
    const finding = add();
    await autosave();
    const theirs = { ...(backend.findings.get(finding.id) as Finding), note: 'theirs', version: 2 };
    backend.findings.set(finding.id, theirs);
    await study.setNipple(NIPPLE);
    await autosave();
    expect(state()).toMatchObject({ conflict: null, findings: [{ note: 'theirs' }] });
    expect(writes()).toEqual(['createFinding']);
  });

  it('neither loses nor conflicts with an unsaved edit when another user moves the nipple', async () => {
    const { add, study, autosave, backend, state } = await openStudy();
    const finding = add();
    await autosave();
    study.setNote(finding.id, 'mine');
    backend.scans[0] = { ...(backend.scans[0] as Scan), nippleLocation: { ...NIPPLE, ...SET } };
    await study.refresh();
    expect(state().findings[0]?.note).toBe('mine');
    await autosave();
    expect(backend.findings.get(finding.id)).toMatchObject({ note: 'mine', version: 2 });
    expect(state()).toMatchObject({
      conflict: null,
      findings: [{ note: 'mine', distanceFromNippleUm: 12_000 }],
    });
  });

  it('updates the estimated location of marks that are not saved yet', async () => {
    const { add, study, autosave, backend, state } = await openStudy();
    backend.server.once('createFinding', 'unreachable');
    add();
    await autosave();
    expect(state().findings[0]).toMatchObject({ clockPositionSec: null, depthUm: 20_000 });
    await study.setNipple(NIPPLE);
    expect(state().findings[0]).toMatchObject({ version: 0, distanceFromNippleUm: 12_000 });
  });

  it('is undone and redone step by step, together with edits of marks', async () => {
    const { add, study, autosave, backend, state } = await openStudy();
    const finding = add();
    const mark = firstMarkOf(finding);
    await autosave();
    await study.setNipple(NIPPLE);
    const moved = { ...mark, frame: { ...mark.frame, originMm: [-20, 0, 0] as const } };
    study.updateMark(finding.id, moved);
    await autosave();
    const distanceUm = () => state().findings[0]?.distanceFromNippleUm;
    expect(distanceUm()).toBe(22_000);
    const expected = [
      ['undo', 12_000],
      ['undo', null],
      ['redo', 12_000],
      ['redo', 22_000],
    ] as const;
    for (const [direction, um] of expected) {
      study[direction]();
      await autosave();
      expect(distanceUm()).toBe(um);
    }
    expect(state()).toMatchObject({ conflict: null, save: { kind: 'saved' } });
    expect(backend.findings.get(finding.id)?.marks).toEqual({ [mark.id]: moved });
  });
});

describe('a permanently rejected edit', () => {
  it('is discarded on request and does not return with the scan', async () => {
    const { add, study, autosave, backend, state } = await openStudy();
    const finding = add();
    await autosave();
    const mark = firstMarkOf(finding);
    backend.server.once('updateFinding', errorResponse(409, 'REPORT_SIGNED', 'Signed'));
    study.updateMark(finding.id, { ...mark, depth: mark.depth + 1 });
    backend.server.once('createFinding', errorResponse(409, 'REPORT_SIGNED', 'Signed'));
    add();
    await autosave();
    expect(state().save).toMatchObject({ kind: 'failed', rejected: true });
    study.discardRejected();
    expect(state().save.kind).toBe('saved');
    expect(state().findings).toHaveLength(1);
    expect(Object.values(state().findings[0]?.marks ?? {})[0]?.depth).toBe(mark.depth);
    await study.close();
    await study.open(backend.studyId, null);
    await autosave();
    expect(state()).toMatchObject({ save: { kind: 'saved' }, findings: [{ id: finding.id }] });
    expect(backend.findings.size).toBe(1);
  });

  it('gives its reason by finding until the finding changes', async () => {
    const { add, study, autosave, backend, state } = await openStudy();
    const finding = add();
    await autosave();
    const before = state().rejections;
    expect(before).toEqual({});
    backend.server.once('updateFinding', validationResponse({ note: 'Too long' }));
    study.setNote(finding.id, 'Long');
    await autosave();
    const fields = [{ field: 'note', message: 'Too long' }];
    expect(state().rejections).toMatchObject({ [finding.id]: { status: 400, fields } });
    expect(state().findings[0]?.note).toBe('Long');
    study.setNote(finding.id, 'Short');
    expect(state().rejections).toEqual({});
    await autosave();
    expect(backend.findings.get(finding.id)?.note).toBe('Short');
  });

  it('is not discarded while the server is only unreachable', async () => {
    const { add, study, autosave, backend, state } = await openStudy();
    backend.server.reachable = false;
    add();
    await autosave();
    expect(state().save).toMatchObject({ kind: 'failed', rejected: false });
    study.discardRejected();
    expect(state().findings).toHaveLength(1);
    expect(state().save.kind).toBe('failed');
  });
});

import { describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { errorResponse, okResponse, readingStudy } from '../../testing/index.ts';

const NIPPLE = { sag: 0, tra: 0, depth: 0, rad: 0 };

async function reading(options: Parameters<typeof readingStudy>[0] = {}) {
  const harness = await readingStudy(options);
  const writes = () =>
    harness.backend.server.calls
      .map((call) => call.route)
      .filter((route) => /^(create|update|delete)Finding/.test(route));
  return { ...harness, writes };
}

describe('a finding whose first save response was lost', () => {
  it('is deleted on the server when deleted locally before the retry', async () => {
    const { add, study, autosave, backend, clock, state } = await reading();
    backend.server.once('createFinding', 'answer-lost');
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
    const { add, study, autosave, backend, storage } = await reading();
    backend.server.once('createFinding', 'answer-lost');
    const finding = add();
    await autosave();
    study.deleteFinding(finding.id);
    study.dispose();
    const next = await reading({ backend, storage });
    await next.autosave();
    expect(backend.findings.get(finding.id)?.deletedAt).not.toBeNull();
    expect(next.state().findings).toEqual([]);
  });

  it('needs no delete when the request never arrived', async () => {
    const { add, study, autosave, backend, clock, state, writes } = await reading();
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
    const { add, study, autosave, backend, clock, state } = await reading();
    const finding = add();
    await autosave();
    const [mark] = Object.values(finding.marks);
    if (mark === undefined) throw new Error('no mark');
    const savedDepth = () => Object.values(backend.findings.get(finding.id)?.marks ?? {})[0]?.depth;
    backend.server.once('updateFinding', 'answer-lost');
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

  it('causes no conflict with itself when the server rounds the location differently', async () => {
    const { add, study, autosave, backend, clock, state } = await reading();
    const finding = add();
    await autosave();
    const [mark] = Object.values(finding.marks);
    if (mark === undefined) throw new Error('no mark');
    backend.server.once('updateFinding', 'answer-lost');
    study.updateMark(finding.id, { ...mark, depth: 12 });
    await autosave();
    const saved = backend.findings.get(finding.id) as Finding;
    backend.findings.set(finding.id, { ...saved, depthUm: 20_001 });
    await clock.advance(5_000);
    expect(state()).toMatchObject({ conflict: null, findings: [{ version: 2 }] });
  });
});

describe('two findings changed by another user', () => {
  it('raise their conflicts one by one, and keep both edits', async () => {
    const { add, study, autosave, backend, state } = await reading();
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
  /** Sets up a server that has the volume and computes clock, distance and depth itself. */
  async function setupNippleMove() {
    const harness = await reading();
    const finding = harness.add();
    await harness.autosave();
    const { backend } = harness;
    const locationFields = {
      clockPositionSec: 10_800,
      distanceFromNippleUm: 12_000,
      depthUm: 20_000,
    };
    backend.server.handle('setNipple', ({ body }) => {
      backend.findings.set(finding.id, {
        ...(backend.findings.get(finding.id) as Finding),
        ...locationFields,
      });
      const nipple = { ...(body as object), setBy: null, setAt: '2026-01-05T09:00:00Z' };
      return okResponse({ ...backend.scans[0], version: 2, nippleLocation: nipple });
    });
    return { ...harness, finding, locationFields };
  }

  it('shows the locations computed by the server without saving them as an edit', async () => {
    const { study, autosave, state, writes, locationFields } = await setupNippleMove();
    await study.setNipple(NIPPLE);
    expect(state().findings[0]).toMatchObject(locationFields);
    await autosave();
    expect(writes()).toEqual(['createFinding']);
  });

  it('leaves signed findings unchanged and reports nothing as unsaved', async () => {
    const { add, study, autosave, backend, state } = await reading();
    const finding = add();
    await autosave();
    backend.server.handle('updateFinding', () =>
      errorResponse(409, 'ReportSigned', 'It is signed'),
    );
    await study.setNipple(NIPPLE);
    await autosave();
    expect(state().save.kind).toBe('saved');
    expect(state().findings[0]).toMatchObject({ id: finding.id, clockPositionSec: null });
  });

  it("causes no conflict with another user's edit of a finding", async () => {
    const { add, study, autosave, backend, state } = await reading();
    const finding = add();
    await autosave();
    const theirs = { ...(backend.findings.get(finding.id) as Finding), note: 'theirs', version: 2 };
    backend.server.once('listFindings', 'unreachable');
    backend.findings.set(finding.id, theirs);
    await study.setNipple(NIPPLE);
    await autosave();
    expect(state()).toMatchObject({ conflict: null, findings: [{ note: 'theirs' }] });
  });
});

describe('a permanently rejected edit', () => {
  it('is discarded on request and does not return with the scan', async () => {
    const { add, study, autosave, backend, state } = await reading();
    const finding = add();
    await autosave();
    const [mark] = Object.values(finding.marks);
    if (mark === undefined) throw new Error('no mark');
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

  it('is not discarded while the server is only unreachable', async () => {
    const { add, study, autosave, backend, state } = await reading();
    backend.server.reachable = false;
    add();
    await autosave();
    expect(state().save).toMatchObject({ kind: 'failed', rejected: false });
    study.discardRejected();
    expect(state().findings).toHaveLength(1);
    expect(state().save.kind).toBe('failed');
  });
});

import { describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { newId } from '#foundation';
import { fakePlatform, readingStudy } from '../../testing/index.ts';

describe('what a page could not save before it was left', () => {
  it('brings unsaved edits back after a reload', async () => {
    const { add, autosave, clinic, storage, clock, dispose } = await readingStudy();
    clinic.server.reachable = false;
    const finding = add();
    await autosave();
    dispose();
    clinic.server.reachable = true;
    const reloaded = await fakePlatform('PHYSICIAN', { clinic, storage, clock });
    await reloaded.study.open(clinic.studyId, null);
    expect(reloaded.study.store.getState().findings.map((one) => one.id)).toEqual([finding.id]);
    await clock.advance(1_000);
    expect(clinic.findings.size).toBe(1);
    const drafts = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    expect(drafts.filter((key) => key?.startsWith('clockface.draft.'))).toEqual([]);
  });

  it('brings back a finding whose deletion was undone just before the page was left', async () => {
    const { add, study, autosave, clinic, storage, clock, dispose } = await readingStudy();
    const finding = add();
    await autosave();
    study.deleteFinding(finding.id);
    await autosave();
    study.undo();
    dispose();
    const reloaded = await fakePlatform('PHYSICIAN', { clinic, storage, clock });
    await reloaded.study.open(clinic.studyId, null);
    await clock.advance(1_000);
    expect(reloaded.study.store.getState()).toMatchObject({
      save: { kind: 'saved' },
      conflict: null,
    });
    expect(clinic.findings.get(finding.id)?.deletedAt).toBeNull();
  });

  it('asks before it brings back what somebody else deleted while the answer was lost', async () => {
    const { add, autosave, clinic, storage, clock, dispose } = await readingStudy();
    clinic.server.once('createFinding', 'answer-lost');
    const finding = add();
    await autosave();
    dispose();
    const saved = clinic.findings.get(finding.id) as Finding;
    const gone = { deletedAt: saved.createdAt, deletedBy: newId(), version: 2 };
    clinic.findings.set(finding.id, { ...saved, ...gone });
    const reloaded = await fakePlatform('PHYSICIAN', { clinic, storage, clock });
    await reloaded.study.open(clinic.studyId, null);
    await clock.advance(1_000);
    expect(reloaded.study.store.getState().conflict).toMatchObject({ theirs: null });
    expect(clinic.findings.get(finding.id)?.deletedAt).not.toBeNull();
  });
});

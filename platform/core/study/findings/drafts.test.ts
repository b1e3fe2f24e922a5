import { describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { newId } from '#foundation';
import { fakePlatform, readingStudy } from '../../testing/index.ts';

describe('unsaved edits of a closed page', () => {
  it('are restored after a reload', async () => {
    const { add, autosave, backend, storage, clock, dispose } = await readingStudy();
    backend.server.reachable = false;
    const finding = add();
    await autosave();
    dispose();
    backend.server.reachable = true;
    const reloaded = await fakePlatform('PHYSICIAN', { backend, storage, clock });
    await reloaded.study.open(backend.studyId, null);
    expect(reloaded.study.store.getState().findings.map((item) => item.id)).toEqual([finding.id]);
    await clock.advance(1_000);
    expect(backend.findings.size).toBe(1);
    const drafts = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    expect(drafts.filter((key) => key?.startsWith('clockface.draft.'))).toEqual([]);
  });

  it('include a finding whose deletion was undone just before leaving', async () => {
    const { add, study, autosave, backend, storage, clock, dispose } = await readingStudy();
    const finding = add();
    await autosave();
    study.deleteFinding(finding.id);
    await autosave();
    study.undo();
    dispose();
    const reloaded = await fakePlatform('PHYSICIAN', { backend, storage, clock });
    await reloaded.study.open(backend.studyId, null);
    await clock.advance(1_000);
    expect(reloaded.study.store.getState()).toMatchObject({
      save: { kind: 'saved' },
      conflict: null,
    });
    expect(backend.findings.get(finding.id)?.deletedAt).toBeNull();
  });

  it('raise a conflict if another user has deleted the finding while the response was lost', async () => {
    const { add, autosave, backend, storage, clock, dispose } = await readingStudy();
    backend.server.once('createFinding', 'response-lost');
    const finding = add();
    await autosave();
    dispose();
    const saved = backend.findings.get(finding.id) as Finding;
    const deletion = { deletedAt: saved.createdAt, deletedBy: newId(), version: 2 };
    backend.findings.set(finding.id, { ...saved, ...deletion });
    const reloaded = await fakePlatform('PHYSICIAN', { backend, storage, clock });
    await reloaded.study.open(backend.studyId, null);
    await clock.advance(1_000);
    expect(reloaded.study.store.getState().conflict).toMatchObject({ theirs: null });
    expect(backend.findings.get(finding.id)?.deletedAt).not.toBeNull();
  });
});

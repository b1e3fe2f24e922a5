import { describe, expect, it } from 'vitest';
import { aLengthMark, fakePlatform, settle } from '../../testing/index.ts';

/** Opens the right breast with the left breast beside it. */
async function openBothBreasts(options: Parameters<typeof fakePlatform>[1] = {}) {
  const platform = await fakePlatform('PHYSICIAN', options);
  const { study, backend, clock } = platform;
  const [right, left] = backend.scans.map(({ id }) => id) as [string, string];
  await study.open(backend.studyId, right);
  for (const scanId of [right, left]) study.watchScan(scanId);
  await settle();
  const autosave = () => clock.advance(1_000);
  const add = (): string => {
    const added = study.addFinding(aLengthMark());
    if (!added.ok) throw new Error(added.problem.title);
    return added.value.id;
  };
  return { ...platform, right, left, autosave, add, state: () => study.store.getState() };
}

describe('a scan shown beside the target', () => {
  it('restores unsaved edits of an earlier page before any new edit', async () => {
    const earlierPage = await openBothBreasts();
    await earlierPage.study.selectScan(earlierPage.left);
    const id = earlierPage.add();
    await earlierPage.autosave();
    earlierPage.backend.server.once('updateFinding', 'unreachable');
    earlierPage.study.setNote(id, 'Not saved yet');
    await earlierPage.autosave();
    earlierPage.study.dispose();
    const { state, study, left, autosave, backend } = await openBothBreasts(earlierPage);
    expect(state().findingsByScan[left]?.[0]?.note).toBe('Not saved yet');
    study.setLabels(id, { SHAPE: ['OVAL'] });
    await autosave();
    expect(backend.findings.get(id)).toMatchObject({
      note: 'Not saved yet',
      annotationLabels: { SHAPE: ['OVAL'] },
    });
  });
});

describe('undo over two breasts shown together', () => {
  it('reverts the latest edit of either breast and returns its scan', async () => {
    const { study, left, right, add, state } = await openBothBreasts();
    const rightFindingId = add();
    await study.selectScan(left);
    const leftFindingId = add();
    await study.selectScan(right);
    expect(study.undo()).toEqual({ ok: true, value: left });
    expect(state().findingsByScan[left]).toEqual([]);
    expect(state().findings.map(({ id }) => id)).toEqual([rightFindingId]);
    expect(study.undo()).toEqual({ ok: true, value: right });
    expect(state()).toMatchObject({ findings: [], canUndo: false, canRedo: true });
    expect(study.redo()).toEqual({ ok: true, value: right });
    expect(study.redo()).toEqual({ ok: true, value: left });
    expect(state().findingsByScan[left]?.map(({ id }) => id)).toEqual([leftFindingId]);
  });

  it('offers no redo after a new edit in the other breast', async () => {
    const { study, left, add, state } = await openBothBreasts();
    add();
    study.undo();
    await study.selectScan(left);
    add();
    expect(state().canRedo).toBe(false);
    expect(study.redo()).toMatchObject({ problem: { code: 'NOTHING_TO_REDO' } });
  });

  it('reverts exactly the captured edit, or gives the reason when impossible', async () => {
    const { study, left, add, state } = await openBothBreasts();
    const findingId = add();
    study.deleteFinding(findingId);
    const undoDelete = study.captureUndo();
    await study.selectScan(left);
    const otherId = add();
    expect(undoDelete().ok).toBe(true);
    expect(state().findings.map(({ id }) => id)).toEqual([otherId]);
    expect(undoDelete()).toMatchObject({ problem: { code: 'DONE_SINCE' } });
    study.setNote(otherId, 'One');
    const undoNote = study.captureUndo();
    study.setNote(otherId, 'Two');
    expect(undoNote()).toMatchObject({ problem: { code: 'DONE_SINCE' } });
    expect(state().findings[0]?.note).toBe('Two');
  });
});

describe('the save state', () => {
  it('includes unsaved findings of the other breast', async () => {
    const { study, left, add, autosave, backend, state } = await openBothBreasts();
    backend.server.once('createFinding', 'unreachable');
    add();
    await study.selectScan(left);
    expect(state().save.kind).toBe('saving');
    await autosave();
    expect(state().save.kind).toBe('failed');
    await study.flush();
    expect(state().save.kind).toBe('saved');
  });
});

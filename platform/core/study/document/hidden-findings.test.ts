import { describe, expect, it } from 'vitest';
import type { KeyValueStorage } from '../../session/token-store.ts';
import { errorResponse, readingStudy } from '../../testing/index.ts';

/** Opens a study with a saved finding; `hiddenIds` returns what the page treats as hidden. */
async function openWithFinding() {
  const harness = await readingStudy();
  const finding = harness.add();
  await harness.autosave();
  const hiddenIds = () => [...harness.state().hiddenFindingIds];
  const calls = (route: string) =>
    harness.backend.server.calls.filter((call) => call.route === route).length;
  return { ...harness, finding, hiddenIds, calls };
}

const draftsIn = (storage: KeyValueStorage): readonly (string | null)[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) =>
    key?.startsWith('clockface.draft'),
  );

describe('a hidden finding', () => {
  it('is hidden at once and saved by its own call, without writing the finding', async () => {
    const { study, autosave, backend, finding, hiddenIds, state, calls } = await openWithFinding();
    expect(study.setHidden(finding.id, true).ok).toBe(true);
    expect(hiddenIds()).toEqual([finding.id]);
    expect(state().save.kind).toBe('saving');
    await autosave();
    expect(state().save.kind).toBe('saved');
    expect([...backend.hidden]).toEqual([finding.id]);
    expect(calls('updateFinding')).toBe(0);
  });

  it('stays hidden on the next page', async () => {
    const { study, autosave, backend, storage, finding } = await openWithFinding();
    study.setHidden(finding.id, true);
    await autosave();
    study.dispose();
    const next = await readingStudy({ backend, storage });
    expect([...next.state().hiddenFindingIds]).toEqual([finding.id]);
  });

  it('is restored and saved after a reload when the change was not saved', async () => {
    const { study, autosave, backend, storage, clock, finding, dispose } = await openWithFinding();
    backend.server.reachable = false;
    study.setHidden(finding.id, true);
    await autosave();
    dispose();
    backend.server.reachable = true;
    const next = await readingStudy({ backend, storage, clock });
    expect([...next.state().hiddenFindingIds]).toEqual([finding.id]);
    expect(next.notices.store.getState()).toMatchObject([{ text: '1 unsaved edit was restored' }]);
    await next.autosave();
    expect([...backend.hidden]).toEqual([finding.id]);
    expect(draftsIn(storage)).toEqual([]);
  });

  it('is restored together with an unsaved new finding after a reload', async () => {
    const { add, study, autosave, backend, storage, clock, dispose } = await readingStudy();
    backend.server.reachable = false;
    const fresh = add();
    study.setHidden(fresh.id, true);
    await autosave();
    dispose();
    backend.server.reachable = true;
    const next = await readingStudy({ backend, storage, clock });
    await next.autosave();
    expect([...backend.findings.keys()]).toEqual([fresh.id]);
    expect([...backend.hidden]).toEqual([fresh.id]);
  });

  it('is not restored as an unsaved edit when only the response of the server was lost', async () => {
    const { study, autosave, backend, storage, clock, finding, dispose } = await openWithFinding();
    backend.server.once('setFindingHidden', 'response-lost');
    study.setHidden(finding.id, true);
    await autosave();
    dispose();
    const next = await readingStudy({ backend, storage, clock });
    expect([...next.state().hiddenFindingIds]).toEqual([finding.id]);
    expect(next.notices.store.getState()).toEqual([]);
    expect(draftsIn(storage)).toEqual([]);
  });

  it('is not restored after a reload when the change was rejected and discarded', async () => {
    const { study, autosave, backend, storage, clock, finding, dispose } = await openWithFinding();
    backend.server.once('setFindingHidden', errorResponse(403, 'Forbidden', 'No list'));
    study.setHidden(finding.id, true);
    await autosave();
    study.discardRejected();
    dispose();
    const next = await readingStudy({ backend, storage, clock });
    expect([...next.state().hiddenFindingIds]).toEqual([]);
  });

  it('is hidden on the server once the new finding is saved', async () => {
    const { add, study, autosave, backend, hiddenIds } = await openWithFinding();
    const fresh = add();
    study.setHidden(fresh.id, true);
    await autosave();
    expect(hiddenIds()).toEqual([fresh.id]);
    expect([...backend.hidden]).toEqual([fresh.id]);
  });

  it('stays hidden while a list that was read earlier arrives, and while the server is unreachable', async () => {
    const { study, clock, autosave, backend, finding, hiddenIds } = await openWithFinding();
    backend.server.once('setFindingHidden', 'unreachable');
    study.setHidden(finding.id, true);
    await autosave();
    await study.refresh();
    expect(hiddenIds()).toEqual([finding.id]);
    await clock.advance(5_000);
    expect([...backend.hidden]).toEqual([finding.id]);
    await study.refresh();
    expect(hiddenIds()).toEqual([finding.id]);
  });

  it('is shown again when the server rejects the change and the reader discards it', async () => {
    const { study, autosave, backend, finding, hiddenIds, state } = await openWithFinding();
    backend.server.once('setFindingHidden', errorResponse(403, 'Forbidden', 'No list'));
    study.setHidden(finding.id, true);
    await autosave();
    expect(state().save).toMatchObject({ kind: 'failed', rejected: true });
    study.discardRejected();
    expect(hiddenIds()).toEqual([]);
    expect(state().save.kind).toBe('saved');
  });

  it('conflicts with no edit of another user, and is undone and redone', async () => {
    const { study, autosave, backend, finding, hiddenIds, state } = await openWithFinding();
    backend.findings.set(finding.id, { ...finding, note: 'theirs', version: 7 });
    study.setHidden(finding.id, true);
    await autosave();
    await study.refresh();
    expect(state()).toMatchObject({ conflict: null, findings: [{ note: 'theirs', version: 7 }] });
    study.undo();
    expect(hiddenIds()).toEqual([]);
    study.redo();
    expect(hiddenIds()).toEqual([finding.id]);
    await autosave();
    expect([...backend.hidden]).toEqual([finding.id]);
  });

  it('stays hidden in both parts after ungrouping', async () => {
    const { add, study, autosave, finding, hiddenIds } = await openWithFinding();
    const other = add();
    await autosave();
    await study.group([other.id], finding.id);
    study.setHidden(finding.id, true);
    await autosave();
    const ungrouped = await study.ungroup(finding.id);
    const ids = ungrouped.ok ? ungrouped.value.map(({ id }) => id) : [];
    expect(ids).toHaveLength(2);
    expect(hiddenIds()).toEqual(expect.arrayContaining(ids));
    await autosave();
    expect(hiddenIds()).toEqual(expect.arrayContaining(ids));
  });

  it('is not listed while another scan is shown', async () => {
    const { study, autosave, backend, finding, hiddenIds } = await openWithFinding();
    study.setHidden(finding.id, true);
    await autosave();
    await study.selectScan(backend.scans[1]?.id ?? '');
    expect(hiddenIds()).toEqual([]);
  });
});

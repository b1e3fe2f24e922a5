import { describe, expect, it } from 'vitest';
import { aLengthMark, fakePlatform, settle } from '../../testing/index.ts';

/** Opens a study with two saved findings, and the left breast beside them. */
async function openTwoFindings() {
  const platform = await fakePlatform('PHYSICIAN');
  const { study, backend } = platform;
  const [right, left] = backend.scans.map(({ id }) => id) as [string, string];
  await study.open(backend.studyId, right);
  study.watchScan(left);
  for (const mark of [aLengthMark(), aLengthMark()]) study.addFinding(mark);
  await study.flush();
  await settle();
  return { ...platform, right, left, state: () => study.store.getState() };
}

describe('findings lists', () => {
  it('keep their identity while nothing changes, so that nothing is recomputed', async () => {
    const { study, state, backend, right } = await openTwoFindings();
    const { findingsByScan, findings } = state();
    study.selectFinding(findings[0]?.id ?? null);
    await study.readFindings(right);
    const watch = study.watchScan(right);
    watch.dispose();
    backend.server.once('updateFinding', 'unreachable');
    study.selectFinding(null);
    expect(state().findingsByScan).toBe(findingsByScan);
    expect(state().findings).toBe(findings);
  });

  it('change only for the changed finding, not for the other breast', async () => {
    const { study, state, left } = await openTwoFindings();
    const stateBefore = state();
    const [edited, unchanged] = stateBefore.findings;
    study.setNote(edited?.id ?? '', 'Firm');
    expect(state().findings).not.toBe(stateBefore.findings);
    expect(state().findings[0]?.note).toBe('Firm');
    expect(state().findings[1]).toBe(unchanged);
    expect(state().findingsByScan[left]).toBe(stateBefore.findingsByScan[left]);
  });
});

import { describe, expect, it } from 'vitest';
import { aLengthMark, fakePlatform, settle } from '../../testing/index.ts';

/** Opens a study with two saved findings, and the left breast beside them. */
async function twoFindings() {
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
    const { study, state, backend, right } = await twoFindings();
    const { findingsByScan, findings } = state();
    const [first] = findings;
    study.selectFinding(first?.id ?? null);
    await study.readFindings(right);
    const watch = study.watchScan(right);
    watch.dispose();
    backend.server.once('updateFinding', 'unreachable');
    study.selectFinding(null);
    expect(state().findingsByScan).toBe(findingsByScan);
    expect(state().findings).toBe(findings);
  });

  it('change only for the changed finding, not for the other breast', async () => {
    const { study, state, left } = await twoFindings();
    const before = state();
    const [first, second] = before.findings;
    study.setNote(first?.id ?? '', 'Firm');
    expect(state().findings).not.toBe(before.findings);
    expect(state().findings[0]?.note).toBe('Firm');
    expect(state().findings[1]).toBe(second);
    expect(state().findingsByScan[left]).toBe(before.findingsByScan[left]);
  });
});

import { describe, expect, it } from 'vitest';
import { aLengthMark, fakePlatform, settle } from '../testing/index.ts';

/** A page that shows the right breast, and the left one beside it. */
async function bothBreasts(parts: Parameters<typeof fakePlatform>[1] = {}) {
  const platform = await fakePlatform('PHYSICIAN', parts);
  const { study, clinic, clock } = platform;
  const [right, left] = clinic.scans.map(({ id }) => id) as [string, string];
  await study.open(clinic.studyId, right);
  study.watchScan(left);
  await settle();
  const autosave = () => clock.advance(1_000);
  const add = (): string => {
    const added = study.addFinding(aLengthMark());
    if (!added.ok) throw new Error(added.problem.title);
    return added.value.id;
  };
  return { ...platform, right, left, autosave, add, state: () => study.store.getState() };
}

describe('a scan that is shown beside the target', () => {
  it('has back what an earlier page could not save, before anything of it is edited', async () => {
    const before = await bothBreasts();
    await before.study.selectScan(before.left);
    const id = before.add();
    await before.autosave();
    before.clinic.server.once('updateFinding', 'unreachable');
    before.study.setNote(id, 'Not saved yet');
    await before.autosave();
    before.study.dispose();
    const { state, study, left, autosave, clinic } = await bothBreasts(before);
    expect(state().findingsByScan[left]?.[0]?.note).toBe('Not saved yet');
    study.setLabels(id, { SHAPE: ['OVAL'] });
    await autosave();
    expect(clinic.findings.get(id)).toMatchObject({
      ...{ note: 'Not saved yet', annotationLabels: { SHAPE: ['OVAL'] } },
    });
  });
});

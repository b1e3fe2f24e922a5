import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { aFinding } from '#testing';
import { type Answer, aLengthMark, answered, fakePlatform } from '../../testing/index.ts';

const geometry = scannedVolumeGeometry([61, 40, 61], [1, 1, 1], 30);

/** A reader whose lists of findings are answered when the test says, with what stood then. */
async function slowReader() {
  const { study, clinic, clock } = await fakePlatform('PHYSICIAN');
  await study.open(clinic.studyId, null);
  const scanId = study.store.getState().targetScanId ?? '';
  study.setVolumeGeometry(scanId, geometry);
  const answers: (() => void)[] = [];
  clinic.server.handle('listFindings', () => {
    const items = [...clinic.findings.values()].filter(({ deletedAt }) => deletedAt === null);
    const body = { items, total: items.length, nextCursor: null };
    return new Promise<Answer>((resolve) => answers.push(() => resolve(answered(body))));
  });
  const turn = async (): Promise<void> => {
    for (let step = 0; step < 20; step++) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const read = async (): Promise<void> => {
    void study.readFindings(scanId);
    await turn();
  };
  const answer = async (nth: number): Promise<void> => {
    answers[nth]?.();
    await turn();
  };
  const shown = () => study.store.getState().findings.map(({ id }) => id);
  return { scanId, study, clinic, clock, read, answer, shown, turn };
}

describe('lists of findings that are read while others are on their way', () => {
  it('take nothing away that was saved after the older one began, and undo still knows it', async () => {
    const { study, clinic, clock, read, answer, shown, turn } = await slowReader();
    await read();
    const added = study.addFinding(aLengthMark());
    if (!added.ok) throw new Error(added.problem.title);
    await clock.advance(1_000);
    await turn();
    expect(clinic.findings.size).toBe(1);
    // The word that it was saved comes back as a hint, and the list is read once more.
    await read();
    await answer(0);
    expect(shown()).toEqual([added.value.id]);
    await answer(1);
    expect(study.undo().ok).toBe(true);
    expect(shown()).toEqual([]);
  });

  it('give way to a newer one that was answered before', async () => {
    const { clinic, read, answer, shown, scanId } = await slowReader();
    await read();
    const theirs = { ...aFinding(), scan: { id: scanId } };
    clinic.findings.set(theirs.id, theirs);
    await read();
    await answer(1);
    expect(shown()).toEqual([theirs.id]);
    await answer(0);
    expect(shown()).toEqual([theirs.id]);
  });
});

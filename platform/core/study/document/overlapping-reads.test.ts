import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { aFinding } from '#testing';
import { aLengthMark, fakePlatform, okResponse, type StubResponse } from '../../testing/index.ts';

const geometry = scannedVolumeGeometry([61, 40, 61], [1, 1, 1], 30);

/**
 * Opens a study and delays the responses of its findings lists. `respond(n)` sends the nth
 * response, counted from 0, which contains the findings at the time of the request.
 */
async function openWithDelayedLists() {
  const { study, backend, clock } = await fakePlatform('PHYSICIAN');
  await study.open(backend.studyId, null);
  const scanId = study.store.getState().targetScanId ?? '';
  study.setVolumeGeometry(scanId, geometry);
  const pendingResponses: (() => void)[] = [];
  backend.server.handle('listFindings', () => {
    const items = [...backend.findings.values()].filter(({ deletedAt }) => deletedAt === null);
    const body = { items, total: items.length, nextCursor: null };
    return new Promise<StubResponse>((resolve) =>
      pendingResponses.push(() => resolve(okResponse(body))),
    );
  });
  const settleReads = async (): Promise<void> => {
    for (let step = 0; step < 20; step++) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const read = async (): Promise<void> => {
    void study.readFindings(scanId);
    await settleReads();
  };
  const respond = async (nth: number): Promise<void> => {
    pendingResponses[nth]?.();
    await settleReads();
  };
  const visibleIds = () => study.store.getState().findings.map(({ id }) => id);
  return { scanId, study, backend, clock, read, respond, visibleIds, settleReads };
}

describe('overlapping reads of findings lists', () => {
  it('keep findings saved after the older read started, and undo still works', async () => {
    const { study, backend, clock, read, respond, visibleIds, settleReads } =
      await openWithDelayedLists();
    await read();
    const added = study.addFinding(aLengthMark());
    if (!added.ok) throw new Error(added.problem.title);
    await clock.advance(1_000);
    await settleReads();
    expect(backend.findings.size).toBe(1);
    // Simulates the change event of the save, which reads the list once more.
    await read();
    await respond(0);
    expect(visibleIds()).toEqual([added.value.id]);
    await respond(1);
    expect(study.undo().ok).toBe(true);
    expect(visibleIds()).toEqual([]);
  });

  it('ignore an older list that arrives after a newer one', async () => {
    const { backend, read, respond, visibleIds, scanId } = await openWithDelayedLists();
    await read();
    const otherFinding = { ...aFinding(), scan: { id: scanId } };
    backend.findings.set(otherFinding.id, otherFinding);
    await read();
    await respond(1);
    expect(visibleIds()).toEqual([otherFinding.id]);
    await respond(0);
    expect(visibleIds()).toEqual([otherFinding.id]);
  });
});

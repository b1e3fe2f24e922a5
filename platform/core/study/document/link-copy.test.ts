import { describe, expect, it } from 'vitest';
import type { Finding } from '#contracts';
import { aLengthMark, errorResponse, fakePlatform } from '../../testing/index.ts';

async function openStudy() {
  const platform = await fakePlatform('PHYSICIAN');
  const { study, backend, clock } = platform;
  await study.open(backend.studyId, null);
  const autosave = () => clock.advance(1_000);
  const storedFinding = (id: string) => backend.findings.get(id) as Finding;
  /** Creates an AI finding on the server. */
  const anAiFinding = async (): Promise<Finding> => {
    const added = study.addFinding(aLengthMark());
    if (!added.ok) throw new Error(added.problem.title);
    const { id } = added.value;
    await autosave();
    const generator = { id: 'AI', labelColour: '#9B51E0' } as const;
    backend.findings.set(id, { ...storedFinding(id), generator, version: 2 });
    await study.refresh();
    return storedFinding(id);
  };
  return { ...platform, autosave, storedFinding, anAiFinding, state: () => study.store.getState() };
}

describe('a copy of an AI finding that could not be linked', () => {
  it('is deleted, and redo does not restore the copy', async () => {
    const { study, anAiFinding, storedFinding, backend, autosave, state } = await openStudy();
    const aiFinding = await anAiFinding();
    backend.server.once('upsertFindingRelation', errorResponse(503, 'Unavailable', 'Away'));
    expect(await study.copyAiFinding(aiFinding.id)).toMatchObject({ ok: false });
    await autosave();
    const relationCall = backend.server.calls.find(
      ({ route }) => route === 'upsertFindingRelation',
    );
    const { userFindingId } = (relationCall?.body ?? {}) as { userFindingId: string };
    expect(state().findings.map(({ id }) => id)).toEqual([aiFinding.id]);
    expect(storedFinding(userFindingId).deletedAt).not.toBeNull();
    expect(state().canRedo).toBe(false);
  });

  it('does not return after a failed save', async () => {
    const { study, anAiFinding, backend, clock, state } = await openStudy();
    const aiFinding = await anAiFinding();
    backend.server.once('createFinding', 'unreachable');
    expect(await study.copyAiFinding(aiFinding.id)).toMatchObject({ ok: false });
    await clock.advance(60_000);
    expect(state().findings.map(({ id }) => id)).toEqual([aiFinding.id]);
    expect(
      [...backend.findings.values()].filter((finding) => finding.deletedAt === null),
    ).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import type { Finding, FindingAi } from '#contracts';
import { newId } from '#foundation';
import { errorResponse, readingStudy } from '../../testing/index.ts';

const origin: FindingAi = {
  runId: newId(),
  providerId: 'models.blobs',
  model: { name: 'Blobs', version: '1.0', weightsSha256: null, use: 'research' },
  score: 0.8,
  decision: null,
};

/** An open study with a saved user finding and a proposal of an AI run. */
async function aProposal() {
  const reading = await readingStudy();
  const { study, backend } = reading;
  const userFinding = reading.add();
  await reading.autosave();
  const id = newId();
  const stored = backend.findings.get(userFinding.id) as Finding;
  const generator = { id: 'AIAD', labelColour: '#FF5733' } as const;
  backend.findings.set(id, { ...stored, id, generator, ai: origin, label: 2 });
  await study.refresh();
  const find = (findingId: string) => reading.state().findings.find((one) => one.id === findingId);
  return { ...reading, proposalId: id, find };
}

describe('a decision on a proposal', () => {
  it('shows the copy that accepting creates, and removes the unedited copy when reopened', async () => {
    const { study, proposalId, find, state } = await aProposal();
    expect((await study.decideAiFinding(proposalId, 'ACCEPTED')).ok).toBe(true);
    expect(find(proposalId)?.ai?.decision?.kind).toBe('ACCEPTED');
    const copied = await study.copyOfAiFinding(proposalId);
    const copy = copied.ok ? copied.value : null;
    expect(find(copy?.id ?? '')).toMatchObject({ generator: { id: 'USER' }, ai: null });
    expect(Object.keys(copy?.marks ?? {})).toHaveLength(1);
    await study.decideAiFinding(proposalId, null);
    expect(find(copy?.id ?? '')).toBeUndefined();
    expect(find(proposalId)?.ai?.decision).toBeNull();
    expect(state().findings).toHaveLength(2);
  });

  it('keeps a copy with an unsaved edit when the proposal is reopened', async () => {
    const { study, proposalId, find } = await aProposal();
    const copied = await study.copyAiFinding(proposalId);
    if (!copied.ok) throw new Error(copied.problem.title);
    study.setNote(copied.value.id, 'Seen on the prior');
    await study.decideAiFinding(proposalId, null);
    expect(find(copied.value.id)?.note).toBe('Seen on the prior');
  });

  it('selects the copy that editing creates, and the same copy the next time', async () => {
    const { study, proposalId, state } = await aProposal();
    const first = await study.copyAiFinding(proposalId);
    expect(first.ok && state().selectedFindingId === first.value.id).toBe(true);
    const second = await study.copyAiFinding(proposalId);
    expect(second.ok && first.ok && second.value.id === first.value.id).toBe(true);
  });

  it('that the server rejects changes nothing', async () => {
    const { study, backend, proposalId, find } = await aProposal();
    backend.server.once('decideAiFinding', errorResponse(409, 'Conflict', 'Signed'));
    const rejected = await study.decideAiFinding(proposalId, 'REJECTED', 'SHADOW');
    expect(rejected).toMatchObject({ ok: false, problem: { status: 409 } });
    expect(find(proposalId)?.ai?.decision).toBeNull();
  });
});

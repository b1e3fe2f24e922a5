import { expect, it } from 'vitest';
import { aLengthMark, fakePlatform } from '#core/testing';
import { createDrawingState } from '../../state/findings/drawing-state.ts';
import { createFindingsUiState } from '../../state/findings/findings-ui-state.ts';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { deleteSelectedCommand } from './delete-selected.ts';

it('rejects deletion under a signed report and names the signer', async () => {
  const { study, backend, viewState, notices, session, preferences } =
    await fakePlatform('PHYSICIAN');
  await study.open(backend.studyId, null);
  const added = study.addFinding(aLengthMark());
  if (!added.ok) throw new Error(added.problem.title);
  study.selectFinding(added.value.id);
  const findingsUi = createFindingsUiState();
  const command = deleteSelectedCommand({
    study,
    view: viewState,
    notices,
    session,
    preferences,
    findingsUi,
    reading: createReadingState(),
    drawing: createDrawingState(),
    editsAi: false,
    editProposal: async () => null,
  });
  expect(command.enabled?.()).toBe(true);
  findingsUi.set({ signed: { name: 'Ada Reader', at: '2026-02-03T10:00:00Z' } });
  expect(command.enabled?.()).toContain('Signed by Ada Reader on 2026-02-03');
});

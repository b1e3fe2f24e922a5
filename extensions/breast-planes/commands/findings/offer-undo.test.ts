import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { aLengthMark, fakePlatform, settle } from '#core/testing';
import { createDrawingState } from '../../state/findings/drawing-state.ts';
import { createFindingsUiState } from '../../state/findings/findings-ui-state.ts';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { deleteFinding } from './delete-finding.ts';
import { findingCommands } from './finding-commands.ts';
import type { FindingServices } from './finding-services.ts';

async function setUpFinding() {
  const platform = await fakePlatform('PHYSICIAN');
  const { study, backend, viewState, notices, session } = platform;
  await study.open(backend.studyId, null);
  const added = study.addFinding(aLengthMark());
  if (!added.ok) throw new Error(added.problem.title);
  await settle();
  const services = {
    study,
    view: viewState,
    notices,
    session,
    reading: createReadingState(),
    editsAi: false,
    findingsUi: createFindingsUiState(),
    drawing: createDrawingState(),
    preferences: { store: createStore(() => ({ ready: true, values: new Map() })) },
  } as unknown as FindingServices;
  const messages = () => notices.store.getState().map(({ text }) => text);
  const run = (name: string) =>
    findingCommands(services)
      .find(({ id }) => id === `breast-planes.${name}`)
      ?.run({ findingId: added.value.id, markId: null }, new AbortController().signal);
  return { services, study, notices, messages, run, id: added.value.id };
}

describe('offerUndo', () => {
  it('dismisses the notice after the undo and shows a new notice for the next deletion', async () => {
    const { services, study, messages, id } = await setUpFinding();
    deleteFinding(services, id);
    expect(messages()).toEqual(['Finding deleted']);
    study.selectFinding(null);
    expect(messages()).toEqual(['Finding deleted']);
    expect(study.undo().ok).toBe(true);
    expect(messages()).toEqual([]);
    study.redo();
    expect(study.store.getState().findings).toEqual([]);
    expect(messages()).toEqual([]);
    study.undo();
    deleteFinding(services, id);
    expect(messages()).toEqual(['Finding deleted']);
  });

  it('dismisses the notice when the mark is restored or the finding is shown again', async () => {
    const { study, messages, run, id } = await setUpFinding();
    await study.addMark(id, aLengthMark());
    await run('delete-mark');
    expect(messages()).toEqual(['Mark deleted']);
    study.undo();
    expect(messages()).toEqual([]);
    await run('hide-finding');
    expect(messages()).toEqual(['Finding hidden from your list']);
    study.setHidden(id, false);
    expect(messages()).toEqual([]);
  });

  it('keeps other notices after the undo notice was dismissed', async () => {
    const { services, study, notices, messages, id } = await setUpFinding();
    deleteFinding(services, id);
    notices.dismiss(notices.store.getState()[0]?.id ?? '');
    notices.show('info', 'Something else');
    study.undo();
    expect(messages()).toEqual(['Something else']);
  });
});

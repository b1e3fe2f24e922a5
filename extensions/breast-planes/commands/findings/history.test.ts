import { expect, it } from 'vitest';
import { aLengthMark, fakePlatform } from '#core/testing';
import { createReadingState } from '../../state/volumes/reading-state.ts';
import { redoCommand, undoCommand } from './history.ts';

it('rejects undo and redo under a signed report', async () => {
  const { study, backend, viewState, notices, session } = await fakePlatform('PHYSICIAN');
  await study.open(backend.studyId, null);
  for (const mark of [aLengthMark(), aLengthMark()]) study.addFinding(mark);
  study.undo();
  const services = { study, view: viewState, notices, session, reading: createReadingState() };
  let signed: { name: string; at: string } | null = null;
  for (const createCommand of [undoCommand, redoCommand]) {
    const command = createCommand(
      services,
      () => signed,
      () => null,
    );
    signed = null;
    expect(command.enabled?.()).toBe(true);
    signed = { name: 'Ada Reader', at: '2026-02-03T10:00:00Z' };
    expect(command.enabled?.()).toContain('Signed by Ada Reader on 2026-02-03');
  }
});

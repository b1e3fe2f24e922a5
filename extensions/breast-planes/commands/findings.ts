import type { CommandDefinition, StudyState } from '#core';
import { commandTexts } from '../texts/command-texts.ts';
import {
  type CommandServices,
  mayAnnotate,
  needsSelection,
  noArguments,
  showFinding,
  tell,
} from './services.ts';

/** Walks the findings by number, around the ends, and moves every plane along. */
export function walkCommand(
  services: CommandServices,
  direction: 'next' | 'previous',
): CommandDefinition<void> {
  return {
    id: `breast-planes.${direction}-finding`,
    undo: 'none',
    validate: noArguments,
    enabled: () => services.study.store.getState().findings.length > 0 || commandTexts.noFindings,
    run() {
      const { findings, selectedFindingId } = services.study.store.getState();
      const step = direction === 'next' ? 1 : -1;
      const at = findings.findIndex(({ id }) => id === selectedFindingId);
      const start = at === -1 ? (direction === 'next' ? -1 : findings.length) : at;
      const chosen = findings[(start + step + findings.length) % findings.length];
      if (chosen !== undefined) showFinding(services, chosen.id);
    },
  };
}

/** Deletes the selected finding; undo brings it back. */
export function deleteFindingCommand(services: CommandServices): CommandDefinition<void> {
  return {
    id: 'breast-planes.delete-finding',
    undo: 'document',
    validate: noArguments,
    enabled() {
      const may = mayAnnotate(services.session);
      return may === true ? needsSelection(services.study) : may;
    },
    run: () => deleteFinding(services, services.study.store.getState().selectedFindingId),
  };
}

/** Deletes at once and offers to undo, instead of asking before. */
export function deleteFinding(services: CommandServices, findingId: string | null): void {
  if (findingId === null) return;
  const deleted = services.study.deleteFinding(findingId);
  tell(services, deleted);
  if (!deleted.ok) return;
  const after = services.study.store.getState();
  services.notices.show('info', commandTexts.deleted, {
    label: commandTexts.undo,
    run() {
      const now = services.study.store.getState();
      // Undo takes back the newest act of the open scan, which may be another one by then.
      if (isSame(now, after)) tell(services, services.study.undo());
      else services.notices.show('user-error', commandTexts.otherEdits);
    },
  });
}

const isSame = (now: StudyState, then: StudyState): boolean =>
  now.targetScanId === then.targetScanId &&
  now.findings.map(({ id }) => id).join(' ') === then.findings.map(({ id }) => id).join(' ');

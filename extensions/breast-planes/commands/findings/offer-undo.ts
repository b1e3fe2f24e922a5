import type { StudyState } from '#core';
import { findingById } from '../../model/findings/finding-rows.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import type { CommandServices } from '../services.ts';

/**
 * Shows a notice with a button, Undo unless `label` names it, that calls `run`; dismisses the notice as soon as `isReverted`
 * returns true, even if the action was reverted in another way.
 */
export function offerUndo(
  { notices, study }: Pick<CommandServices, 'notices' | 'study'>,
  text: string,
  run: () => void,
  isReverted: (state: StudyState) => boolean,
  label: string = commandTexts.undo,
): void {
  const id = notices.show('info', text, { label, run });
  const stop = study.store.subscribe((state) => {
    const shown = notices.store.getState().some((notice) => notice.id === id);
    const reverted = isReverted(state);
    if (shown && !reverted) return;
    stop();
    if (shown) notices.dismiss(id);
  });
}

/** Returns a finding of any loaded scan; null if absent or deleted. */
export const findingIn = ({ findingsByScan }: StudyState, findingId: string) =>
  Object.values(findingsByScan).flatMap((list) => findingById(list, findingId) ?? [])[0] ?? null;

import type { StudyState } from '#core';
import { findingById } from '../../model/findings/finding-rows.ts';
import { commandTexts } from '../../texts/command-texts.ts';
import type { CommandServices } from '../services.ts';

/**
 * Says what was done and offers to take it back, until it has been taken back: by that offer, by
 * undo, or by whatever else made it as it was.
 */
export function offerUndo(
  { notices, study }: Pick<CommandServices, 'notices' | 'study'>,
  text: string,
  run: () => void,
  isReverted: (state: StudyState) => boolean,
): void {
  const id = notices.show('info', text, { label: commandTexts.undo, run });
  const stop = study.store.subscribe((state) => {
    const shown = notices.store.getState().some((notice) => notice.id === id);
    const reverted = isReverted(state);
    if (shown && !reverted) return;
    stop();
    if (shown) notices.dismiss(id);
  });
}

/** A finding of the scans that are shown; null while it is not there. */
export const findingIn = ({ findingsByScan }: StudyState, findingId: string) =>
  Object.values(findingsByScan).flatMap((list) => findingById(list, findingId) ?? [])[0] ?? null;

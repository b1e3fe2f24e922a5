import { closureReason, type FollowUp } from '#contracts';
import { followUpTexts } from '../../texts/follow-up-texts.ts';

/** Returns why a follow-up is closed: the reason, with its note. */
export function whyClosed({
  reason,
  note,
}: Pick<NonNullable<FollowUp['closure']>, 'reason' | 'note'>): string {
  const label = closureReason.labels[reason];
  return note === null ? label : followUpTexts.closure.why(label, note);
}

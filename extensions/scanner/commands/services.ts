import type { Navigation, Session, StudyDocument } from '#core';
import { ProblemError, type Result } from '#foundation';
import type { ScanRun } from '../state/scan/scan-run.ts';
import { scanStateTexts } from '../texts/scan-state-texts.ts';

/** Dependencies of the commands of this extension. */
export interface CommandServices {
  readonly run: ScanRun;
  readonly session: Session;
  readonly study: StudyDocument;
  readonly navigation: Navigation;
}

/** Throws the problem of a failed result as a `ProblemError`. */
export async function orThrow(result: Promise<Result<unknown>>): Promise<void> {
  const settled = await result;
  if (!settled.ok) throw new ProblemError(settled.problem);
}

/** Returns true, or the reason why the user may not control the scanner. */
export function canControl({ session }: CommandServices): true | string {
  return session.can(['STUDY_CREATE']) || scanStateTexts.commands.notYourRole;
}

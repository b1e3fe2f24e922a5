import type { Navigation, Session, StudyDocument } from '#core';
import { ProblemError, type Result } from '#foundation';
import type { ScanRun } from '../state/scan/scan-run.ts';
import { scanStateTexts } from '../texts/scan-state-texts.ts';

/** What the commands of this extension work with. */
export interface CommandServices {
  readonly run: ScanRun;
  readonly session: Session;
  readonly study: StudyDocument;
  readonly navigation: Navigation;
}

/** A refusal leaves the command as a Problem. */
export async function orThrow(result: Promise<Result<unknown>>): Promise<void> {
  const settled = await result;
  if (!settled.ok) throw new ProblemError(settled.problem);
}

/** Why this person may not steer the scanner; true when they may. */
export function canControl({ session }: CommandServices): true | string {
  return session.can(['STUDY_CREATE']) || scanStateTexts.commands.notYourRole;
}

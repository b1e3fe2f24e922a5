import { routes } from '#contracts';
import type { Navigation, Session, StudyDocument } from '#core';
import { type Result, unwrap } from '#foundation';
import { isRunning } from '../state/scan/scan-progress.ts';
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
  unwrap(await result);
}

/** Returns true, or the reason why the user may not control the scanner. */
export function canControl({ session }: CommandServices): true | string {
  return session.mayCall(routes.leaseDevice) || scanStateTexts.commands.notYourRole;
}

/** Returns true, or the reason: no scan is running, or the user may not control the scanner. */
export function canControlRun(services: CommandServices): true | string {
  const { progress } = services.run.store.getState();
  return progress !== null && isRunning(progress)
    ? canControl(services)
    : scanStateTexts.commands.notRunning;
}

import { routes, type Scan } from '#contracts';
import {
  type ExtensionContext,
  type Notices,
  noticesToken,
  type Session,
  type StudyDocument,
  sessionToken,
  studyToken,
  type ViewState,
  viewStateToken,
} from '#core';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { findingById } from '../model/findings/finding-rows.ts';
import { positionOfFinding } from '../model/findings/format-finding.ts';
import { type ReadingState, readingToken } from '../state/volumes/reading-state.ts';
import {
  anyScan,
  planesOf,
  type TargetPlanes,
  targetPlanes,
} from '../state/volumes/study-selectors.ts';
import { commandTexts } from '../texts/command-texts.ts';

/** Services shared by the commands of this extension. */
export interface CommandServices {
  readonly study: StudyDocument;
  readonly view: ViewState;
  readonly reading: ReadingState;
  readonly notices: Notices;
  readonly session: Session;
}

export const servicesOf = (context: ExtensionContext): CommandServices => ({
  study: context.use(studyToken),
  view: context.use(viewStateToken),
  notices: context.use(noticesToken),
  session: context.use(sessionToken),
  reading: context.use(readingToken),
});

/** Returns the planes of the target scan; null until its volume and position are known. */
export function currentPlanes(services: CommandServices): TargetPlanes | null {
  return targetPlanes(
    services.study.store.getState(),
    services.view.store.getState(),
    services.reading.store.getState(),
  );
}

/**
 * Returns the planes of the active view's scan, which may be the other breast or a prior scan; else
 * those of the target scan. Null until volume and position of that scan are known.
 */
export function activePlanes(services: CommandServices): TargetPlanes | null {
  const view = services.view.store.getState();
  const reading = services.reading.store.getState();
  const scan = view.activeCellId === null ? null : scanOfCell(services, view.activeCellId);
  const target = currentPlanes(services);
  return scan === null || scan.id === target?.scan.id ? target : planesOf(scan, view, reading);
}

/** Returns the scan whose plane a view shows; null for other views. */
export function scanOfCell({ study, view, reading }: CommandServices, cellId: string): Scan | null {
  const cell = reading.store.getState().cells[cellId];
  if (cell === undefined) return null;
  return anyScan(study.store.getState().scans, view.store.getState(), cell.scanId);
}

/**
 * Returns the id of the active cell; null if that cell belongs to a layout that is no longer shown,
 * so that keys act on the main view.
 */
export function shownActiveCell(view: ViewState): string | null {
  const { activeCellId, visibleCellIds } = view.store.getState();
  return activeCellId !== null && visibleCellIds.includes(activeCellId) ? activeCellId : null;
}

/**
 * Selects the finding, moves every plane to it, and pans each image to show it. Returns false while
 * its scan is not open, or the volume of that scan is not known yet.
 */
export function showFinding(services: CommandServices, findingId: string): boolean {
  services.study.selectFinding(findingId);
  const planes = currentPlanes(services);
  const finding = findingById(services.study.store.getState().findings, findingId);
  if (planes === null || finding === null) return false;
  const { scan, volume, nippleMm, position } = planes;
  const shown = positionOfFinding(finding, volume, nippleMm, position.rad);
  if (shown === null) return true;
  services.view.setPosition(scan.id, shown);
  services.reading.revealPosition(scan.id);
  return true;
}

/** Shows the problem of a failed result; does nothing after success. */
export function showFailure(services: CommandServices, result: Result<unknown>): void {
  if (!result.ok) services.notices.showProblem(result.problem);
}

/** Validates the arguments of a command without arguments: accepts nothing or an empty object. */
export function noArguments(args: unknown): Result<void> {
  if (args === undefined || args === null) return ok(undefined);
  if (typeof args === 'object' && Object.keys(args).length === 0) return ok(undefined);
  return fail(invalidArguments(commandTexts.invalidArguments.none(JSON.stringify(args))));
}

export function invalidArguments(detail: string): Problem {
  return problem(
    'WRONG_ARGUMENTS',
    commandTexts.invalidArguments.title,
    detail,
    commandTexts.invalidArguments.next,
    'breast-planes',
  );
}

/** Returns true, or the reason why the role can't draw or set the nipple. */
export function mayAnnotate(session: Session): true | string {
  return session.mayCall(routes.createFinding) || commandTexts.notYourRole;
}

/** Returns true if a finding is selected, else the reason why a command is disabled. */
export const needsSelection = (study: StudyDocument): true | string =>
  study.store.getState().selectedFindingId !== null || commandTexts.selectFirst;

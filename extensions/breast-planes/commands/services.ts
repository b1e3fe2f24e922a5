import type { Scan } from '#contracts';
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

/** What the commands of this extension work with. */
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

export function currentPlanes(services: CommandServices): TargetPlanes | null {
  return targetPlanes(
    services.study.store.getState(),
    services.view.store.getState(),
    services.reading.store.getState(),
  );
}

/** The planes of the active view's scan, which may be the other breast or an earlier scan. */
export function activePlanes(services: CommandServices): TargetPlanes | null {
  const view = services.view.store.getState();
  const reading = services.reading.store.getState();
  const scan = view.activeCellId === null ? null : scanOfCell(services, view.activeCellId);
  const target = currentPlanes(services);
  return scan === null || scan.id === target?.scan.id ? target : planesOf(scan, view, reading);
}

/** The scan whose plane a view shows; null of other views. */
export function scanOfCell({ study, view, reading }: CommandServices, cellId: string): Scan | null {
  const cell = reading.store.getState().cells[cellId];
  if (cell === undefined) return null;
  return anyScan(study.store.getState().scans, view.store.getState(), cell.scanId);
}

/** The active view while it is on the screen: one of another layout is none, and keys mean the main one. */
export function shownActiveCell(view: ViewState): string | null {
  const { activeCellId, visibleCellIds } = view.store.getState();
  return activeCellId !== null && visibleCellIds.includes(activeCellId) ? activeCellId : null;
}

/** Moves every plane to the selected finding, and each picture so that it is seen. */
export function showFinding(services: CommandServices, findingId: string): void {
  services.study.selectFinding(findingId);
  const planes = currentPlanes(services);
  const finding = findingById(services.study.store.getState().findings, findingId);
  if (planes === null || finding === null) return;
  const { scan, volume, nippleMm, position } = planes;
  const shown = positionOfFinding(finding, volume, nippleMm, position.rad);
  if (shown === null) return;
  services.view.setPosition(scan.id, shown);
  services.reading.revealPosition(scan.id);
}

/** Shows the Problem of an edit that was refused. */
export function showFailure(services: CommandServices, result: Result<unknown>): void {
  if (!result.ok) services.notices.showProblem(result.problem);
}

/** The validator of commands that take nothing. */
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

/** Why somebody may not draw or set the nipple; true when they may. */
export function mayAnnotate(session: Session): true | string {
  return session.can(['ANTN_CREATE']) || commandTexts.notYourRole;
}

/** Shift+D or a menu may ask before there is anything to delete. */
export const needsSelection = (study: StudyDocument): true | string =>
  study.store.getState().selectedFindingId !== null || commandTexts.selectFirst;

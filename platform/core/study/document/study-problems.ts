import { type Problem, problem } from '#foundation';
import { studyTexts } from '../../texts/study-texts.ts';

interface ProblemTexts {
  readonly title: string;
  readonly detail: string;
  readonly next: string;
}

const of = (code: string, { title, detail, next }: ProblemTexts): Problem =>
  problem(code, title, detail, next);

/** Reasons for rejecting an action on the study document. */
export const studyProblems = {
  noScan: of('NO_SCAN_OPEN', studyTexts.noScan),
  mayNotEdit: of('FORBIDDEN', studyTexts.mayNotEdit),
  noFinding: of('FINDING_NOT_FOUND', studyTexts.noFinding),
  notUserFinding: of('NOT_A_USER_FINDING', studyTexts.notUserFinding),
  notAiFinding: of('NOT_AN_AI_FINDING', studyTexts.notAiFinding),
  notSaved: of('FINDINGS_NOT_SAVED', studyTexts.notSaved),
  noteTooLong: of('NOTE_TOO_LONG', studyTexts.noteTooLong),
  invalidSize: of('SIZE_NOT_ALLOWED', studyTexts.invalidSize),
  stillGrouping: of('STILL_SAVING', studyTexts.stillGrouping),
  changedSince: of('DONE_SINCE', studyTexts.changedSince),
  nippleMoved: of('NIPPLE_MOVED', studyTexts.nippleMoved),
  nothingTo: {
    undo: of('NOTHING_TO_UNDO', studyTexts.nothingToUndo),
    redo: of('NOTHING_TO_REDO', studyTexts.nothingToRedo),
  },
  noMark: (findingId: string, markId: string) =>
    of('MARK_NOT_FOUND', {
      ...studyTexts.noMark,
      detail: studyTexts.noMark.detail(findingId, markId),
    }),
} as const;

import { type Problem, problem } from '#foundation';
import { studyTexts } from '../../texts/study-texts.ts';

interface ProblemTexts {
  readonly title: string;
  readonly detail: string;
  readonly next: string;
}

const studyProblem = (code: string, { title, detail, next }: ProblemTexts): Problem =>
  problem(code, title, detail, next);

/** Reasons for rejecting an action on the study document. */
export const studyProblems = {
  noScan: studyProblem('NO_SCAN_OPEN', studyTexts.noScan),
  mayNotEdit: studyProblem('FORBIDDEN', studyTexts.mayNotEdit),
  noFinding: studyProblem('FINDING_NOT_FOUND', studyTexts.noFinding),
  notUserFinding: studyProblem('NOT_A_USER_FINDING', studyTexts.notUserFinding),
  notAiFinding: studyProblem('NOT_AN_AI_FINDING', studyTexts.notAiFinding),
  notSaved: studyProblem('FINDINGS_NOT_SAVED', studyTexts.notSaved),
  noteTooLong: studyProblem('NOTE_TOO_LONG', studyTexts.noteTooLong),
  invalidSize: studyProblem('SIZE_NOT_ALLOWED', studyTexts.invalidSize),
  stillGrouping: studyProblem('STILL_SAVING', studyTexts.stillGrouping),
  changedSince: studyProblem('DONE_SINCE', studyTexts.changedSince),
  nippleMoved: studyProblem('NIPPLE_MOVED', studyTexts.nippleMoved),
  nothingTo: {
    undo: studyProblem('NOTHING_TO_UNDO', studyTexts.nothingToUndo),
    redo: studyProblem('NOTHING_TO_REDO', studyTexts.nothingToRedo),
  },
  onlyMark: studyProblem('ONLY_MARK', studyTexts.onlyMark),
  noMark: (findingId: string, markId: string) =>
    studyProblem('MARK_NOT_FOUND', {
      ...studyTexts.noMark,
      detail: studyTexts.noMark.detail(findingId, markId),
    }),
} as const;

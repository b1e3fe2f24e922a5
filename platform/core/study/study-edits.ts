import type { Finding, Mark } from '#contracts';
import { checkMark, checkMarkIdIsNew } from '#findings';
import { fail, newId, ok, type Problem, problem, type Result } from '#foundation';
import { studyTexts } from '../texts/study-texts.ts';
import { bodyOf, EMPTY_BODY, type PlaceFacts, withMarks } from './finding-body.ts';
import type { FindingsWorkspace } from './findings-workspace.ts';

const NO_FINDING = problem(
  'FINDING_NOT_FOUND',
  studyTexts.noFinding.title,
  studyTexts.noFinding.detail,
  studyTexts.noFinding.next,
);

const NOT_USERS = problem(
  'NOT_A_USER_FINDING',
  studyTexts.ofAi.title,
  studyTexts.ofAi.detail,
  studyTexts.ofAi.next,
);

const NOTHING_TO_UNDO: Problem = problem(
  'NOTHING_TO_UNDO',
  studyTexts.nothingToUndo.title,
  studyTexts.nothingToUndo.detail,
  studyTexts.nothingToUndo.next,
);

const NOTHING_TO_REDO: Problem = problem(
  'NOTHING_TO_REDO',
  studyTexts.nothingToRedo.title,
  studyTexts.nothingToRedo.detail,
  studyTexts.nothingToRedo.next,
);

function ownFinding(workspace: FindingsWorkspace, findingId: string): Result<Finding> {
  const finding = workspace.find(findingId);
  if (finding === null) return fail(NO_FINDING);
  return finding.generator.id === 'USER' ? ok(finding) : fail(NOT_USERS);
}

/** A new finding of one mark, which becomes its representative one. */
export function addFinding(
  workspace: FindingsWorkspace,
  mark: Mark,
  facts: PlaceFacts,
): Result<Finding> {
  const checked = checkMark(mark);
  if (!checked.ok) return checked;
  const isNew = checkMarkIdIsNew(mark, workspace.findings);
  if (!isNew.ok) return isNew;
  const id = newId();
  workspace.edit(id, withMarks(EMPTY_BODY, { [mark.id]: { ...mark, rep: true } }, facts));
  return ownFinding(workspace, id);
}

/** Replaces one mark of a finding; sizes and place follow. */
export function updateMark(
  workspace: FindingsWorkspace,
  findingId: string,
  mark: Mark,
  facts: PlaceFacts,
): Result<Finding> {
  const finding = ownFinding(workspace, findingId);
  if (!finding.ok) return finding;
  const checked = checkMark(mark);
  if (!checked.ok) return checked;
  if (!Object.hasOwn(finding.value.marks, mark.id)) {
    return fail(
      problem(
        'MARK_NOT_FOUND',
        studyTexts.noMark.title,
        studyTexts.noMark.detail(findingId, mark.id),
        studyTexts.noMark.next,
      ),
    );
  }
  const marks = { ...finding.value.marks, [mark.id]: mark };
  workspace.edit(findingId, withMarks(bodyOf(finding.value), marks, facts));
  return ownFinding(workspace, findingId);
}

export function deleteFinding(workspace: FindingsWorkspace, findingId: string): Result<void> {
  const finding = ownFinding(workspace, findingId);
  if (!finding.ok) return finding;
  workspace.edit(findingId, null);
  return ok(undefined);
}

/** Takes an act back or does it again; answers the finding it was about. */
export function undoOrRedo(
  workspace: FindingsWorkspace,
  direction: 'undo' | 'redo',
): Result<string> {
  const edit = direction === 'undo' ? workspace.undo() : workspace.redo();
  if (edit !== null) return ok(edit.findingId);
  return fail(direction === 'undo' ? NOTHING_TO_UNDO : NOTHING_TO_REDO);
}

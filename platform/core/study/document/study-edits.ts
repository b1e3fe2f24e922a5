import type { ApiClient } from '#api-client';
import { type Finding, GENERATOR_COLOURS, type Mark, routes } from '#contracts';
import {
  autoGroup,
  checkMark,
  checkMarkIdIsNew,
  checkMarkPlace,
  isPossibleSize,
  MAX_NOTE_LENGTH,
} from '#findings';
import { fail, newId, ok, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import {
  bodyOf,
  EMPTY_BODY,
  type FindingBody,
  SIZE_FIELDS,
  type SizeField,
  withMarks,
} from '../findings/finding-body.ts';
import type { FindingsWorkspace } from './findings-workspace.ts';
import { studyProblems } from './study-problems.ts';

/** Context of an edit: the findings of a scan. */
export interface Editing {
  readonly workspace: FindingsWorkspace;
  /** Null until the volume of the scan is known; places are then checked by the server alone. */
  readonly volume: VolumeGeometry | null;
}

/** Editable fields of a finding except marks; absent fields stay unchanged. */
export type FindingFieldChanges = Partial<
  Pick<
    FindingBody,
    'note' | 'annotationLabels' | 'biradsScore' | 'isMass' | 'recommendations' | SizeField
  >
>;

export function findFinding({ workspace }: Editing, findingId: string): Result<Finding> {
  const finding = workspace.find(findingId);
  return finding === null ? fail(studyProblems.noFinding) : ok(finding);
}

function findUserFinding(editing: Editing, findingId: string): Result<Finding> {
  const finding = findFinding(editing, findingId);
  if (!finding.ok || finding.value.generator.id === 'USER') return finding;
  return fail(studyProblems.notUserFinding);
}

function checkNewMark({ workspace, volume }: Editing, mark: Mark): Result<Mark> {
  const checked = checkMark(mark);
  if (!checked.ok) return checked;
  const placed = checkMarkPlace(mark, volume === null ? [] : [volume]);
  return placed.ok ? checkMarkIdIsNew(mark, workspace.findings) : placed;
}

/**
 * Checks a changed mark. Only a mark whose place was possible before must stay possible, because
 * marks that were drawn on an earlier volume do not fit the voxels of this one.
 */
function checkChangedMark({ volume }: Editing, stored: Mark | undefined, mark: Mark): Result<Mark> {
  const checked = checkMark(mark);
  if (!checked.ok || volume === null || stored === undefined) return checked;
  return checkMarkPlace(stored, [volume]).ok ? checkMarkPlace(mark, [volume]) : checked;
}

/**
 * Adds a finding with one mark, which becomes representative. With `shouldGroup`, a length
 * joins the finding of a length that it crosses instead.
 */
export function addFinding(editing: Editing, mark: Mark, shouldGroup: boolean): Result<Finding> {
  const checked = checkNewMark(editing, mark);
  if (!checked.ok) return checked;
  const { workspace } = editing;
  // Skips hidden findings, because the new mark would be hidden too.
  const listed = workspace.findings.filter(({ id }) => !workspace.hidden.ids.has(id));
  const joined = shouldGroup ? autoGroup(mark, listed) : null;
  if (joined !== null) return writeMark(editing, joined.finding, joined.mark);
  const id = newId();
  workspace.edit(id, withMarks(EMPTY_BODY, { [mark.id]: { ...mark, rep: true } }));
  return findFinding(editing, id);
}

/** Adds a mark to a finding; a mark with `rep` becomes the only representative mark. */
export function addMark(editing: Editing, findingId: string, mark: Mark): Result<Finding> {
  const finding = findUserFinding(editing, findingId);
  if (!finding.ok) return finding;
  const checked = checkNewMark(editing, mark);
  if (!checked.ok) return checked;
  const existing = Object.entries(finding.value.marks).map(
    ([id, other]) => [id, mark.rep ? { ...other, rep: false } : other] as const,
  );
  return writeMarks(editing, finding.value, { ...Object.fromEntries(existing), [mark.id]: mark });
}

/** Replaces a mark of a finding and measures the sizes again. */
export function updateMark(editing: Editing, findingId: string, mark: Mark): Result<Finding> {
  const finding = findingWithMark(editing, findingId, mark.id);
  if (!finding.ok) return finding;
  const checked = checkChangedMark(editing, finding.value.marks[mark.id], mark);
  return checked.ok ? writeMark(editing, finding.value, mark) : checked;
}

/** Deletes a mark; deleting the last mark deletes the finding. */
export function deleteMark(editing: Editing, findingId: string, markId: string): Result<void> {
  const finding = findingWithMark(editing, findingId, markId);
  if (!finding.ok) return finding;
  const { [markId]: removed, ...remaining } = finding.value.marks;
  const [first] = Object.values(remaining);
  if (first === undefined) return deleteFinding(editing, findingId);
  writeMarks(editing, finding.value, removed?.rep ? withRepresentative(remaining) : remaining);
  return ok(undefined);
}

/**
 * Moves a mark out of its finding into a new one, as one step of undo; returns the new finding. The
 * mark gets a new id, because a mark belongs to one finding and both findings are saved separately.
 */
export function separateMark(editing: Editing, findingId: string, markId: string): Result<Finding> {
  const finding = findingWithMark(editing, findingId, markId);
  if (!finding.ok) return finding;
  const { [markId]: mark, ...remaining } = finding.value.marks;
  if (mark === undefined || Object.keys(remaining).length === 0) {
    return fail(studyProblems.onlyMark);
  }
  const [id, newMarkId] = [newId(), newId()];
  editing.workspace.editTogether([
    [findingId, withMarks(bodyOf(finding.value), withRepresentative(remaining))],
    [id, withMarks(EMPTY_BODY, { [newMarkId]: { ...mark, id: newMarkId, rep: true } })],
  ]);
  return findFinding(editing, id);
}

/** Makes the first mark representative if no mark is. */
function withRepresentative(marks: Finding['marks']): Finding['marks'] {
  const [first] = Object.values(marks);
  if (first === undefined || Object.values(marks).some(({ rep }) => rep)) return marks;
  return { ...marks, [first.id]: { ...first, rep: true } };
}

/** Selects the representative mark, which determines location and thumbnail. */
export function setRepresentative(
  editing: Editing,
  findingId: string,
  markId: string,
): Result<Finding> {
  const finding = findingWithMark(editing, findingId, markId);
  if (!finding.ok) return finding;
  const marks = Object.values(finding.value.marks).map(
    (mark) => [mark.id, { ...mark, rep: mark.id === markId }] as const,
  );
  return writeMarks(editing, finding.value, Object.fromEntries(marks));
}

/** Changes fields of a user finding; for AI findings only labels may change. */
export function setFindingFields(
  editing: Editing,
  findingId: string,
  changes: FindingFieldChanges,
): Result<Finding> {
  const onlyLabels = Object.keys(changes).every((field) => field === 'annotationLabels');
  const finding = onlyLabels
    ? findFinding(editing, findingId)
    : findUserFinding(editing, findingId);
  if (!finding.ok) return finding;
  if ((changes.note?.length ?? 0) > MAX_NOTE_LENGTH) return fail(studyProblems.noteTooLong);
  const hasInvalidSize = SIZE_FIELDS.some((field) => !isValidSize(changes[field] ?? null));
  if (hasInvalidSize) return fail(studyProblems.invalidSize);
  const changed = { ...bodyOf(finding.value), ...changes };
  const changesSize = SIZE_FIELDS.some((field) => field in changes);
  // Measures a cleared size from the marks.
  const body = changesSize ? withMarks(changed, changed.marks) : changed;
  editing.workspace.edit(findingId, body);
  return findFinding(editing, findingId);
}

const isValidSize = (um: number | null): boolean => um === null || isPossibleSize(um);

/** Hides a finding in the reader's own list, or shows the finding again. */
export function setHidden(editing: Editing, findingId: string, hidden: boolean): Result<void> {
  const finding = findFinding(editing, findingId);
  if (!finding.ok) return finding;
  editing.workspace.setHidden(findingId, hidden);
  return ok(undefined);
}

export function deleteFinding(editing: Editing, findingId: string): Result<void> {
  const finding = findUserFinding(editing, findingId);
  if (!finding.ok) return finding;
  editing.workspace.edit(findingId, null);
  return ok(undefined);
}

/** Copies the marks of an AI finding, with new ids, to a new user finding; the AI finding stays. */
export function copyAiFinding(editing: Editing, findingId: string): Result<Finding> {
  const finding = findFinding(editing, findingId);
  if (!finding.ok) return finding;
  if (finding.value.generator.id === 'USER') return fail(studyProblems.notAiFinding);
  const marks = Object.values(finding.value.marks).map((mark): readonly [string, Mark] => {
    const { markViewParams } = mark;
    const userParams = {
      ...markViewParams,
      generatedBy: 'USER',
      colour: GENERATOR_COLOURS.USER,
    } as const;
    const id = newId();
    return [id, { ...mark, id, markViewParams: userParams }];
  });
  const id = newId();
  const { annotationLabels } = finding.value;
  const body = { ...EMPTY_BODY, annotationLabels };
  editing.workspace.edit(id, withMarks(body, Object.fromEntries(marks)));
  return findFinding(editing, id);
}

/**
 * Links a copy to its AI finding. Deletes a copy that can't be linked, because its origin would be
 * unknown.
 */
export async function linkCopy(
  api: ApiClient,
  { workspace }: Editing,
  autoSegmentFindingId: string,
  userFindingId: string,
): Promise<Result<unknown>> {
  const body = { autoSegmentFindingId, userFindingId };
  const saved = await workspace.queue.flush();
  const linked = saved.ok ? await api.call(routes.upsertFindingRelation, { body }) : saved;
  if (linked.ok) return linked;
  workspace.edit(userFindingId, null);
  workspace.history.discard(userFindingId);
  return linked;
}

function findingWithMark(editing: Editing, findingId: string, markId: string): Result<Finding> {
  const finding = findUserFinding(editing, findingId);
  if (!finding.ok || Object.hasOwn(finding.value.marks, markId)) return finding;
  return fail(studyProblems.noMark(findingId, markId));
}

const writeMark = (editing: Editing, finding: Finding, mark: Mark): Result<Finding> =>
  writeMarks(editing, finding, { ...finding.marks, [mark.id]: mark });

function writeMarks(editing: Editing, finding: Finding, marks: Finding['marks']): Result<Finding> {
  editing.workspace.edit(finding.id, withMarks(bodyOf(finding), marks));
  return findFinding(editing, finding.id);
}

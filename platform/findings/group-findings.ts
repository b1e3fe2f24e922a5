import { type Finding, GROUPED_FIELDS, type GroupedField, type GroupFindings } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { MAX_NOTE_LENGTH } from './limits.ts';
import { type LocationContext, locationFields } from './location-fields.ts';
import { sameValue } from './same-value.ts';
import { sizesFromMarks } from './sizes.ts';
import { ruleTexts } from './texts/rule-texts.ts';

/** Fields of the target after grouping. */
export type GroupedBody = Pick<
  Finding,
  | GroupedField
  | 'marks'
  | 'note'
  | 'recommendations'
  | 'clockPositionSec'
  | 'distanceFromNippleUm'
  | 'depthUm'
  | 'depthReference'
>;

/** Reason why findings can't be grouped; `fields` lists the fields in conflict. */
export interface GroupProblem extends Problem {
  readonly fields: readonly GroupedField[];
}

/**
 * Merges findings into a target (specification 4 and 5); all must be user findings of one scan.
 * Different values are a conflict unless `resolved` gives the value. The target's representative
 * mark represents the group, and all notes and recommendations are kept.
 */
export function groupFindings(
  target: Finding,
  sources: readonly Finding[],
  resolved: GroupFindings['resolved'],
  context: LocationContext,
): Result<GroupedBody, GroupProblem> {
  const rejection = rejectionOf(target, sources);
  if (rejection !== null) return fail(rejection);
  const all = [target, ...sources];
  const conflicts = GROUPED_FIELDS.filter(
    (field) => resolved[field] === undefined && valuesOf(all, field).length > 1,
  );
  if (conflicts.length > 0) return fail(conflict(conflicts));
  const note = [...new Set(all.flatMap(({ note: text }) => text ?? []))].join('\n');
  if (note.length > MAX_NOTE_LENGTH) {
    return fail(groupProblem('NOTE_TOO_LONG', ruleTexts.group.notesTooLong));
  }
  const marks = Object.assign(
    {},
    ...sources.map(({ marks: sourceMarks }) => withoutRep(sourceMarks)),
    target.marks,
  ) as Finding['marks'];
  const list = Object.values(marks);
  const measured = sizesFromMarks(list);
  return ok({
    marks,
    note: note === '' ? null : note,
    recommendations: [...new Set(all.flatMap((finding) => finding.recommendations))],
    biradsScore: resolvedValue(all, resolved, 'biradsScore') ?? null,
    isMass: resolvedValue(all, resolved, 'isMass') ?? null,
    annotationLabels: resolvedValue(all, resolved, 'annotationLabels') ?? {},
    massLengthUm: resolvedValue(all, resolved, 'massLengthUm') ?? measured.massLengthUm,
    massWidthUm: resolvedValue(all, resolved, 'massWidthUm') ?? measured.massWidthUm,
    massHeightUm: resolvedValue(all, resolved, 'massHeightUm') ?? measured.massHeightUm,
    ...locationFields(list, context),
  });
}

function rejectionOf(target: Finding, sources: readonly Finding[]): GroupProblem | null {
  const all = [target, ...sources];
  if (all.some(({ generator }) => generator.id !== 'USER')) return NOT_USERS;
  if (all.some(({ deletedAt }) => deletedAt !== null)) {
    return groupProblem('FINDING_DELETED', ruleTexts.group.deleted);
  }
  if (new Set(all.map(({ id }) => id)).size !== all.length) {
    return groupProblem('SAME_FINDING', ruleTexts.group.sameFinding);
  }
  if (all.some(({ scan }) => scan.id !== target.scan.id)) {
    return groupProblem('FINDINGS_OF_TWO_SCANS', ruleTexts.group.differentScans);
  }
  return null;
}

/** Returns the distinct values of a field, ignoring null and empty selections. */
function valuesOf(all: readonly Finding[], field: GroupedField): readonly unknown[] {
  const distinct: unknown[] = [];
  for (const finding of all) {
    const value: unknown = finding[field];
    if (value === null || isEmpty(value)) continue;
    if (!distinct.some((known) => sameValue(known, value))) distinct.push(value);
  }
  return distinct;
}

function resolvedValue<Field extends GroupedField>(
  all: readonly Finding[],
  resolved: GroupFindings['resolved'],
  field: Field,
): Finding[Field] | undefined {
  const explicit = resolved[field] as Finding[Field] | undefined;
  return explicit === undefined
    ? (valuesOf(all, field)[0] as Finding[Field] | undefined)
    : explicit;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((element) => Array.isArray(element) && element.length === 0);

const withoutRep = (marks: Finding['marks']): Finding['marks'] =>
  Object.fromEntries(Object.entries(marks).map(([id, mark]) => [id, { ...mark, rep: false }]));

function groupProblem(
  code: string,
  { title, next }: { readonly title: string; readonly next: string },
): GroupProblem {
  return { ...problem(code, title, title, next), fields: [] };
}

const NOT_USERS = groupProblem('NOT_USER_GENERATED', ruleTexts.group.notUserGenerated);

function conflict(fields: readonly GroupedField[]): GroupProblem {
  const { title, next } = ruleTexts.group.conflict;
  return { ...problem('GROUPING_CONFLICT', title, fields.join(', '), next), fields };
}

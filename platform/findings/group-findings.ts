import { type Finding, GROUPED_FIELDS, type GroupedField, type GroupFindings } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { MAX_NOTE_LENGTH } from './limits.ts';
import type { StoredFinding } from './location-fields.ts';
import { sameValue } from './same-value.ts';
import { sizesFromMarks } from './sizes.ts';
import { ruleTexts } from './texts/rule-texts.ts';

/** Fields of the target after grouping. */
export type GroupedBody = Pick<Finding, GroupedField | 'marks' | 'note' | 'recommendations'>;

/** Reason why findings can't be grouped; `fields` lists the fields in conflict. */
export interface GroupProblem extends Problem {
  readonly fields: readonly GroupedField[];
}

/**
 * Merges findings into a target; all must be user findings of one scan. Fails with
 * GROUPING_CONFLICT for fields with different values unless `resolved` contains the value. The
 * representative mark of the target represents the group; all notes and recommendations are kept.
 */
export function groupFindings(
  target: StoredFinding,
  sources: readonly StoredFinding[],
  resolved: GroupFindings['resolved'],
): Result<GroupedBody, GroupProblem> {
  const rejection = rejectionOf(target, sources);
  if (rejection !== null) return fail(rejection);
  const findings = [target, ...sources];
  const conflicts = GROUPED_FIELDS.filter(
    (field) => resolved[field] === undefined && valuesOf(findings, field).length > 1,
  );
  if (conflicts.length > 0) return fail(conflict(conflicts));
  const note = [...new Set(findings.flatMap(({ note: text }) => text ?? []))].join('\n');
  if (note.length > MAX_NOTE_LENGTH) {
    return fail(groupProblem('NOTE_TOO_LONG', ruleTexts.group.notesTooLong));
  }
  const marks = Object.assign(
    {},
    ...sources.map(({ marks: sourceMarks }) => withoutRep(sourceMarks)),
    target.marks,
  ) as Finding['marks'];
  const measured = sizesFromMarks(Object.values(marks));
  return ok({
    marks,
    note: note === '' ? null : note,
    recommendations: [...new Set(findings.flatMap((finding) => finding.recommendations))],
    biradsScore: resolvedValue(findings, resolved, 'biradsScore') ?? null,
    isMass: resolvedValue(findings, resolved, 'isMass') ?? null,
    annotationLabels: resolvedValue(findings, resolved, 'annotationLabels') ?? {},
    massLengthUm: resolvedValue(findings, resolved, 'massLengthUm') ?? measured.massLengthUm,
    massWidthUm: resolvedValue(findings, resolved, 'massWidthUm') ?? measured.massWidthUm,
    massHeightUm: resolvedValue(findings, resolved, 'massHeightUm') ?? measured.massHeightUm,
  });
}

function rejectionOf(
  target: StoredFinding,
  sources: readonly StoredFinding[],
): GroupProblem | null {
  const findings = [target, ...sources];
  if (findings.some(({ generator }) => generator.id !== 'USER')) return NOT_USER_GENERATED;
  if (findings.some(({ deletedAt }) => deletedAt !== null)) {
    return groupProblem('FINDING_DELETED', ruleTexts.group.deleted);
  }
  if (new Set(findings.map(({ id }) => id)).size !== findings.length) {
    return groupProblem('SAME_FINDING', ruleTexts.group.sameFinding);
  }
  if (findings.some(({ scan }) => scan.id !== target.scan.id)) {
    return groupProblem('FINDINGS_OF_TWO_SCANS', ruleTexts.group.differentScans);
  }
  return null;
}

/** Returns the distinct values of a field, ignoring null and empty selections. */
function valuesOf(findings: readonly StoredFinding[], field: GroupedField): readonly unknown[] {
  const distinct: unknown[] = [];
  for (const finding of findings) {
    const value: unknown = finding[field];
    if (value === null || isEmpty(value)) continue;
    if (!distinct.some((known) => sameValue(known, value))) distinct.push(value);
  }
  return distinct;
}

function resolvedValue<Field extends GroupedField>(
  findings: readonly StoredFinding[],
  resolved: GroupFindings['resolved'],
  field: Field,
): Finding[Field] | undefined {
  const explicit = resolved[field] as Finding[Field] | undefined;
  return explicit === undefined
    ? (valuesOf(findings, field)[0] as Finding[Field] | undefined)
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

const NOT_USER_GENERATED = groupProblem('NOT_USER_GENERATED', ruleTexts.group.notUserGenerated);

function conflict(fields: readonly GroupedField[]): GroupProblem {
  const { title, next } = ruleTexts.group.conflict;
  return { ...problem('GROUPING_CONFLICT', title, fields.join(', '), next), fields };
}

import { type Finding, GROUPED_FIELDS, type GroupedField, type GroupFindings } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { LONGEST_NOTE } from './limits.ts';
import { type PlaceFacts, placeFields } from './place-fields.ts';
import { sameValue } from './same-value.ts';
import { sizesFromMarks } from './sizes.ts';
import { ruleTexts } from './texts/rule-texts.ts';

/** What becomes of the target when findings are grouped. */
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

/** Why findings can't be grouped; `fields` are those in which they differ. */
export interface GroupProblem extends Problem {
  readonly fields: readonly GroupedField[];
}

/**
 * Merges findings into a target (specification 4 and 5): all of them made by users, of one scan.
 * Where two of them have different values, it is a conflict until `resolved` says what holds.
 * The target's representative mark goes on to stand for the whole; nothing that was written is lost.
 */
export function groupFindings(
  target: Finding,
  sources: readonly Finding[],
  resolved: GroupFindings['resolved'],
  facts: PlaceFacts,
): Result<GroupedBody, GroupProblem> {
  const refused = refusalOf(target, sources);
  if (refused !== null) return fail(refused);
  const all = [target, ...sources];
  const conflicts = GROUPED_FIELDS.filter(
    (field) => resolved[field] === undefined && valuesOf(all, field).length > 1,
  );
  if (conflicts.length > 0) return fail(conflict(conflicts));
  const note = [...new Set(all.flatMap(({ note: text }) => text ?? []))].join('\n');
  if (note.length > LONGEST_NOTE) {
    return fail(refusal('NOTE_TOO_LONG', ruleTexts.group.notesTooLong));
  }
  const marks = Object.assign(
    {},
    ...sources.map(({ marks: own }) => withoutRep(own)),
    target.marks,
  ) as Finding['marks'];
  const list = Object.values(marks);
  const measured = sizesFromMarks(list);
  return ok({
    marks,
    note: note === '' ? null : note,
    recommendations: [...new Set(all.flatMap((one) => one.recommendations))],
    biradsScore: held(all, resolved, 'biradsScore') ?? null,
    isMass: held(all, resolved, 'isMass') ?? null,
    annotationLabels: held(all, resolved, 'annotationLabels') ?? {},
    massLengthUm: held(all, resolved, 'massLengthUm') ?? measured.massLengthUm,
    massWidthUm: held(all, resolved, 'massWidthUm') ?? measured.massWidthUm,
    massHeightUm: held(all, resolved, 'massHeightUm') ?? measured.massHeightUm,
    ...placeFields(list, facts),
  });
}

function refusalOf(target: Finding, sources: readonly Finding[]): GroupProblem | null {
  const all = [target, ...sources];
  if (all.some(({ generator }) => generator.id !== 'USER')) return NOT_USERS;
  if (all.some(({ deletedAt }) => deletedAt !== null)) {
    return refusal('FINDING_DELETED', ruleTexts.group.deleted);
  }
  if (new Set(all.map(({ id }) => id)).size !== all.length) {
    return refusal('SAME_FINDING', ruleTexts.group.withItself);
  }
  if (all.some(({ scan }) => scan.id !== target.scan.id)) {
    return refusal('FINDINGS_OF_TWO_SCANS', ruleTexts.group.ofTwoScans);
  }
  return null;
}

/** The different values that findings have in a field; null and nothing chosen are none. */
function valuesOf(all: readonly Finding[], field: GroupedField): readonly unknown[] {
  const distinct: unknown[] = [];
  for (const finding of all) {
    const value: unknown = finding[field];
    if (value === null || isEmpty(value)) continue;
    if (!distinct.some((known) => sameValue(known, value))) distinct.push(value);
  }
  return distinct;
}

function held<Field extends GroupedField>(
  all: readonly Finding[],
  resolved: GroupFindings['resolved'],
  field: Field,
): Finding[Field] | undefined {
  const said = resolved[field] as Finding[Field] | undefined;
  return said === undefined ? (valuesOf(all, field)[0] as Finding[Field] | undefined) : said;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => Array.isArray(one) && one.length === 0);

const withoutRep = (marks: Finding['marks']): Finding['marks'] =>
  Object.fromEntries(Object.entries(marks).map(([id, mark]) => [id, { ...mark, rep: false }]));

function refusal(
  code: string,
  { title, next }: { readonly title: string; readonly next: string },
): GroupProblem {
  return { ...problem(code, title, title, next), fields: [] };
}

const NOT_USERS = refusal('NOT_USER_GENERATED', ruleTexts.group.ofAi);

function conflict(fields: readonly GroupedField[]): GroupProblem {
  const { title, next } = ruleTexts.group.conflict;
  return { ...problem('GROUPING_CONFLICT', title, fields.join(', '), next), fields };
}

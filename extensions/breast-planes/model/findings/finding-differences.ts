import { type Finding, GROUPED_FIELDS, type GroupedField, type HardCodedList } from '#contracts';
import { sameValue, sizesFromMarks, typedSizes } from '#findings';
import { formatFixed } from '#foundation';
import { findingTexts } from '../../texts/finding-texts.ts';
import { itemLabels } from './assessment.ts';
import { category } from './finding-sizes.ts';

/** A value that can be chosen for a field of a grouped finding. */
export interface FieldChoice {
  /** Unique within the field and stable when other findings are selected. */
  readonly id: string;
  readonly value: unknown;
  readonly text: string;
}

const { group, conflict, sizes } = findingTexts;

const isSize = (field: GroupedField): field is 'massLengthUm' | 'massWidthUm' | 'massHeightUm' =>
  field === 'massLengthUm' || field === 'massWidthUm' || field === 'massHeightUm';

/**
 * Returns the distinct values of the findings; for sizes also the size measured from all their
 * marks together.
 */
export function fieldChoices(
  findings: readonly Finding[],
  field: GroupedField,
): readonly FieldChoice[] {
  const choices: FieldChoice[] = [];
  const add = (value: unknown, text: string, id = JSON.stringify(value)): void => {
    if (value === null || choices.some((known) => sameValue(known.value, value))) return;
    choices.push({ id, value, text });
  };
  if (isSize(field)) {
    const measured = sizesFromMarks(findings.flatMap(({ marks }) => Object.values(marks)))[field];
    add(measured, group.value(formatFieldValue(field, measured), group.measured), MEASURED);
  }
  for (const finding of findings) {
    const value: unknown = finding[field];
    add(value, group.value(formatFieldValue(field, value), group.of(finding.label)));
  }
  return choices;
}

const MEASURED = 'measured';

/**
 * Returns the id of the choice to preselect: the size measured from all marks if no finding has a
 * typed size. Null otherwise, because a preselected value of one reader would apply without review.
 */
export function preselectedChoice(
  findings: readonly Finding[],
  field: GroupedField,
): string | null {
  if (!isSize(field)) return null;
  if (findings.some((finding) => typedSizes(finding).includes(field))) return null;
  return fieldChoices(findings, field).some(({ id }) => id === MEASURED) ? MEASURED : null;
}

/** Returns the fields with more than one distinct non-empty value. */
export const differingFields = (findings: readonly Finding[]): readonly GroupedField[] =>
  GROUPED_FIELDS.filter((field) => {
    const values = findings.map((finding) => finding[field] as unknown).filter(hasValue);
    return values.some((value) => !sameValue(value, values[0]));
  });

/** Returns false for null and for objects without entries, such as label lists without labels. */
function hasValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== null;
  return Object.values(value).some((entry) => !Array.isArray(entry) || entry.length > 0);
}

export type ConflictField = keyof typeof conflict.fields;

/** Formats a value for a dialog; codes of lists that are not in `lists` are shown as they are. */
export function formatFieldValue(
  field: ConflictField,
  value: unknown,
  lists: readonly HardCodedList[] = [],
): string {
  if (value === null || value === undefined) return conflict.empty;
  switch (field) {
    case 'biradsScore':
      return category(value as number)?.name ?? String(value);
    case 'isMass':
      return value === true ? group.mass.yes : group.mass.no;
    case 'massLengthUm':
    case 'massWidthUm':
    case 'massHeightUm':
      return sizes.mm(formatFixed((value as number) / 1000, 1));
    case 'annotationLabels':
      return (
        Object.entries(value as Finding['annotationLabels'])
          .flatMap(([listId, ids]) => itemLabels(lists, listId, ids))
          .join(', ') || conflict.empty
      );
    case 'recommendations':
      return (
        itemLabels(lists, 'RECOMMENDATION', value as readonly string[]).join(', ') || conflict.empty
      );
    case 'marks':
      return conflict.marks(Object.keys(value as object).length);
    default:
      return String(value);
  }
}

/** Values of one field in two versions of a finding. */
export interface Difference {
  readonly field: ConflictField;
  readonly mine: string;
  readonly theirs: string;
}

/** Returns the fields in which two versions of a finding differ, with the texts of both values. */
export function differences(
  mine: Finding,
  theirs: Finding,
  lists: readonly HardCodedList[] = [],
): readonly Difference[] {
  const fields = Object.keys(conflict.fields) as ConflictField[];
  return fields
    .filter((field) => !sameValue(mine[field], theirs[field]))
    .map((field) => {
      const [mineText, theirsText] = [
        formatFieldValue(field, mine[field], lists),
        formatFieldValue(field, theirs[field], lists),
      ];
      // Different values can have equal texts, for example the same number of marks with other
      // points.
      return {
        field,
        mine: mineText,
        theirs: mineText === theirsText ? conflict.marksDiffer : theirsText,
      };
    });
}

import { type Finding, GROUPED_FIELDS, type GroupedField } from '#contracts';
import { sameValue, sizesFromMarks, typedSizes } from '#findings';
import { findingTexts } from '../../texts/finding-texts.ts';
import { category } from './finding-sizes.ts';

/** One value that may hold for a grouped finding, and whose it is. */
export interface FieldChoice {
  /** Names the choice among those of its field, also when other findings are chosen. */
  readonly id: string;
  readonly value: unknown;
  readonly text: string;
}

const { group, conflict, sizes } = findingTexts;

const isSize = (field: GroupedField): field is 'massLengthUm' | 'massWidthUm' | 'massHeightUm' =>
  field === 'massLengthUm' || field === 'massWidthUm' || field === 'massHeightUm';

/** What may hold where findings differ; sizes may be those that all their marks measure together. */
export function fieldChoices(all: readonly Finding[], field: GroupedField): readonly FieldChoice[] {
  const choices: FieldChoice[] = [];
  const add = (value: unknown, text: string, id = JSON.stringify(value)): void => {
    if (value === null || choices.some((known) => sameValue(known.value, value))) return;
    choices.push({ id, value, text });
  };
  if (isSize(field)) {
    const measured = sizesFromMarks(all.flatMap(({ marks }) => Object.values(marks)))[field];
    add(measured, group.value(formatFieldValue(field, measured), group.measured), MEASURED);
  }
  for (const finding of all) {
    const value: unknown = finding[field];
    add(value, group.value(formatFieldValue(field, value), group.of(finding.label)));
  }
  return choices;
}

const MEASURED = 'measured';

/**
 * What holds of a field without a question: sizes that nobody typed are measured of all marks. What
 * a reader said of one of the findings is never chosen beforehand: it would hold unread.
 */
export function presumedChoice(all: readonly Finding[], field: GroupedField): string | null {
  if (!isSize(field) || all.some((finding) => typedSizes(finding).includes(field))) return null;
  return fieldChoices(all, field).some(({ id }) => id === MEASURED) ? MEASURED : null;
}

/** The fields in which findings differ, before anybody is asked. */
export const differingFields = (all: readonly Finding[]): readonly GroupedField[] =>
  GROUPED_FIELDS.filter((field) => {
    const values = all.map((finding) => finding[field] as unknown).filter(hasValue);
    return values.some((value) => !sameValue(value, values[0]));
  });

const hasValue = (value: unknown): boolean =>
  value !== null &&
  !(
    typeof value === 'object' &&
    Object.values(value ?? {}).every((ids) => Array.isArray(ids) && ids.length === 0)
  );

export type ConflictField = keyof typeof conflict.fields;

/** A value as a dialog says it. */
export function formatFieldValue(field: ConflictField, value: unknown): string {
  if (value === null || value === undefined) return conflict.empty;
  switch (field) {
    case 'biradsScore':
      return category(value as number)?.name ?? String(value);
    case 'isMass':
      return value === true ? group.mass.yes : group.mass.no;
    case 'massLengthUm':
    case 'massWidthUm':
    case 'massHeightUm':
      return sizes.mm(((value as number) / 1000).toFixed(1));
    case 'annotationLabels':
      return (
        Object.values(value as Finding['annotationLabels'])
          .flat()
          .join(', ') || conflict.empty
      );
    case 'recommendations':
      return (value as readonly string[]).join(', ') || conflict.empty;
    case 'marks':
      return conflict.marks(Object.keys(value as object).length);
    default:
      return String(value);
  }
}

/** One field of a conflict, as each of two readers has it. */
export interface Difference {
  readonly field: ConflictField;
  readonly mine: string;
  readonly theirs: string;
}

/** In what two versions of a finding differ, field by field. */
export function differences(mine: Finding, theirs: Finding): readonly Difference[] {
  const fields = Object.keys(conflict.fields) as ConflictField[];
  return fields
    .filter((field) => !sameValue(mine[field], theirs[field]))
    .map((field) => {
      const [mineText, other] = [
        formatFieldValue(field, mine[field]),
        formatFieldValue(field, theirs[field]),
      ];
      // As many marks, drawn otherwise: the counts alone would look alike.
      return { field, mine: mineText, theirs: mineText === other ? conflict.marksDiffer : other };
    });
}

import type { Finding } from '#contracts';
import { SIZE_FIELDS, type SizeField } from '#findings';

type Labels = Finding['annotationLabels'];

/** Everything that a form of a finding shows; a size of null is measured. */
export type EditableFields = Pick<Finding, 'note' | 'annotationLabels' | SizeField>;

/**
 * What a reader changed in a form, to be said of the finding as it is by now: what others saved
 * while the form was open stays, label list by label list. Empty when nothing was changed.
 */
export function changedFields(
  opened: EditableFields,
  edited: EditableFields,
  present: Labels,
): Partial<EditableFields> {
  const labels = mergedLabels(opened.annotationLabels, edited.annotationLabels, present);
  const sizes = SIZE_FIELDS.filter((field) => opened[field] !== edited[field]);
  return {
    ...(opened.note === edited.note ? {} : { note: edited.note }),
    ...(labels === null ? {} : { annotationLabels: labels }),
    ...Object.fromEntries(sizes.map((field) => [field, edited[field]])),
  };
}

/**
 * The fields in which others said something else while the form was open, and the form too: saving
 * it would replace their words.
 */
export function replacedFields(
  opened: EditableFields,
  edited: EditableFields,
  present: EditableFields,
): readonly (keyof EditableFields)[] {
  const mine = changedFields(opened, edited, opened.annotationLabels);
  const theirs = changedFields(opened, present, opened.annotationLabels);
  return (Object.keys(mine) as (keyof EditableFields)[]).filter((field) => {
    if (!(field in theirs)) return false;
    return field === 'annotationLabels'
      ? sameListsChanged(opened.annotationLabels, edited.annotationLabels, present.annotationLabels)
      : edited[field] !== present[field];
  });
}

/** Whether two changed a list of labels otherwise; lists of their own do not meet. */
const sameListsChanged = (opened: Labels, mine: Labels, theirs: Labels): boolean =>
  Object.keys({ ...mine, ...theirs, ...opened }).some(
    (list) =>
      !sameIds(opened[list], mine[list]) &&
      !sameIds(opened[list], theirs[list]) &&
      !sameIds(mine[list], theirs[list]),
  );

/** The present labels with the lists that were changed; null when none was. */
function mergedLabels(opened: Labels, edited: Labels, present: Labels): Labels | null {
  const lists = [...new Set([...Object.keys(opened), ...Object.keys(edited)])];
  const changed = lists.filter((list) => !sameIds(opened[list], edited[list]));
  if (changed.length === 0) return null;
  const others = Object.entries(present).filter(([list]) => !changed.includes(list));
  const changedEntries = changed.flatMap((list) => {
    const ids = edited[list] ?? [];
    return ids.length === 0 ? [] : [[list, ids] as const];
  });
  return Object.fromEntries([...others, ...changedEntries]);
}

const sameIds = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

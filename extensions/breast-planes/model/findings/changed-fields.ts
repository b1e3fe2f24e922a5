import type { Finding } from '#contracts';
import { SIZE_FIELDS, type SizeField } from '#findings';

type Labels = Finding['annotationLabels'];

/** Fields of a finding's form; a null size is measured from the marks. */
export type EditableFields = Pick<Finding, 'note' | 'annotationLabels' | SizeField>;

/**
 * Returns the fields that the reader changed in a form, to be applied to the current finding; label
 * lists are merged one by one, so that other users' changes stay. Empty if nothing was changed.
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
 * Returns the fields that both the form and other users changed to different values; saving the
 * form would overwrite the other users' values.
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

/** Returns whether both sides changed the same label list to different values. */
const sameListsChanged = (opened: Labels, mine: Labels, theirs: Labels): boolean =>
  Object.keys({ ...mine, ...theirs, ...opened }).some(
    (list) =>
      !sameIds(opened[list], mine[list]) &&
      !sameIds(opened[list], theirs[list]) &&
      !sameIds(mine[list], theirs[list]),
  );

/** Returns the current labels with the edited lists replaced; null if no list was edited. */
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

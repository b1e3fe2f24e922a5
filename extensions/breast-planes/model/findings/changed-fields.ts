import type { Finding } from '#contracts';
import { SIZE_FIELDS, type SizeField } from '#findings';

type Labels = Finding['annotationLabels'];

/** Fields of a finding's form; a null size is measured from the marks. */
export type EditableFields = Pick<
  Finding,
  'note' | 'annotationLabels' | 'biradsScore' | 'isMass' | 'recommendations' | SizeField
>;

/** Fields with a single value. */
const VALUE_FIELDS = ['note', 'biradsScore', 'isMass', ...SIZE_FIELDS] as const;

/**
 * Returns the fields that the reader changed in a form, to be applied to the current finding; label
 * lists are merged list by list, so that changes by other users are kept. Empty if nothing changed.
 */
export function changedFields(
  opened: EditableFields,
  edited: EditableFields,
  current: Labels,
): Partial<EditableFields> {
  const labels = mergedLabels(opened.annotationLabels, edited.annotationLabels, current);
  const changed = VALUE_FIELDS.filter((field) => opened[field] !== edited[field]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, edited[field]])),
    ...(sameIds(opened.recommendations, edited.recommendations)
      ? {}
      : { recommendations: edited.recommendations }),
    ...(labels === null ? {} : { annotationLabels: labels }),
  };
}

/**
 * Returns the fields that both the form and other users changed to different values; saving the
 * form would overwrite the other users' values.
 */
export function replacedFields(
  opened: EditableFields,
  edited: EditableFields,
  current: EditableFields,
): readonly (keyof EditableFields)[] {
  const mine = changedFields(opened, edited, opened.annotationLabels);
  const theirs = changedFields(opened, current, opened.annotationLabels);
  return (Object.keys(mine) as (keyof EditableFields)[]).filter((field) => {
    if (!(field in theirs)) return false;
    if (field === 'annotationLabels')
      return sameListsChanged(
        opened.annotationLabels,
        edited.annotationLabels,
        current.annotationLabels,
      );
    if (field === 'recommendations') return !sameIds(edited[field], current[field]);
    return edited[field] !== current[field];
  });
}

/** Returns whether both users changed the same label list to different values. */
const sameListsChanged = (opened: Labels, mine: Labels, theirs: Labels): boolean =>
  Object.keys({ ...mine, ...theirs, ...opened }).some(
    (list) =>
      !sameIds(opened[list], mine[list]) &&
      !sameIds(opened[list], theirs[list]) &&
      !sameIds(mine[list], theirs[list]),
  );

/** Returns the current labels with the edited lists replaced; null if no list was edited. */
function mergedLabels(opened: Labels, edited: Labels, current: Labels): Labels | null {
  const lists = [...new Set([...Object.keys(opened), ...Object.keys(edited)])];
  const changed = lists.filter((list) => !sameIds(opened[list], edited[list]));
  if (changed.length === 0) return null;
  const unchanged = Object.entries(current).filter(([list]) => !changed.includes(list));
  const changedEntries = changed.flatMap((list) => {
    const ids = edited[list] ?? [];
    return ids.length === 0 ? [] : [[list, ids] as const];
  });
  return Object.fromEntries([...unchanged, ...changedEntries]);
}

const sameIds = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));

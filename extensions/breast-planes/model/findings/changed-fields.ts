import type { Finding } from '#contracts';
import { SIZE_FIELDS, type SizeField } from '#findings';

/** Fields of a finding's form; a null size is measured from the marks. */
export type EditableFields = Pick<Finding, 'note' | SizeField>;

const FIELDS = ['note', ...SIZE_FIELDS] as const;

/** Returns the fields that the reader changed in a form; empty if nothing changed. */
export function changedFields(
  opened: EditableFields,
  edited: EditableFields,
): Partial<EditableFields> {
  const changed = FIELDS.filter((field) => opened[field] !== edited[field]);
  return Object.fromEntries(changed.map((field) => [field, edited[field]]));
}

/**
 * Returns the fields that both the form and other users changed to different values; saving the
 * form would overwrite the other users' values.
 */
export const replacedFields = (
  opened: EditableFields,
  edited: EditableFields,
  current: EditableFields,
): readonly (keyof EditableFields)[] =>
  FIELDS.filter(
    (field) =>
      opened[field] !== edited[field] &&
      opened[field] !== current[field] &&
      edited[field] !== current[field],
  );

import * as z from 'zod';
import type { Finding } from '#contracts';
import { MAX_SIZE_UM, SIZE_FIELDS, type SizeField, typedSizes } from '#findings';
import { formatFixed } from '#foundation';
import { changedFields, type EditableFields } from './changed-fields.ts';

/** Maximum size in mm that the form accepts. */
export const MAX_SIZE_MM = MAX_SIZE_UM / 1000;

const sizesSchema = z.object({
  massLengthUm: z.string(),
  massWidthUm: z.string(),
  massHeightUm: z.string(),
});
const formSchema = z.strictObject({ note: z.string(), sizes: sizesSchema });

/** Entries of a finding's form as typed; sizes in mm, empty for measured sizes. */
export type FindingForm = z.infer<typeof formSchema>;

export function formOf(finding: Finding): FindingForm {
  const typed = typedSizes(finding);
  const text = (field: SizeField): string =>
    typed.includes(field) ? String((finding[field] ?? 0) / 1000) : '';
  return {
    note: finding.note ?? '',
    sizes: {
      massLengthUm: text('massLengthUm'),
      massWidthUm: text('massWidthUm'),
      massHeightUm: text('massHeightUm'),
    },
  };
}

/** Converts the entries to fields of the finding; an invalid size becomes null. */
export function fieldsOfForm({ note, sizes }: FindingForm): EditableFields {
  const trimmedNote = note.trim();
  return {
    note: trimmedNote === '' ? null : trimmedNote,
    massLengthUm: micrometresOf(sizes.massLengthUm) ?? null,
    massWidthUm: micrometresOf(sizes.massWidthUm) ?? null,
    massHeightUm: micrometresOf(sizes.massHeightUm) ?? null,
  };
}

/** Returns the sizes whose text is no possible size. */
export const invalidSizes = ({ sizes }: FindingForm): readonly SizeField[] =>
  SIZE_FIELDS.filter((field) => micrometresOf(sizes[field]) === undefined);

/** Returns a measured size in mm as placeholder; empty without a size. */
export const measuredText = (finding: Finding, field: SizeField): string => {
  const um = finding[field];
  return um === null ? '' : formatFixed(um / 1000, 1);
};

/**
 * Converts typed millimetres to micrometres; null for an empty field, undefined for an impossible
 * size.
 */
function micrometresOf(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const um = Math.round(Number(trimmed) * 1000);
  return um > 0 && um <= MAX_SIZE_UM ? um : undefined;
}

const draftSchema = z.object({ opened: formSchema, form: formSchema });

/** Unsaved entries of a form, with the values at its opening for the comparison with later edits. */
export type FindingDraft = z.infer<typeof draftSchema>;

/** Returns the form id under which the entries for a finding are stored in this browser. */
export const findingDraftId = (findingId: string): string => `finding-edit#${findingId}`;

/** Parses stored entries; null for none and for those of another version of the form. */
export function parseFindingDraft(stored: unknown): FindingDraft | null {
  return draftSchema.safeParse(stored).data ?? null;
}

/** Returns whether the entries differ from the values at the opening of the form. */
export function hasEntries({ opened, form }: FindingDraft): boolean {
  if (invalidSizes(form).length > 0) return true;
  const changes = changedFields(fieldsOfForm(opened), fieldsOfForm(form));
  return Object.keys(changes).length > 0;
}

import * as z from 'zod';
import { reportContentSchema } from '#contracts';

const draftSchema = z.object({
  id: z.uuid(),
  /** Version of the stored report that the content changes; null for a new report. */
  baseVersion: z.number().int().positive().nullable(),
  content: reportContentSchema,
});

/** Content of a report being written, as this page knows it. */
export type ReportDraft = z.output<typeof draftSchema>;

/** Returns a stored draft; null for a value in another form, e.g. of an earlier version. */
export function parseDraft(value: unknown): ReportDraft | null {
  const parsed = draftSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

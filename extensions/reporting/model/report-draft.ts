import * as z from 'zod';
import { type Report, type ReportContent, reportContentSchema } from '#contracts';

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

/** Compares as the schema orders the fields, because a stored copy has lost the order of the page. */
export const sameContent = (a: ReportContent, b: ReportContent): boolean =>
  JSON.stringify(reportContentSchema.parse(a)) === JSON.stringify(reportContentSchema.parse(b));

/** Returns the draft of this browser, or null if the server has the same content. */
export const unstoredDraft = (
  draft: ReportDraft | null,
  stored: Pick<Report, 'content'> | null,
): ReportDraft | null =>
  draft !== null && stored !== null && sameContent(draft.content, stored.content) ? null : draft;

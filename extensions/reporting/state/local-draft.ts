import * as z from 'zod';
import { reportContentSchema } from '#contracts';
import type { FormDrafts } from '#core';

const draftSchema = z.object({
  id: z.uuid(),
  /** Version of the stored report that the content changes; null for a new report. */
  baseVersion: z.number().int().positive().nullable(),
  content: reportContentSchema,
});

/** Content of a report being written, as this page knows it. */
export type ReportDraft = z.output<typeof draftSchema>;

/** Copies of unsaved reports in this browser, by study; they survive a reload and a crash. */
export interface LocalDrafts {
  /** Returns the unsaved draft of a study; null without one, and for one of another version. */
  read(studyId: string): ReportDraft | null;
  write(studyId: string, draft: ReportDraft): void;
  remove(studyId: string): void;
}

export function createLocalDrafts(forms: FormDrafts): LocalDrafts {
  const formOf = (studyId: string): string => `report.${studyId}`;
  return {
    read(studyId) {
      const parsed = draftSchema.safeParse(forms.read(formOf(studyId)));
      return parsed.success ? parsed.data : null;
    },
    write: (studyId, draft) => forms.write(formOf(studyId), draft),
    remove: (studyId) => forms.remove(formOf(studyId)),
  };
}

import type { FormDrafts } from '#core';
import { parseDraft, type ReportDraft } from '../model/report-draft.ts';

/** Copies of unsaved reports in this browser, by study; they survive a reload and a crash. */
export interface LocalDrafts {
  /** Returns the unsaved draft of a study; null without one. */
  read(studyId: string): ReportDraft | null;
  write(studyId: string, draft: ReportDraft): void;
  remove(studyId: string): void;
  /** Text of an addendum that is being written; null without one. */
  readAddendum(studyId: string): string | null;
  /** Null removes the text. */
  writeAddendum(studyId: string, text: string | null): void;
}

export function createLocalDrafts(forms: FormDrafts): LocalDrafts {
  const formOf = (studyId: string): string => `report.${studyId}`;
  const addendumOf = (studyId: string): string => `report-addendum.${studyId}`;
  return {
    read: (studyId) => parseDraft(forms.read(formOf(studyId))),
    write: (studyId, draft) => forms.write(formOf(studyId), draft),
    remove: (studyId) => forms.remove(formOf(studyId)),
    readAddendum(studyId) {
      const text = forms.read(addendumOf(studyId));
      return typeof text === 'string' ? text : null;
    },
    writeAddendum(studyId, text) {
      if (text === null) forms.remove(addendumOf(studyId));
      else forms.write(addendumOf(studyId), text);
    },
  };
}

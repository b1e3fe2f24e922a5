import { menopause, pregnancy, type Study, smoking, studyPriority } from '#contracts';
import type { MergeField } from '../forms/merge.ts';
import type { Lists } from '../forms/use-lists.ts';
import { studyTexts } from '../texts/study-texts.ts';

/** Editable fields of a study: pre-scan information and priority. */
export type StudyEntries = Pick<
  Study,
  | ('accessionNumber' | 'priority' | 'indications' | 'imagingHistory' | 'followUp')
  | ('menopause' | 'pregnancy' | 'smoking')
>;

export const NEW_STUDY: StudyEntries = {
  accessionNumber: '',
  priority: 'ROUTINE',
  indications: [],
  imagingHistory: [],
  followUp: [],
  menopause: null,
  pregnancy: null,
  smoking: null,
};

export function entriesOfStudy(study: Study): StudyEntries {
  return {
    accessionNumber: study.accessionNumber ?? '',
    priority: study.priority,
    indications: study.indications,
    imagingHistory: study.imagingHistory,
    followUp: study.followUp,
    menopause: study.menopause,
    pregnancy: study.pregnancy,
    smoking: study.smoking,
  };
}

const texts = studyTexts.form;

/** Fields of the merge view, in the order of the form. */
export function studyMergeFields(lists: Lists): readonly MergeField<StudyEntries>[] {
  const labelsOf = (listId: string, ids: readonly string[]): string =>
    ids.map((id) => lists.label(listId, id)).join(', ');
  return [
    {
      id: 'accessionNumber',
      label: texts.accession,
      format: ({ accessionNumber }) => accessionNumber ?? '',
    },
    { id: 'priority', label: texts.priority, format: (of) => studyPriority.labels[of.priority] },
    {
      id: 'indications',
      label: texts.indications,
      format: (of) => labelsOf('EXAM_INDICATION', of.indications),
    },
    {
      id: 'imagingHistory',
      label: texts.imagingHistory,
      format: (of) => labelsOf('IMAGING_HISTORY', of.imagingHistory),
    },
    { id: 'followUp', label: texts.followUp, format: (of) => labelsOf('FOLLOW_UP', of.followUp) },
    {
      id: 'menopause',
      label: texts.menopause,
      format: (of) => (of.menopause === null ? '' : menopause.labels[of.menopause]),
    },
    {
      id: 'pregnancy',
      label: texts.pregnancy,
      format: (of) => (of.pregnancy === null ? '' : pregnancy.labels[of.pregnancy]),
    },
    {
      id: 'smoking',
      label: texts.smoking,
      format: (of) => (of.smoking === null ? '' : smoking.labels[of.smoking]),
    },
  ];
}

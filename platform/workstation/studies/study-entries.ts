import { menopause, pregnancy, type Study, smoking, studyPriority } from '#contracts';
import type { MergeField } from '../forms/merge.ts';
import type { Lists } from '../forms/use-lists.ts';
import { palpableText } from '../palpable/palpable-text.ts';
import { clinicalTexts } from '../texts/clinical-texts.ts';
import { studyTexts } from '../texts/study-texts.ts';

/** Editable fields of a study: pre-scan information and priority. */
export type StudyEntries = Pick<
  Study,
  | ('accessionNumber' | 'priority' | 'indications' | 'imagingHistory' | 'followUp' | 'palpable')
  | ('menopause' | 'pregnancy' | 'smoking')
>;

/** Initial values of the form for a new study. */
export const NEW_STUDY: StudyEntries = {
  accessionNumber: '',
  priority: 'ROUTINE',
  indications: [],
  imagingHistory: [],
  followUp: [],
  palpable: [],
  menopause: null,
  pregnancy: null,
  smoking: null,
};

/** Returns the form values of a study; an unknown accession number is empty. */
export function entriesOfStudy(study: Study): StudyEntries {
  return {
    accessionNumber: study.accessionNumber ?? '',
    priority: study.priority,
    indications: study.indications,
    imagingHistory: study.imagingHistory,
    followUp: study.followUp,
    palpable: study.palpable,
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
    {
      id: 'priority',
      label: texts.priority,
      format: (entries) => studyPriority.labels[entries.priority],
    },
    {
      id: 'indications',
      label: texts.indications,
      format: (entries) => labelsOf('EXAM_INDICATION', entries.indications),
    },
    {
      id: 'palpable',
      label: clinicalTexts.palpablePlaces,
      format: (entries) => palpableText(entries.palpable),
    },
    {
      id: 'imagingHistory',
      label: texts.imagingHistory,
      format: (entries) => labelsOf('IMAGING_HISTORY', entries.imagingHistory),
    },
    {
      id: 'followUp',
      label: texts.followUp,
      format: (entries) => labelsOf('FOLLOW_UP', entries.followUp),
    },
    {
      id: 'menopause',
      label: texts.menopause,
      format: (entries) => (entries.menopause === null ? '' : menopause.labels[entries.menopause]),
    },
    {
      id: 'pregnancy',
      label: texts.pregnancy,
      format: (entries) => (entries.pregnancy === null ? '' : pregnancy.labels[entries.pregnancy]),
    },
    {
      id: 'smoking',
      label: texts.smoking,
      format: (entries) => (entries.smoking === null ? '' : smoking.labels[entries.smoking]),
    },
  ];
}

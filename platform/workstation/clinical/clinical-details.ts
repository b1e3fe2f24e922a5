import { menopause, type Patient, pregnancy, type Study, smoking } from '#contracts';
import type { Lists } from '../forms/use-lists.ts';
import { palpableText } from '../palpable/palpable-text.ts';
import { clinicalTexts as texts } from '../texts/clinical-texts.ts';

type Detail = readonly [label: string, value: string];

/** Clinical information of a study; empty texts are unknown. */
export interface ClinicalDetails {
  readonly indication: string;
  /** Places where a lump can be felt. */
  readonly palpable: string;
  /** Earlier cancer and imaging in one line. */
  readonly history: string;
  /** All known fields, the most important to the reader first. */
  readonly all: readonly Detail[];
}

/** Returns the clinical information in words. */
export function clinicalDetails(
  study: Study,
  patient: Pick<Patient, 'cancerHistory'> | null,
  lists: Pick<Lists, 'label'>,
): ClinicalDetails {
  const labelsOf = (listId: string, ids: readonly string[]): string =>
    ids.map((id) => lists.label(listId, id)).join(', ');
  const indication = labelsOf('EXAM_INDICATION', study.indications);
  const cancer = labelsOf('CANCER_HISTORY', patient?.cancerHistory ?? []);
  const imaging = labelsOf('IMAGING_HISTORY', study.imagingHistory);
  const palpable = palpableText(study.palpable);
  const all: readonly Detail[] = [
    [texts.indication, indication],
    [texts.palpable, palpable],
    [texts.cancerHistory, cancer],
    [texts.imagingHistory, imaging],
    [texts.followUp, labelsOf('FOLLOW_UP', study.followUp)],
    [texts.menopause, study.menopause === null ? '' : menopause.labels[study.menopause]],
    [texts.pregnancy, study.pregnancy === null ? '' : pregnancy.labels[study.pregnancy]],
    [texts.smoking, study.smoking === null ? '' : smoking.labels[study.smoking]],
    [texts.accession, study.accessionNumber ?? ''],
  ];
  return {
    indication,
    palpable,
    history: [cancer, imaging].filter((text) => text !== '').join(', '),
    all: all.filter(([, value]) => value !== ''),
  };
}

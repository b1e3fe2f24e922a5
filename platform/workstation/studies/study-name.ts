import type { ListedStudy } from '#contracts';
import { dayOf } from '#foundation';
import { patientName } from '../patients/shared/patient-name.ts';
import { studyTexts } from '../texts/study-texts.ts';

/** What a study is called to whoever looks: the patient, or an alias for who may not know her. */
export function studyName({ who, id }: Pick<ListedStudy, 'who' | 'id'>): string {
  return who === null ? studyTexts.alias(id) : patientName(who);
}

/** Name and day, where a study stands alone. */
export function studyTitle(study: Pick<ListedStudy, 'who' | 'id' | 'createdAt'>): string {
  return `${studyName(study)}, ${dayOf(study.createdAt)}`;
}

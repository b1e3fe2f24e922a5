import type { ListedStudy } from '#contracts';
import { dayTextOf } from '#foundation';
import { patientName } from '../patients/shared/patient-name.ts';
import { studyTexts } from '../texts/study-texts.ts';

/** Returns the patient's name, or an alias when the user may not see names. */
export function studyName({ who, id }: Pick<ListedStudy, 'who' | 'id'>): string {
  return who === null ? studyTexts.alias(id) : patientName(who);
}

/** Returns name and day of a study. */
export function studyTitle(study: Pick<ListedStudy, 'who' | 'id' | 'createdAt'>): string {
  return `${studyName(study)}, ${dayTextOf(study.createdAt)}`;
}

import type { Patient } from '#contracts';
import type { Application } from '../../start/application.ts';
import { patientTexts } from '../../texts/patient-texts.ts';

/** Opens the last study of a patient; false, and a word about it, where there is none yet. */
export function openPatient(
  { services }: Pick<Application, 'services'>,
  { lastStudyId }: Pick<Patient, 'lastStudyId'>,
  go: (path: string) => void,
): boolean {
  if (lastStudyId !== null) {
    go(`/scan?study=${lastStudyId}`);
    return true;
  }
  services.notices.show('info', patientTexts.noStudyYet);
  return false;
}

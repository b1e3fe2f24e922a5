import type { Patient } from '#contracts';
import type { Application } from '../../application/application.ts';
import { patientTexts } from '../../texts/patient-texts.ts';

/** Opens the last study of a patient; shows a notice and returns false without a study. */
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

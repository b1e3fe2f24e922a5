import { listOf } from './list-of.ts';

/** Errors of patients, studies, scans and devices. */
export const recordMessages = {
  PATIENT_WITHHELD: 'Blind annotators can’t see who the patient is.',
  PATIENT_CODE_TAKEN: 'Another patient has this code.',
  PATIENT_HAS_STUDIES: 'The patient has studies. Delete them first.',
  STUDY_ID_TAKEN: 'Another study has this ID.',
  STUDY_BEING_CREATED: 'Another call is creating this study.',
  ACCESSION_TAKEN: 'Another study has this accession number.',
  STUDY_HAS_SCANS: 'The study has scans. Delete them first.',
  BLIND_CLAIM: 'Blind annotators can’t claim a study, because other users would see it.',
  STUDY_CLAIMED: ({ name }: { readonly name: string }) => `${name} is reading this study.`,
  STUDY_JUST_RELEASED: 'Another user has just released the study. Try again.',
  SCAN_ID_TAKEN: 'Another scan has this ID.',
  SCAN_OF_ANOTHER_DEVICE: 'Another device is recording this scan.',
  SCAN_NOT_COMPLETED: 'The scan is not completed.',
  SCAN_RUNNING: 'The scan is being recorded. Complete or restart it first.',
  SCAN_PROTOCOL_FIXED: 'The protocol can’t change after the scan has started.',
  SCAN_FRAMES_MISSING: 'The scan is incomplete: frames are missing.',
  SCAN_SWEEPS_MISSING: ({ sweeps }: { readonly sweeps: readonly string[] }) =>
    sweeps.length === 1
      ? `The scan is incomplete: raw sweep ${listOf(sweeps)} is missing.`
      : `The scan is incomplete: raw sweeps ${listOf(sweeps)} are missing.`,
  SCAN_STATE_STEP: ({ from, to }: { readonly from: string; readonly to: string }) =>
    `A scan can’t change from state ${from} to ${to}.`,
  SCAN_ATTEMPT_OVER: ({
    attempt,
    current,
  }: {
    readonly attempt: number;
    readonly current: number;
  }) => `Attempt ${attempt} is over. The scan is in attempt ${current}.`,
  NIPPLE_MODEL_MISSING: 'This site has no model that locates the nipple. Set the nipple by hand.',
  VOLUME_PENDING: 'The scan has no volume yet. Wait until it is reconstructed.',
  VOLUME_CHANGED: 'The volume of the scan has changed in the meantime. Try again.',
  DEVICE_ID_TAKEN: 'Another device has this ID.',
  SERIAL_NUMBER_TAKEN: 'Another device has this serial number.',
  SCANNER_JUST_TAKEN: 'Another user just took the scanner. Try again.',
  SCANNER_IN_USE: ({ name }: { readonly name: string }) => `${name} is using this scanner.`,
};

import { listOf } from './list-of.ts';

/** Parts of a scan whose change prevents the undo of a correction. */
const CORRECTED_PARTS = {
  SIDE: 'side',
  POSITION: 'position',
  STUDY: 'study',
  NIPPLE: 'nipple',
  DENSITY: 'density',
  REVIEW: 'review',
  FINDINGS: 'findings',
} as const;
export type CorrectedPart = keyof typeof CORRECTED_PARTS;

/** Errors of patients, studies, scans and devices. */
export const recordMessages = {
  PATIENT_WITHHELD: 'Blind annotators can’t see who the patient is.',
  REVIEW_OF_OTHER_USER:
    'Only the reviewer can withdraw a verdict. Approve or disapprove the scan instead.',
  NOT_REVIEWED: 'The scan has no verdict.',
  NOTE_OF_OTHER_USER: 'Only the author can change or delete a note on a finding.',
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
  STUDY_OF_EARLIER_VISIT:
    'The study belongs to an earlier visit. Show the studies again and choose one.',
  SCAN_OF_ANOTHER_DEVICE: 'Another device is recording this scan.',
  SCAN_NOT_COMPLETED: 'The scan is not completed.',
  DEVICE_RECORDING: 'The scanner is recording a scan. Stop the scan first.',
  SCAN_RUNNING: ({ device }: { readonly device: string }) =>
    `The scan is being recorded by ${device}; stop the scan first.`,
  SCAN_HAS_JOB: 'A job is processing this scan. Wait until it has ended, or stop it.',
  SCAN_NOT_DELETED: 'The scan is not deleted.',
  SCAN_STUDY_DELETED: 'The study of this scan was deleted. The scan can’t be restored.',
  SCAN_NOTHING_TO_CORRECT: 'The scan already has these values.',
  CORRECTION_NOT_LAST: 'Only the last correction of a scan can be undone.',
  CORRECTION_UNDONE: 'This correction was already undone.',
  CORRECTION_OUTDATED: ({ changed }: { readonly changed: readonly CorrectedPart[] }) =>
    `The correction can’t be undone. Changed since then: ${listOf(changed.map((part) => CORRECTED_PARTS[part]))}. Correct the scan again instead.`,
  SCAN_PROTOCOL_FIXED: 'The protocol can’t change after the scan has started.',
  SCAN_POSITION_FIXED:
    'The position can’t change after the scan has started. Correct the scan instead.',
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
  FINDING_PROVIDER_ADDRESS: ({ origin }: { readonly origin: string }) =>
    `The site does not permit the address ${origin} for models. An administrator can add it to aiAddresses.`,
  VOLUME_PENDING: 'The scan has no volume yet. Wait until it is reconstructed.',
  ORIENTATION_NOT_IMPORTED:
    'Only the orientation of an imported volume can be corrected. A scanner states its own.',
  ORIENTATION_HAS_FINDINGS:
    'The scan has findings, whose marks would lie in other tissue after the correction. Delete them, correct the orientation, then mark them again.',
  ORIENTATION_HAS_NIPPLE:
    'The scan has a nipple, which would lie in other tissue after the correction. Remove it, correct the orientation, then set it again.',
  ORIENTATION_BEING_READ:
    'Another user has this scan open. Ask them to close it, then correct the orientation.',
  VOLUME_CHANGED: 'The volume of the scan has changed in the meantime. Try again.',
  DEVICE_ID_TAKEN: 'Another device has this ID.',
  SERIAL_NUMBER_TAKEN: 'Another device has this serial number.',
  SCANNER_JUST_TAKEN: 'Another user just took the scanner. Try again.',
  SCANNER_IN_USE: ({ name }: { readonly name: string }) => `${name} is using this scanner.`,
};

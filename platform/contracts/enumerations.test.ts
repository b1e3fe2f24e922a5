import { describe, expect, it } from 'vitest';
import {
  acquisitionFilter,
  archiveStatus,
  attachmentType,
  BREAST_DENSITIES,
  bodyPart,
  type CodeList,
  cloudSyncJobType,
  cloudSyncStatus,
  cronJobType,
  effectiveLists,
  encryption,
  ethnicity,
  FEATURES,
  fileCategory,
  fileEncoding,
  generator,
  imagePanelSize,
  jobStatus,
  jobType,
  laterality,
  markType,
  measurementUnit,
  menopause,
  nippleStatus,
  patientPosition,
  planeView,
  pregnancy,
  recurrence,
  relationType,
  role,
  SCAN_ERROR_CODES,
  scanProtocol,
  scanSide,
  scanState,
  sex,
  smoking,
} from '#contracts';

const sorted = (codes: readonly string[]): string => [...codes].sort().join(' ');

/** Code lists with the codes of the specification, separated by spaces. */
const CODE_LISTS: readonly (readonly [string, CodeList<string>, string])[] = [
  ['laterality', laterality, 'L R B'],
  ['scan side, which is never bilateral', scanSide, 'L R'],
  ['role', role, 'ADMIN OPERATOR PHYSICIAN VIEWER BLIND_ANNOTATOR'],
  ['generator', generator, 'USER AI AIAD'],
  [
    'mark type',
    markType,
    'ARROW ELLIPTICAL FREEHAND LENGTH TEXT SELECTMARK PLANELOCATOR CROSS BOUNDING_BOX',
  ],
  ['plane view', planeView, 'SAG COR RAD TRA CEN PER'],
  ['menopause', menopause, 'PRE PERI POST'],
  ['smoking', smoking, 'NO SMOKER'],
  ['pregnancy', pregnancy, 'NO PREGNANT'],
  ['patient position', patientPosition, 'SUPINE STANDING'],
  ['scan protocol', scanProtocol, 'FULL UQQ'],
  ['body part', bodyPart, 'L_BREAST R_BREAST'],
  ['sex', sex, 'MALE FEMALE'],
  ['ethnicity', ethnicity, 'NATIVE ASIAN BLACK HISP PACI WHITE OTHER'],
  [
    'scan file category',
    fileCategory,
    'SCAN_IMAGE RAW VOLUME3D FINDING_THUMB CONTOURS BREAST_SKIN BREAST_NIPPLE SEGMENT_MASK',
  ],
  ['attachment type', attachmentType, 'MAMMOGRAM ULTRASOUND MRI REPORT'],
  ['acquisition filter', acquisitionFilter, 'FAMODE1 FAMODE2 FAMODE3 FAMODE4'],
  ['encryption', encryption, 'NONE AES256'],
  ['file encoding', fileEncoding, 'NONE GZIP'],
  ['measurement unit', measurementUnit, 'IN FT CM M LBS KG'],
  ['image panel size', imagePanelSize, 'MAXIMIZED MINIMIZED AUTOSIZE'],
  ['recurrence', recurrence, 'DAILY WEEKLY ANNUALLY'],
  ['cron job type', cronJobType, 'TEST_JOB CLOUD_SYNC'],
  ['job type', jobType, 'R3D AUTO_DETECTION DICOM_3D_TO_PACS'],
  ['relation', relationType, 'USER_TO_ML'],
  ['scan state', scanState, 'N I C'],
  ['job status', jobStatus, 'NOT_STARTED IN_PROGRESS COMPLETED FAILED CANCELLED'],
  ['archive-send status', archiveStatus, 'NOT_STARTED IN_PROGRESS COMPLETED FAILED'],
  [
    'cloud sync status',
    cloudSyncStatus,
    'NOT_STARTED SYNCING CANCELLED OFFLINE FAILED DONE STOPPING',
  ],
  [
    'cloud sync job type',
    cloudSyncJobType,
    'SYNC_ALL_AUTO SYNC_ALL_MANUAL DOWNLOAD_ALL SYNC_PATIENT',
  ],
  ['nipple status', nippleStatus, 'NOT_SET NOT_CONFIRMED PREVIOUSLY_SET JUST_SET'],
];

/** Built-in lists with the item ids of the specification, separated by spaces. */
const LISTS = [
  ['BIRADS', 'B0 B1 B2 B3 B4A B4B B4C B5 B6'],
  ['MARGIN', 'CIRCUMSCRIBE INDIS ANG MICROLOBULATE SPICULATE'],
  ['ECHO_PATTERN', 'ANCH HYPERECHOIC HYPOECHOIC ISOECHOIC HETEROGENEOUS'],
  ['POSTERIOR', 'NONE SHADOW ENH COMB'],
  ['ORIENTATION', 'PAR NOT_PAR'],
  [
    'MASS_TYPE',
    'SC COMP_C_SOL_MASS MASS COMP_C INTRA_NODE FLUID_SURGICAL FLUID_ABSCESS FAT_NECRO SCAT_CALC',
  ],
  ['SHAPE', 'OVAL ROUND IRREG'],
  ['BREAST_DENSITY', 'FATTY FIBRO HETERO EXTREME'],
  [
    'CANCER_HISTORY',
    'FAMILY LUMP_R LUMP_L LUMP MAST_R MAST_L MAST PRIOR_CANCER OVA_CANCER OTHER_CANCER PRIOR_CHEST_RAD',
  ],
  ['IMAGING_HISTORY', 'MAMMO MRI TARUS'],
  ['EXAM_INDICATION', 'MASS ABN_MRI HRISKSCR SCR_YPL DENSE NIPDISCHARGE FOCPAIN OTHER'],
  ['FOLLOW_UP', 'MAMMO TARG ATUSA ULTRASOUND MRI'],
  ['RECOMMENDATION', 'MAMMO ULTRASOUND MRI'],
  ['RECOMM_TYPE', 'BIRAD_0 BIRAD_1_2 BIRAD_3 BIRAD_4 BIRAD_5 BIRAD_6'],
] as const;

const itemsOf = (listId: string) => effectiveLists({}).get(listId)?.items ?? [];
const labelsOf = (listId: string) =>
  Object.fromEntries(itemsOf(listId).map(({ id, label }) => [id, label]));

describe('the codes of the specification', () => {
  it.each(CODE_LISTS)('are complete: %s', (_name, list, codes) => {
    expect(sorted(list.codes)).toBe(sorted(codes.split(' ')));
    for (const code of codes.split(' ')) {
      expect(list.schema.safeParse(code).success, code).toBe(true);
    }
    expect(list.schema.safeParse('NO_SUCH_CODE').success).toBe(false);
  });

  it.each(LISTS)('are complete: list %s', (listId, ids) => {
    expect(sorted(itemsOf(listId).map(({ id }) => id))).toBe(sorted(ids.split(' ')));
  });

  it('name four densities from least to most dense', () => {
    expect(BREAST_DENSITIES.join(' ')).toBe('FATTY FIBRO HETERO EXTREME');
  });

  it('name every application feature', () => {
    const specified = [
      'ADMIN_ACCOUNT ADMIN_DEVICE PATIENT_VIEW PATIENT_CREATE STUDY_VIEW STUDY_CREATE ANTN_VIEW',
      'ANTN_CREATE REPORT_VIEW REPORT_CREATE DEV_SET_VIEW DEV_SET_UPDATE CRON_JOB_VIEW',
      'CRON_JOB_UPDATE PATIENT_ATTACH_V PATIENT_ATTACH_C PATIENT_ATTACH_U PATIENT_ATTACH_D',
      'USER_PREF_V USER_PREF_C USER_PREF_U USER_PREF_D',
    ].join(' ');
    expect(sorted(FEATURES)).toBe(sorted(specified.split(' ')));
  });

  it('name every error of the scan service', () => {
    const specified = [
      'NoError UnknownError TooMuchMovement TooManyShadows WaterCriticallyLow MotorStallDetected',
      'HardwareError IncompatibleFirmware ImageSaveFailed DiskSpaceIsFull ScanServiceNotAvailable',
    ].join(' ');
    expect(sorted(SCAN_ERROR_CODES)).toBe(sorted(specified.split(' ')));
  });
});

describe('the meanings of the specification', () => {
  it('are the labels of codes whose name differs from their label', () => {
    expect(role.labels.PHYSICIAN).toBe('Interpreter');
    expect(generator.labels).toMatchObject({ AI: 'AI Segment', AIAD: 'AI Auto Detect' });
    expect(laterality.labels).toEqual({ L: 'Left', R: 'Right', B: 'Bilateral' });
    expect(cloudSyncStatus.labels.NOT_STARTED).toBe('Ready');
    expect(scanState.labels).toEqual({
      N: 'Not started',
      I: 'Started, incomplete',
      C: 'Completed',
    });
    expect(jobType.labels.R3D).toBe('3D reconstruction');
    expect(labelsOf('MASS_TYPE').SC).toBe('Simple cyst');
  });

  it('are the labels of the BI-RADS categories', () => {
    expect(labelsOf('BIRADS')).toEqual({
      B0: 'Incomplete',
      B1: 'Negative',
      B2: 'Benign',
      B3: 'Probably benign',
      B4A: 'Low suspicion of malignancy',
      B4B: 'Moderate suspicion of malignancy',
      B4C: 'High suspicion of malignancy',
      B5: 'Highly suggestive of malignancy',
      B6: 'Biopsy-proven malignancy',
    });
    expect(itemsOf('BIRADS').map(({ code }) => code)).toEqual('0 1 2 3 4A 4B 4C 5 6'.split(' '));
  });

  it('are the labels of the recommendation types', () => {
    expect(labelsOf('RECOMM_TYPE')).toEqual({
      BIRAD_0: 'Additional imaging',
      BIRAD_1_2: 'Routine annual screening',
      BIRAD_3: 'Follow-up after six months',
      BIRAD_4: 'Biopsy, guided by imaging',
      BIRAD_5: 'Biopsy, guided by imaging',
      BIRAD_6: 'Surgical excision when clinically appropriate',
    });
  });
});

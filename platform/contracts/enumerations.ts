import * as z from 'zod';

/** A closed list of codes with display labels. */
export interface CodeList<Code extends string> {
  readonly codes: readonly Code[];
  readonly labels: Readonly<Record<Code, string>>;
  readonly schema: z.ZodType<Code, Code>;
}

function codeList<const Labels extends Readonly<Record<string, string>>>(
  labels: Labels,
): CodeList<Extract<keyof Labels, string>> {
  type Code = Extract<keyof Labels, string>;
  const codes = Object.keys(labels) as Code[];
  return { codes, labels, schema: z.enum(codes) as unknown as z.ZodType<Code, Code> };
}

export type CodeOf<List> = List extends CodeList<infer Code> ? Code : never;

export const laterality = codeList({ L: 'Left', R: 'Right', B: 'Bilateral' });
export type Laterality = CodeOf<typeof laterality>;

/** Side of a scan; bilateral exists for attachments and reports only. */
export const scanSide = codeList({ L: 'Left', R: 'Right' });
export type ScanSide = CodeOf<typeof scanSide>;

export const role = codeList({
  ADMIN: 'Administrator',
  OPERATOR: 'Operator',
  PHYSICIAN: 'Interpreter',
  VIEWER: 'Viewer',
  BLIND_ANNOTATOR: 'Blind annotator',
});
export type Role = CodeOf<typeof role>;

export const generator = codeList({ USER: 'User', AI: 'AI Segment', AIAD: 'AI Auto Detect' });
export type Generator = CodeOf<typeof generator>;

export const markType = codeList({
  ARROW: 'Arrow',
  ELLIPTICAL: 'Ellipse',
  FREEHAND: 'Freehand',
  LENGTH: 'Length',
  TEXT: 'Text',
  SELECTMARK: 'Select',
  PLANELOCATOR: 'Plane locator',
  CROSS: 'Cross',
  BOUNDING_BOX: 'Bounding box',
});
export type MarkType = CodeOf<typeof markType>;

export const planeView = codeList({
  SAG: 'Sagittal',
  COR: 'Coronal',
  RAD: 'Radial',
  TRA: 'Transverse',
  CEN: 'Central raw',
  PER: 'Peripheral raw',
});
export type PlaneView = CodeOf<typeof planeView>;

export const sex = codeList({ FEMALE: 'Female', MALE: 'Male' });
export type Sex = CodeOf<typeof sex>;

export const scanProtocol = codeList({ FULL: 'Full', UQQ: 'Upper quadrants' });
export type ScanProtocol = CodeOf<typeof scanProtocol>;

export const patientPosition = codeList({ SUPINE: 'Supine', STANDING: 'Standing' });
export type PatientPosition = CodeOf<typeof patientPosition>;

export const scanState = codeList({ N: 'Not started', I: 'Started, incomplete', C: 'Completed' });
export type ScanState = CodeOf<typeof scanState>;

export const jobStatus = codeList({
  NOT_STARTED: 'Waiting',
  IN_PROGRESS: 'Running',
  COMPLETED: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
});
export type JobStatus = CodeOf<typeof jobStatus>;

export const jobType = codeList({
  R3D: '3D reconstruction',
  AUTO_DETECTION: 'Auto detection',
  DICOM_3D_TO_PACS: 'Transfer to archive',
});
export type JobType = CodeOf<typeof jobType>;

export const fileCategory = codeList({
  SCAN_IMAGE: 'Raw frame',
  RAW: 'Raw sweep',
  VOLUME3D: '3D volume',
  FINDING_THUMB: 'Finding thumbnail',
  CONTOURS: 'Contours',
  BREAST_SKIN: 'Skin surface',
  BREAST_NIPPLE: 'Nipple',
  SEGMENT_MASK: 'Segmentation mask',
});
export type FileCategory = CodeOf<typeof fileCategory>;

export const fileEncoding = codeList({ NONE: 'Plain', GZIP: 'Compressed' });
export type FileEncoding = CodeOf<typeof fileEncoding>;

export const encryption = codeList({ NONE: 'Plain', AES256: 'Encrypted (AES-256)' });
export type Encryption = CodeOf<typeof encryption>;

/**
 * Role of a VOLUME3D file: only PRIMARY is returned as the latest volume; the others belong to a
 * primary file.
 */
export const fileRole = codeList({
  PRIMARY: 'Primary',
  PYRAMID: 'Pyramid level',
  COVERAGE: 'Coverage mask',
});
export type FileRole = CodeOf<typeof fileRole>;

export const bodyPart = codeList({ L_BREAST: 'Left breast', R_BREAST: 'Right breast' });
export type BodyPart = CodeOf<typeof bodyPart>;

export const menopause = codeList({
  PRE: 'Premenopausal',
  PERI: 'Perimenopausal',
  POST: 'Postmenopausal',
});
export type Menopause = CodeOf<typeof menopause>;

export const smoking = codeList({ NO: 'Does not smoke', SMOKER: 'Smoker' });
export type Smoking = CodeOf<typeof smoking>;

export const pregnancy = codeList({ NO: 'Not pregnant', PREGNANT: 'Pregnant' });
export type Pregnancy = CodeOf<typeof pregnancy>;

export const ethnicity = codeList({
  NATIVE: 'American Indian or Alaska Native',
  ASIAN: 'Asian',
  BLACK: 'Black or African American',
  HISP: 'Hispanic or Latina',
  PACI: 'Native Hawaiian or Pacific Islander',
  WHITE: 'White',
  OTHER: 'Other',
});
export type Ethnicity = CodeOf<typeof ethnicity>;

export const acquisitionFilter = codeList({
  FAMODE1: 'Filter 1',
  FAMODE2: 'Filter 2',
  FAMODE3: 'Filter 3',
  FAMODE4: 'Filter 4',
});
export type AcquisitionFilter = CodeOf<typeof acquisitionFilter>;

export const measurementUnit = codeList({
  IN: 'inch',
  FT: 'foot',
  CM: 'centimetre',
  M: 'metre',
  LBS: 'pound',
  KG: 'kilogram',
});
export type MeasurementUnit = CodeOf<typeof measurementUnit>;

export const imagePanelSize = codeList({
  MAXIMIZED: 'Maximised',
  MINIMIZED: 'Minimised',
  AUTOSIZE: 'Automatic',
});
export type ImagePanelSize = CodeOf<typeof imagePanelSize>;

export const recurrence = codeList({
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  ANNUALLY: 'Every year',
});
export type Recurrence = CodeOf<typeof recurrence>;

export const cronJobType = codeList({ TEST_JOB: 'Test', CLOUD_SYNC: 'Cloud sync' });
export type CronJobType = CodeOf<typeof cronJobType>;

export const cloudSyncJobType = codeList({
  SYNC_ALL_AUTO: 'Everything, by schedule',
  SYNC_ALL_MANUAL: 'Everything, by hand',
  DOWNLOAD_ALL: 'Download everything',
  SYNC_PATIENT: 'One patient',
});
export type CloudSyncJobType = CodeOf<typeof cloudSyncJobType>;

export const cloudSyncStatus = codeList({
  NOT_STARTED: 'Ready',
  SYNCING: 'Syncing',
  CANCELLED: 'Cancelled',
  OFFLINE: 'Offline',
  FAILED: 'Failed',
  DONE: 'Done',
  STOPPING: 'Stopping',
});
export type CloudSyncStatus = CodeOf<typeof cloudSyncStatus>;

export const archiveStatus = codeList({
  NOT_STARTED: 'Not sent',
  IN_PROGRESS: 'Sending',
  COMPLETED: 'Sent',
  FAILED: 'Failed',
});
export type ArchiveStatus = CodeOf<typeof archiveStatus>;

export const relationType = codeList({ USER_TO_ML: 'Made from an AI finding' });
export type RelationType = CodeOf<typeof relationType>;

export const attachmentType = codeList({
  MAMMOGRAM: 'Mammogram',
  ULTRASOUND: 'Ultrasound',
  MRI: 'MRI',
  REPORT: 'Report',
});
export type AttachmentType = CodeOf<typeof attachmentType>;

/** D: every file of the attachment is stored. */
export const uploadStatus = codeList({ P: 'Uploading', D: 'Done' });
export type UploadStatus = CodeOf<typeof uploadStatus>;

export const reportState = codeList({
  DRAFT: 'Draft',
  PRELIMINARY: 'Preliminary',
  SIGNED: 'Signed',
  ADDENDUM: 'Addendum',
});
export type ReportState = CodeOf<typeof reportState>;

/** Reading priority of a study. */
export const studyPriority = codeList({ ROUTINE: 'Routine', URGENT: 'Urgent', STAT: 'STAT' });
export type StudyPriority = CodeOf<typeof studyPriority>;

/** Reading progress of a study, in order. */
export const readingState = codeList({
  NEW: 'New',
  IN_PROGRESS: 'In progress',
  PRELIMINARY: 'Preliminary',
  SIGNED: 'Signed',
  ADDENDUM: 'Addendum',
});
export type ReadingState = CodeOf<typeof readingState>;

/** Verdict of a scan's reviewer. */
export const reviewVerdict = codeList({ APPROVED: 'Approved', DISAPPROVED: 'Disapproved' });
export type ReviewVerdict = CodeOf<typeof reviewVerdict>;

export const nippleStatus = codeList({
  NOT_SET: 'Not set',
  NOT_CONFIRMED: 'Found by the AI, not confirmed',
  PREVIOUSLY_SET: 'Set',
  JUST_SET: 'Just set',
});
export type NippleStatus = CodeOf<typeof nippleStatus>;

/** Subjects of notes, named as in the route paths. */
export const noteSubject = codeList({
  patients: 'Patient',
  studies: 'Study',
  findings: 'Finding',
});
export type NoteSubject = CodeOf<typeof noteSubject>;

/** Ordered from least to most dense; for two sides, a record gives the later entry. */
export const BREAST_DENSITIES = ['FATTY', 'FIBRO', 'HETERO', 'EXTREME'] as const;
export type BreastDensity = (typeof BREAST_DENSITIES)[number];

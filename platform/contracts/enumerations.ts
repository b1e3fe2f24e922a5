import * as z from 'zod';
import { defineTexts } from '#foundation';

/** A closed list of codes with display labels. */
export interface CodeList<Code extends string> {
  readonly codes: readonly Code[];
  readonly labels: Readonly<Record<Code, string>>;
  readonly schema: z.ZodType<Code, Code>;
}

/** Creates a code list whose labels are translated as the area of texts `labels.<name>`. */
function codeList<const Labels extends Readonly<Record<string, string>>>(
  name: string,
  english: Labels,
): CodeList<Extract<keyof Labels, string>> {
  type Code = Extract<keyof Labels, string>;
  const codes = Object.keys(english) as Code[];
  const labels = defineTexts(`labels.${name}`, english);
  return { codes, labels, schema: z.enum(codes) as unknown as z.ZodType<Code, Code> };
}

export type CodeOf<List> = List extends CodeList<infer Code> ? Code : never;

export const laterality = codeList('laterality', { L: 'Left', R: 'Right', B: 'Bilateral' });
export type Laterality = CodeOf<typeof laterality>;

/** Side of a scan; bilateral exists for attachments and reports only. */
export const scanSide = codeList('scanSide', { L: 'Left', R: 'Right' });
export type ScanSide = CodeOf<typeof scanSide>;

export const role = codeList('role', {
  ADMIN: 'Administrator',
  OPERATOR: 'Operator',
  PHYSICIAN: 'Interpreter',
  VIEWER: 'Viewer',
  BLIND_ANNOTATOR: 'Blind annotator',
});
export type Role = CodeOf<typeof role>;

export const generator = codeList('generator', {
  USER: 'User',
  AI: 'AI Segment',
  AIAD: 'AI Auto Detect',
});
export type Generator = CodeOf<typeof generator>;

/** Task of an AI run. */
export const aiTask = codeList('aiTask', { DETECTION: 'Detection', SEGMENTATION: 'Segmentation' });
export type AiTask = CodeOf<typeof aiTask>;

/** Decision of a reader on an AI finding. */
export const aiDecision = codeList('aiDecision', { ACCEPTED: 'Accepted', REJECTED: 'Rejected' });
export type AiDecision = CodeOf<typeof aiDecision>;

/** Reasons that readers can choose when they reject an AI finding. */
export const aiRejectionReason = codeList('aiRejectionReason', {
  NORMAL_TISSUE: 'Normal tissue',
  SHADOW: 'Acoustic shadow',
  ARTEFACT: 'Artefact',
  NIPPLE: 'Nipple or areola',
  KNOWN_BENIGN: 'Known benign lesion',
  WRONG_EXTENT: 'Wrong location or extent',
  DUPLICATE: 'Duplicate of another finding',
});
export type AiRejectionReason = CodeOf<typeof aiRejectionReason>;

export const markType = codeList('markType', {
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

export const planeView = codeList('planeView', {
  SAG: 'Sagittal',
  COR: 'Coronal',
  RAD: 'Radial',
  TRA: 'Transverse',
  CEN: 'Central raw',
  PER: 'Peripheral raw',
});
export type PlaneView = CodeOf<typeof planeView>;

export const sex = codeList('sex', { FEMALE: 'Female', MALE: 'Male' });
export type Sex = CodeOf<typeof sex>;

export const scanProtocol = codeList('scanProtocol', { FULL: 'Full', UQQ: 'Upper quadrants' });
export type ScanProtocol = CodeOf<typeof scanProtocol>;

export const patientPosition = codeList('patientPosition', {
  SUPINE: 'Supine',
  STANDING: 'Standing',
});
export type PatientPosition = CodeOf<typeof patientPosition>;

export const scanState = codeList('scanState', {
  N: 'Not started',
  I: 'Started, incomplete',
  C: 'Completed',
});
export type ScanState = CodeOf<typeof scanState>;

export const jobStatus = codeList('jobStatus', {
  NOT_STARTED: 'Queued',
  IN_PROGRESS: 'Running',
  COMPLETED: 'Done',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
});
export type JobStatus = CodeOf<typeof jobStatus>;

export const jobType = codeList('jobType', {
  R3D: '3D reconstruction',
  AUTO_DETECTION: 'Auto detection',
  DICOM_3D_TO_PACS: 'Transfer to archive',
});
export type JobType = CodeOf<typeof jobType>;

export const fileCategory = codeList('fileCategory', {
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

export const fileEncoding = codeList('fileEncoding', { NONE: 'Plain', GZIP: 'Compressed' });
export type FileEncoding = CodeOf<typeof fileEncoding>;

export const encryption = codeList('encryption', { NONE: 'Plain', AES256: 'Encrypted (AES-256)' });
export type Encryption = CodeOf<typeof encryption>;

/**
 * Role of a VOLUME3D file: only PRIMARY is returned as the latest volume; files of the other
 * roles belong to a primary file.
 */
export const fileRole = codeList('fileRole', {
  PRIMARY: 'Primary',
  PYRAMID: 'Pyramid level',
  COVERAGE: 'Coverage mask',
});
export type FileRole = CodeOf<typeof fileRole>;

export const bodyPart = codeList('bodyPart', { L_BREAST: 'Left breast', R_BREAST: 'Right breast' });
export type BodyPart = CodeOf<typeof bodyPart>;

export const menopause = codeList('menopause', {
  PRE: 'Premenopausal',
  PERI: 'Perimenopausal',
  POST: 'Postmenopausal',
});
export type Menopause = CodeOf<typeof menopause>;

export const smoking = codeList('smoking', { NO: 'Does not smoke', SMOKER: 'Smoker' });
export type Smoking = CodeOf<typeof smoking>;

export const pregnancy = codeList('pregnancy', { NO: 'Not pregnant', PREGNANT: 'Pregnant' });
export type Pregnancy = CodeOf<typeof pregnancy>;

export const ethnicity = codeList('ethnicity', {
  NATIVE: 'American Indian or Alaska Native',
  ASIAN: 'Asian',
  BLACK: 'Black or African American',
  HISP: 'Hispanic or Latina',
  PACI: 'Native Hawaiian or Pacific Islander',
  WHITE: 'White',
  OTHER: 'Other',
});
export type Ethnicity = CodeOf<typeof ethnicity>;

export const acquisitionFilter = codeList('acquisitionFilter', {
  FAMODE1: 'Filter 1',
  FAMODE2: 'Filter 2',
  FAMODE3: 'Filter 3',
  FAMODE4: 'Filter 4',
});
export type AcquisitionFilter = CodeOf<typeof acquisitionFilter>;

export const measurementUnit = codeList('measurementUnit', {
  IN: 'inch',
  FT: 'foot',
  CM: 'centimetre',
  M: 'metre',
  LBS: 'pound',
  KG: 'kilogram',
});
export type MeasurementUnit = CodeOf<typeof measurementUnit>;

export const imagePanelSize = codeList('imagePanelSize', {
  MAXIMIZED: 'Maximised',
  MINIMIZED: 'Minimised',
  AUTOSIZE: 'Automatic',
});
export type ImagePanelSize = CodeOf<typeof imagePanelSize>;

export const recurrence = codeList('recurrence', {
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  ANNUALLY: 'Every year',
});
export type Recurrence = CodeOf<typeof recurrence>;

export const cronJobType = codeList('cronJobType', { TEST_JOB: 'Test', CLOUD_SYNC: 'Cloud sync' });
export type CronJobType = CodeOf<typeof cronJobType>;

export const cloudSyncJobType = codeList('cloudSyncJobType', {
  SYNC_ALL_AUTO: 'Everything, by schedule',
  SYNC_ALL_MANUAL: 'Everything, by hand',
  DOWNLOAD_ALL: 'Download everything',
  SYNC_PATIENT: 'One patient',
});
export type CloudSyncJobType = CodeOf<typeof cloudSyncJobType>;

export const cloudSyncStatus = codeList('cloudSyncStatus', {
  NOT_STARTED: 'Ready',
  SYNCING: 'Syncing',
  CANCELLED: 'Cancelled',
  OFFLINE: 'Offline',
  FAILED: 'Failed',
  DONE: 'Done',
  STOPPING: 'Stopping',
});
export type CloudSyncStatus = CodeOf<typeof cloudSyncStatus>;

/** Statuses in which a sync job can still change; at most one such job exists at a time. */
export const ACTIVE_SYNC_STATUSES: readonly CloudSyncStatus[] = [
  'NOT_STARTED',
  'SYNCING',
  'STOPPING',
];

export const archiveStatus = codeList('archiveStatus', {
  NOT_STARTED: 'Not sent',
  IN_PROGRESS: 'Sending',
  COMPLETED: 'Sent',
  FAILED: 'Failed',
});
export type ArchiveStatus = CodeOf<typeof archiveStatus>;

export const relationType = codeList('relationType', { USER_TO_ML: 'Made from an AI finding' });
export type RelationType = CodeOf<typeof relationType>;

export const attachmentType = codeList('attachmentType', {
  MAMMOGRAM: 'Mammogram',
  ULTRASOUND: 'Ultrasound',
  MRI: 'MRI',
  REPORT: 'Report',
});
export type AttachmentType = CodeOf<typeof attachmentType>;

/** D: every file of the attachment is stored. */
export const uploadStatus = codeList('uploadStatus', { P: 'Uploading', D: 'Done' });
export type UploadStatus = CodeOf<typeof uploadStatus>;

export const reportState = codeList('reportState', {
  DRAFT: 'Draft',
  PRELIMINARY: 'Preliminary',
  SIGNED: 'Signed',
  ADDENDUM: 'Addendum',
});
export type ReportState = CodeOf<typeof reportState>;

/** Act that gave the outcome of a finding. */
export const outcomeKind = codeList('outcomeKind', {
  BIOPSY: 'Biopsy',
  SURGERY: 'Surgery',
  FOLLOW_UP: 'Follow-up',
});
export type OutcomeKind = CodeOf<typeof outcomeKind>;

/** Outcome of a finding. */
export const outcomeResult = codeList('outcomeResult', {
  MALIGNANT: 'Malignant',
  HIGH_RISK: 'High-risk lesion',
  BENIGN: 'Benign',
  STABLE: 'Stable',
  RESOLVED: 'Resolved',
  GROWN: 'Grown or changed',
});
export type OutcomeResult = CodeOf<typeof outcomeResult>;

/** Why a study is in the list of follow-ups. */
export const followUpReason = codeList('followUpReason', {
  GROWN: 'Lesion has grown',
  NO_RESULT: 'BI-RADS 4/5 without a result',
  CATEGORY_3: 'Category 3',
  INTERVAL: 'Interval of the report',
  ADDENDUM: 'Addendum asked for',
});
export type FollowUpReason = CodeOf<typeof followUpReason>;

/** Why a user closed a follow-up without an outcome. */
export const closureReason = codeList('closureReason', {
  DECLINED: 'Patient declines',
  ELSEWHERE: 'Followed up elsewhere',
  MOVED: 'Moved away',
  DECEASED: 'Deceased',
  OTHER: 'Other reason',
});
export type ClosureReason = CodeOf<typeof closureReason>;

/** Reading priority of a study. */
export const studyPriority = codeList('studyPriority', {
  ROUTINE: 'Routine',
  URGENT: 'Urgent',
  STAT: 'STAT',
});
export type StudyPriority = CodeOf<typeof studyPriority>;

/** Reading progress of a study, in order. */
export const readingState = codeList('readingState', {
  NEW: 'New',
  IN_PROGRESS: 'In progress',
  PRELIMINARY: 'Preliminary',
  SIGNED: 'Signed',
  ADDENDUM: 'Addendum',
});
export type ReadingState = CodeOf<typeof readingState>;

/** Verdict of a scan's reviewer. */
export const reviewVerdict = codeList('reviewVerdict', {
  APPROVED: 'Approved',
  DISAPPROVED: 'Disapproved',
});
export type ReviewVerdict = CodeOf<typeof reviewVerdict>;

export const nippleStatus = codeList('nippleStatus', {
  NOT_SET: 'Not set',
  NOT_CONFIRMED: 'Found by the AI, not confirmed',
  PREVIOUSLY_SET: 'Set',
  JUST_SET: 'Just set',
});
export type NippleStatus = CodeOf<typeof nippleStatus>;

/** Subjects of notes, named as in the route paths. */
export const noteSubject = codeList('noteSubject', {
  patients: 'Patient',
  studies: 'Study',
  findings: 'Finding',
});
export type NoteSubject = CodeOf<typeof noteSubject>;

/** From least to most dense; the density of a record with two sides is that of the denser side. */
export const BREAST_DENSITIES = ['FATTY', 'FIBRO', 'HETERO', 'EXTREME'] as const;
export type BreastDensity = (typeof BREAST_DENSITIES)[number];

import * as z from 'zod';

/** A closed list of codes with the words people read. */
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

/** A scan has one side; bilateral exists for attachments and reports only. */
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

/** What a VOLUME3D row is: only PRIMARY answers as the latest volume, the others belong to one. */
export const fileRole = codeList({
  PRIMARY: 'Primary',
  PYRAMID: 'Pyramid level',
  COVERAGE: 'Coverage mask',
});
export type FileRole = CodeOf<typeof fileRole>;

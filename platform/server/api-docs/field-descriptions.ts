import { ADMINISTRATION_FIELDS } from './administration-descriptions.ts';
import { CALL_FIELDS, UNNAMED_FIELDS } from './call-descriptions.ts';
import { RECORD_FIELDS } from './record-descriptions.ts';
import { OTHER_FIELDS_OF_SCHEMA } from './schema-descriptions.ts';

/** Descriptions of records other than scans, files, findings and jobs. */
const OTHER_FIELDS = { ...CALL_FIELDS, ...ADMINISTRATION_FIELDS, ...RECORD_FIELDS };

/** Descriptions of lists and stored records, by the name of the field. */
const FIELDS_OF_ALL: Readonly<Record<string, string>> = {
  items: 'Entries of this page.',
  total: 'Number of entries on all pages.',
  nextCursor: 'Value of `cursor` for the next page; null on the last page.',
  limit: 'Maximum number of entries in the response.',
  cursor: '`nextCursor` of the previous page; absent for the first page.',
  createdAt: 'Time of creation, ISO 8601 in UTC.',
  createdBy: 'Id of the account, device or worker that created the record; null for the server.',
  updatedAt: 'Time of the last change, ISO 8601 in UTC.',
  updatedBy: 'Id of the account or device that changed the record last; null for none.',
  deletedAt: 'Time of the deletion, ISO 8601 in UTC; null unless deleted.',
  deletedBy: 'Id of the account that deleted the record; null unless deleted.',
};

/** Descriptions in `SCAN_SCHEMAS`, where the name of a field has one meaning. */
const FIELDS: Readonly<Record<string, string>> = {
  id: 'UUID of the record, lower case.',
  version: 'Number of changes, from 1; sent as If-Match by an edit.',
  scanId: 'Id of the scan.',
  studyId: 'Id of the study.',
  patientId: 'Id of the patient.',
  accountId: 'Id of the account.',
  deviceId: 'Id of the scanner; null for a scan without one.',
  fileId: 'Id of the scan file.',
  findingId: 'Id of the finding.',
  jobId: 'Id of the job; null without a job.',

  // Scans.
  laterality: 'Side of the breast: L left, R right.',
  recordedSide:
    'Side at the time of the recording; absent unless a correction has changed the side.',
  acquisitionTime: 'Time of the recording, ISO 8601 in UTC; null if unknown.',
  scanState: 'State of the scan: N not started, I started and incomplete, C completed.',
  protocol: 'Recorded part: FULL circle, or UQQ for the arc of the upper quadrants.',
  patientPosition: 'Position of the patient: SUPINE or STANDING.',
  deviceAngle: 'Conversion of angles of the device to clock angles; null if unknown.',
  direction: '1 or -1; clock angle = direction · (device angle − zeroDeg).',
  zeroDeg: 'Device angle at 12 o’clock in degrees.',
  epoch: 'Number of attempts at the scan.',
  orientationConfirmed: 'False while the axes of an imported volume are only assumed.',
  origin: 'SCANNED by a device, or IMPORTED from a file.',
  nippleLocation: 'Location of the nipple; null while not set.',
  breastDensity: 'Breast density: FATTY, FIBRO, HETERO or EXTREME; null if not assessed.',
  breastVolumeSize: 'Volume of the recorded breast in millilitres; null if not measured.',
  recordingDevice: 'Name of the device that is recording the scan; null if none is.',
  operatedBy: 'Id of the account that operates the running scan; null if none does.',
  review: 'Verdict of the reviewer; null before the review.',
  verdict: 'APPROVED or DISAPPROVED.',
  reviewedBy: 'Id of the account of the reviewer.',
  reviewedAt: 'Time of the review, ISO 8601 in UTC.',
  deletion: 'Reason, user and number of findings of the deletion.',
  ofThisVisit: 'True rejects a study of an earlier visit with `VisitEnded`.',
  tab: 'Random id of the browser tab.',
  place: 'Plane position of the reader; null if unknown.',
  leaves: 'True when the reader closes the scan.',
  since: 'Start, ISO 8601 in UTC.',
  undoneAt: 'Time of the undo, ISO 8601 in UTC; null if not undone.',
  undoneBy: 'Name of the user who undid the correction; null if not undone.',
  examinedOn:
    'Day of the examination at the site, yyyy-mm-dd, from 1900 and the birth of the patient to today; omitted if unknown.',
  examinedTime: 'Time of the examination at the site, HH:MM; noon if omitted. Needs `examinedOn`.',
  overridesHeader: 'True prefers the stated axes to those of the file.',
  depthAxis: 'Axis of the file that points away from the transducer, such as `+j`.',
  headAxis: 'Axis of the file that points to the head, such as `-k`.',
  brightness: 'Brightness, 0 without adjustment.',
  contrast: 'Contrast; the factor is 2 to the power of contrast/100.',
  nearGain: 'Gain near the transducer, 0 without adjustment.',
  midGain: 'Gain at medium depth, 0 without adjustment.',
  farGain: 'Gain at great depth, 0 without adjustment.',
  inverted: 'True shows dark as bright.',
  imageAdjustments: 'Adjustments of the image by panel.',

  // Positions and volumes.
  sag: 'Sagittal plane: voxels from the middle of the volume, positive to the patient’s left.',
  tra: 'Transverse plane: voxels from the middle of the volume, positive to the head.',
  rad: 'Clock angle of the radial plane in degrees, 0 at 12 o’clock, clockwise facing the patient.',
  grid: 'Grid of the volume that the voxels count on; null if unknown.',
  setBy: 'Id of the account that set the location; null for the server.',
  setAt: 'Time at which the location was set, ISO 8601 in UTC.',
  confidence: 'Confidence of the model, 0 to 1; null if unknown.',
  spacingMm: 'Distance of neighbouring voxels along each axis in mm.',
  originMm: 'First voxel, or upper left corner of an image, in LPS millimetres.',
  coverageRadiusMm: 'Radius of the recorded cylinder about the depth axis in mm.',
  recordedBox: 'Recorded box of a volume that was resampled from oblique axes.',
  cornerMm: 'Corner of the box at the transducer face in LPS millimetres.',
  edgesMm: 'Edges of the box to the left, to depth and to the head, in mm.',
  levels: 'Levels of the pyramid, the finest first.',
  url: 'Path below `/api`.',

  // Scan files.
  fileCategory: 'Category of the file, such as VOLUME3D or SEGMENT_MASK.',
  fileCategoryId: 'Category of the file, such as VOLUME3D or SEGMENT_MASK.',
  fileName: 'Name of the file, never a path.',
  fileExtension: 'Extension of the name, without the dot.',
  storagePath: 'Opaque key of the store; null until the bytes are stored.',
  checksum: 'Lower-case hex SHA-256 of the plain bytes; null until they are stored.',
  byteLength: 'Length of the plain file in bytes; null until it is stored.',
  encoding: 'Encoding in the store: NONE or GZIP; transfers are plain.',
  encryption: 'Encryption in the store: NONE or AES256; transfers are plain.',
  parentId: 'Id of the file that this file belongs to; null for none.',
  header: 'Fields of the file’s header that readers need before the bytes; null without a header.',
  nippleLocationAi: 'Nipple that a model found in the volume; null if none.',
  localHardDiskPath: 'Path on the device’s own disk; null unless the caller is a device.',
  quarantinedAt: 'Time at which the bytes were found damaged, ISO 8601 in UTC; null if intact.',
  quarantineReason: 'Why the file is not served; null if intact.',
  sweep: 'Sweep of the frame: CEN central, PER peripheral.',
  frameIdx: 'Number of the frame in its sweep, from 0.',
  clockDeg: 'Clock angle of the frame in degrees.',
  tiltDeg: 'Tilt of the array in degrees.',
  lateralPitchMm: 'Distance of neighbouring columns in mm.',
  firstLateralMm: 'Distance of the first column from the rotation axis in mm.',
  depthStepMm: 'Distance of neighbouring rows in mm.',
  plane: 'half: from the axis to the rim; full: both sides of the axis.',
  sensors: 'Sensor readings of the frame; absent without sensors.',
  movementMm: 'Movement of the breast in mm, breathing included; null if unknown.',
  waterPercent: 'Fill of the water reservoir in percent; null if unknown.',
  contactPercent: 'Share of the frame’s lines in contact with tissue in percent; null if unknown.',
  exists: 'True if the record and its correct content exist.',
  quarantined: 'True if the file is not served, because its bytes are damaged.',
  scanFileId: 'Id of the scan file.',
  sha256: 'Lower-case hex SHA-256 of the plain bytes.',
  maxChunkBytes: 'Maximum length of a chunk in bytes.',
  expiresAt: 'End of validity, ISO 8601 in UTC.',

  // Findings and marks.
  marks: 'Marks by id.',
  note: 'Description in words; null for none.',
  massLengthUm: 'Longest horizontal extent in micrometres; null if not measured.',
  massWidthUm: 'Horizontal extent across the length in micrometres; null if not measured.',
  massHeightUm: 'Extent in depth in micrometres; null if not measured.',
  recommendations: 'Ids of the list RECOMMENDATION.',
  biradsScore: 'BI-RADS score 1 to 9 in the order of the list BIRADS; null if not assessed.',
  isMass: 'Whether the finding is a mass; null if not assessed.',
  annotationLabels: 'Selected ids by list, such as `{"SHAPE": ["OVAL"]}`.',
  clockPositionSec: 'Clock position in seconds of a 12-hour dial, 10,800 at 3:00; null if unknown.',
  quadrant: 'Quadrant, or subareolar; null without a nipple.',
  distanceFromNippleUm: 'Distance from the nipple along the skin in micrometres; null if unknown.',
  depthUm: 'Depth below `depthReference` in micrometres; null if unknown.',
  depthReference: 'Reference of the depth: skin or transducer face; null without a depth.',
  generator: 'Origin: USER, AI for segmentation, AIAD for detection.',
  generatedBy: 'Origin: USER, AI for segmentation, AIAD for detection.',
  labelColour: 'Colour of the origin, #RRGGBB.',
  ai: 'Run, model, score and decision; null for findings without a run.',
  noteCreatedBy: 'Id of the account that wrote the note; null without a note.',
  noteCreatedAt: 'Time of the note, ISO 8601 in UTC; null without a note.',
  ofReaderStudy:
    'True for a finding made in a case of a reader study, which is in no report; else absent.',
  labeledBy: 'Id of the account that chose the labels; null without labels.',
  labeledAt: 'Time of the labels, ISO 8601 in UTC; null without labels.',
  thumbnailBase64: 'PNG, JPEG or WebP image of 300 × 300 pixels as base64; null without one.',
  markType: 'Type of the mark, such as LENGTH or BOUNDING_BOX.',
  planeView:
    'Plane in which the mark was drawn: SAG, COR, RAD, TRA, CEN or PER; IMG for an image without a location, such as a frame of an imported clip.',
  rep: 'True if the mark represents its finding.',
  toolId: 'Id of the tool of an extension that drew the mark; absent for built-in tools.',
  markViewParams: 'Shape and look of the mark.',
  frame: 'Image in which the mark was drawn, in the patient.',
  points: 'Points as fractions of the image.',
  u: 'Fraction of the image’s width from the left, 0 to 1.',
  v: 'Fraction of the image’s height from the top, 0 to 1.',
  unit: 'Unit of measured values: mm.',
  colour: 'Colour, #RRGGBB.',
  lineWidth: 'Width of lines in screen pixels.',
  radius: 'Radius of handles in screen pixels.',
  shape: 'Name of the drawn shape.',
  start: 'First end of a length, as fractions of the image.',
  end: 'Second end of a length, as fractions of the image.',
  down: 'Direction from top to bottom of the image, LPS unit vector.',
  widthMm: 'Width of the image in mm.',
  heightMm: 'Height of the image in mm.',
  findingIds: 'Ids of findings.',
  hidden: 'True removes the finding from the caller’s own list.',
  sourceIds: 'Ids of the findings to merge.',
  targetId: 'Id of the finding that receives the marks.',
  resolved: 'Values for fields in which the findings differ.',
  deletedIds: 'Ids of the merged findings, which are deleted.',
  deletedId: 'Id of the split finding, which is deleted.',
  autoSegmentFindingId: 'Id of the AI finding.',
  userFindingId: 'Id of the user finding that was copied from the AI finding.',
  relationType: 'Kind of the relation: USER_TO_ML.',

  // AI runs.
  task: 'DETECTION or SEGMENTATION.',
  providerId: 'Id of the finding provider, or the job type of a worker.',
  model: 'Model that made the findings.',
  volumeFileId: 'Id of the VOLUME3D file that the model read; null if it read other images.',
  imageFileId:
    'Id of the SCAN_IMAGE file of the image that the model read; null if it read none or several.',
  messages: 'Messages of the provider, free of patient data.',
  dropped: 'Proposals that were left out, by reason.',
  findingCount: 'Number of findings that the run created.',
  findings: 'Findings that the model proposes, at most 1,000.',
  runId: 'Id of the AI run.',
  score: 'Confidence of the model, 0 to 1.',
  decision: 'Decision of a reader; null while undecided.',
  weightsSha256: 'Lower-case hex SHA-256 of the weights; null for a model without weights.',

  // Jobs.
  jobType: 'R3D, AUTO_DETECTION, DICOM_3D_TO_PACS, or a reverse domain name of a third party.',
  entityId: 'Id of the scan that the job processes.',
  phase: 'Name of the current step; null before the start.',
  done: 'Finished units of the step.',
  attempt: 'Number of attempts; each killed worker uses up one of three.',
  problem: 'Reason of a failure; null unless FAILED.',
  startedAt: 'Start, ISO 8601 in UTC; null before it.',
  endedAt: 'End, ISO 8601 in UTC; null before it.',
  run: 'Run of a model with its findings; null for a job without a model.',
};

const GRID = { sizes: 'Voxels along x, y (depth) and z.' } as const;

const HEADER = {
  sizes: 'Samples along each axis, the fastest first, separated by spaces.',
  content: 'Samples of a raw sweep: BMODE or RF, the receiver signal.',
  source: 'Header of imported data as received.',
} as const;

/** Descriptions by schema and name, where the name alone has several meanings. */
const FIELDS_OF_SCHEMA: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Scan: { label: 'Side and running number, such as R or R2.' },
  DeletedScan: {
    label: 'Side and running number, such as R or R2.',
    reason: 'Why the scan was deleted; null if no reason was stored.',
    by: 'Name of the user who deleted the scan; null if unknown.',
    findings: 'Number of findings that a restore brings back.',
  },
  ListedCorrection: {
    reason: 'Why the scan was corrected.',
    at: 'Time of the correction, ISO 8601 in UTC.',
    by: 'Name of the user who corrected the scan; null if unknown.',
    from: 'Values before the correction.',
    to: 'Values after the correction.',
    label: 'Side and running number, such as R or R2.',
    undo: 'Whether the correction can be undone; null if it is not the last one.',
    error: 'Why the correction can’t be undone now; null if it can.',
    code: 'Code of the message.',
    values: 'Values of the message.',
    message: 'English text of the message.',
  },
  ScanReview: { reason: 'Why the scan was disapproved; null if approved.' },
  ScanDisapproval: { reason: 'Why the scan is disapproved.' },
  ScanDeletionFields: { reason: 'Why the scan is deleted.' },
  OrientationCorrectionFields: {
    depthAxis: 'Axis of the stored volume that really points to depth, with its direction.',
    headAxis: 'Axis of the stored volume that really points to the head, with its direction.',
    reason: 'Why the orientation is corrected; stored with the new volume.',
  },
  ScanCorrectionFields: { reason: 'Why the scan is corrected.' },
  ScanCorrection: {
    reason: 'Why the scan was corrected.',
    at: 'Time of the correction, ISO 8601 in UTC.',
    by: 'Name of the user who corrected the scan; null if unknown.',
    from: 'Values before the correction.',
    to: 'Values after the correction.',
    label: 'Side and running number, such as R or R2.',
  },
  NippleLocation: { depth: 'Coronal plane: voxel index along the depth axis.' },
  NippleFields: { depth: 'Coronal plane: voxel index along the depth axis.' },
  NippleLocationAi: { depth: 'Coronal plane: voxel index along the depth axis.' },
  NippleAiFields: { depth: 'Coronal plane: voxel index along the depth axis.' },
  ScanVolume: { file: 'Full resolution of the latest 3D volume, or one level of its pyramid.' },
  Grouped: { finding: 'The merged finding.' },
  NippleInference: {
    content: 'Location of the nipple in voxels of the volume.',
    code: '200 when the model found the nipple.',
  },
  PlanePosition: { depth: 'Coronal plane: voxel index along the depth axis.' },
  ScanPresence: { depth: 'Coronal plane: voxel index along the depth axis.' },
  ScanReader: {
    depth: 'Coronal plane: voxel index along the depth axis.',
    name: 'Name of the reader.',
  },
  Mark: { depth: 'Coronal plane: voxel index along the depth axis.' },
  VolumeGrid: GRID,
  VolumeGridFields: GRID,
  FileHeader: HEADER,
  FileHeaderFields: HEADER,
  ScanFile: { role: 'PRIMARY, or a part of it such as PYRAMID or COVERAGE.' },
  ScanFileFields: { role: 'PRIMARY, or a part of it such as PYRAMID or COVERAGE.' },
  FileExistence: { bytes: 'State of the stored bytes; null without a record.' },
  UploadUrlFields: { size: 'Length of the plain file in bytes.' },
  UploadFields: { size: 'Length of the plain file in bytes.' },
  Upload: {
    size: 'Length of the plain file in bytes.',
    state: 'OPEN, COMMITTED or GIVEN_UP.',
    offset: 'Number of received bytes, at which the next PATCH starts.',
  },
  MarkViewParams: { text: 'Words of a text mark, at most 500 characters.' },
  ImageFrame: { right: 'Direction from left to right of the image, LPS unit vector.' },
  Finding: {
    label: 'Number of the finding in its scan, never reused.',
    scan: 'The scan of the finding.',
  },
  FindingAi: {
    kind: 'ACCEPTED or REJECTED.',
    reason: 'Reason of a rejection: a code or free text; null for accepted findings.',
    by: 'Id of the account that decided; null if unknown.',
    at: 'Time of the decision, ISO 8601 in UTC.',
  },
  AiModel: {
    name: 'Name of the model.',
    version: 'Version of the model.',
    use: 'research, or cleared for models that are permitted for clinical use.',
  },
  FindingEdit: {
    at: 'Time of the edit, ISO 8601 in UTC.',
    act: 'Name of the call.',
    by: 'Account that edited the finding; null for the server.',
    name: 'Name of the user.',
  },
  ExportFindings: { ids: 'Ids of the findings.', format: 'CSV or JSON.' },
  AiRun: { reason: 'Why proposals were left out.', count: 'Number of proposals.' },
  AiRunFields: { reason: 'Why proposals were left out.', count: 'Number of proposals.' },
  DecideAi: {
    decision: 'ACCEPTED, REJECTED, or null to undo.',
    reason: 'Reason of a rejection: a code or free text; null otherwise.',
  },
  ListedJob: {
    status: 'NOT_STARTED, IN_PROGRESS, COMPLETED, FAILED or CANCELLED.',
    total: 'All units of the step.',
    scan: 'The scan that the job processes.',
    label: 'Side and running number of the scan, such as R or R2.',
    patient: 'The patient of the scan.',
    code: 'Patient code; null if the record has none.',
    name: 'Name of the patient; null unless the caller may see patients.',
  },
  Job: {
    status: 'NOT_STARTED, IN_PROGRESS, COMPLETED, FAILED or CANCELLED.',
    total: 'All units of the step.',
  },
  FirstRead: {
    studyId: 'Id of the study.',
    finishedAt: 'Time at which the caller opened the AI findings, ISO 8601 in UTC; null before.',
  },
  UngroupFinding: { id: 'Id of the finding to split.' },
  Problem: {
    code: 'Code of the problem, for programs.',
    title: 'What happened, in a few words.',
    detail: 'Cause.',
    next: 'What to do.',
    source: 'Part of the product that reports the problem.',
  },
};

/** Schemas of scans, files, findings, marks, AI runs and jobs, which share `FIELDS`. */
export const SCAN_SCHEMAS: readonly string[] = `
AiModel AiRun AiRunFields BreastDensityFields BreastVolumeFields CompleteJob DecideAi
DeleteAiContour DeletedScan DeviceAngle DeviceAngleFields ExportFindings FailJob FileExistence FileHeader
FileHeaderFields Finding
FindingAi FindingEdit FindingFields FindingHidden FindingRelation FindingRelationFields
FindingThumbnail FindingUpdate FrameSensors GroupFindings Grouped HiddenFindings ImageAdjustment
ImageFrame ImportFields Job ListedCorrection ListedJob Mark MarkViewParams MaskFileFields NippleAiFields
NippleFields NippleInference NippleLocation NippleLocationAi OrientationCorrectionFields PlanePosition Problem ProposedFinding
QueueJob RenewJob RenewedJob ScanCorrection ScanCorrectionFields ScanDeletionFields ScanDisapproval
ScanFields ScanFile ScanFileFields ScanFileUpdate ScanPresence ScanReader ScanReview ScanUpdate
ScanVolume Scan TakeJob TakenJob UngroupFinding Ungrouped Upload UploadFields UploadUrlFields
VolumeGrid VolumeGridFields WorkerLease WorkerMask WorkerVolume`
  .trim()
  .split(/\s+/);
const OF_SCANS: ReadonlySet<string> = new Set(SCAN_SCHEMAS);

/**
 * Returns the description of a field with its unit; undefined if it has none. Request forms of a
 * schema share the descriptions of the schema.
 * @param component name of the schema, such as `FindingFieldsInput`; empty for one without a name
 */
export function describeField(component: string, field: string): string | undefined {
  const schema = component.replace(/Input$/, '');
  const ofSchema =
    schema === ''
      ? UNNAMED_FIELDS[field]
      : (FIELDS_OF_SCHEMA[schema]?.[field] ?? OTHER_FIELDS_OF_SCHEMA[schema]?.[field]);
  const ofArea = OF_SCANS.has(schema) ? FIELDS[field] : undefined;
  const ofOthers = OF_SCANS.has(schema) ? undefined : OTHER_FIELDS[field];
  return ofSchema ?? ofArea ?? ofOthers ?? FIELDS_OF_ALL[field];
}

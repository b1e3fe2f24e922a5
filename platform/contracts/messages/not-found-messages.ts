/**
 * Errors of calls that name a missing record; identical for records of another organization, so that
 * a caller can't detect them.
 */
export const notFoundMessages = {
  ACCOUNT_NOT_FOUND: 'The account was not found.',
  ATTACHMENT_NOT_FOUND: 'The attachment was not found.',
  CRON_JOB_NOT_FOUND: 'The cron job was not found.',
  DEVICE_NOT_FOUND: 'The device was not found.',
  DEVICE_SETTINGS_NOT_FOUND: 'The device settings were not found.',
  EXTENSION_NOT_FOUND: 'The extension was not found.',
  EXTENSION_FILE_NOT_FOUND: 'The approved version of this extension file was not found.',
  FILE_NOT_FOUND: 'The file was not found.',
  PARENT_FILE_NOT_FOUND: 'The file to which this file belongs was not found.',
  FINDING_NOT_FOUND: 'The finding was not found.',
  SELECTED_FINDING_NOT_FOUND: 'At least one of the selected findings was not found.',
  JOB_NOT_FOUND: 'The job was not found.',
  LIST_NOT_FOUND: 'The list was not found.',
  NOTE_NOT_FOUND: 'The note was not found.',
  NOTE_TARGET_NOT_FOUND: 'The record to which this note belongs was not found.',
  ORGANIZATION_NOT_FOUND: 'The organization was not found.',
  PAGE_NOT_FOUND: 'The page was not found.',
  PATIENT_NOT_FOUND: 'The patient was not found.',
  RELATION_NOT_FOUND: 'The relation was not found.',
  REPORT_NOT_FOUND: 'The report was not found.',
  ROUTE_NOT_FOUND: 'The API has no such call.',
  SCAN_NOT_FOUND: 'The scan was not found.',
  SCANNER_NOT_FOUND: 'The scanner was not found.',
  STUDY_NOT_FOUND: 'The study was not found.',
  SYNC_JOB_NOT_FOUND: 'The sync job was not found.',
  UPLOAD_NOT_FOUND: 'The upload was not found.',
  VOLUME_NOT_FOUND: 'This scan has no 3D volume.',
};

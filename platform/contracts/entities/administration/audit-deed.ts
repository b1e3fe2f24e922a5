import * as z from 'zod';

/** Kinds of deeds by which the view of a day is filtered. */
export const auditKindSchema = z.enum([
  'VIEW',
  'FINDINGS',
  'REPORT',
  'RECORD',
  'SCAN',
  'EXPORT',
  'SIGN_IN',
  'ADMINISTRATION',
  'OTHER',
]);
export type AuditKind = z.infer<typeof auditKindSchema>;

interface DeedActs {
  readonly kind: AuditKind;
  /** Names of calls, or of actions of the server itself. */
  readonly acts: readonly string[];
}

/**
 * Groups the acts of the audit trail into deeds: the calls that one step on the pages makes. The
 * pages name each deed in plain words, and an act without a deed by its own name.
 */
export const AUDIT_DEEDS = {
  openedRecord: {
    kind: 'VIEW',
    acts: [
      ...['getPatient', 'getPatientByCode', 'listStudiesOfPatient', 'listPatientNotes'],
      ...['listAttachments', 'listAttachmentsOfPatient', 'getAttachment'],
    ],
  },
  openedStudy: {
    kind: 'VIEW',
    acts: [
      ...['getStudy', 'getStudyByAccession', 'listStudyNotes', 'claimStudy', 'releaseStudy'],
      ...['listScansOfStudy', 'listCompletedScansOfStudy', 'listScansOfPatient', 'listPriorScans'],
      ...['getFirstRead', 'listDeletedScans', 'listScanCorrections'],
    ],
  },
  viewedImages: {
    kind: 'VIEW',
    acts: [
      ...['getScan', 'getScanCoronal', 'getVolume', 'listScanFiles', 'searchScanFiles'],
      ...['getScanFile', 'downloadScanFile', 'checkFileExistence', 'createDownload'],
      ...['listFindings', 'getFinding', 'listFindingEdits', 'listFindingNotes', 'listAiRuns'],
      ...['listHiddenFindings', 'getFindingRelation', 'listRelationsOfAiFinding'],
      ...['getFailureImage', 'getProviderWeights', 'updateImgAdjSettings'],
    ],
  },
  viewedAttachment: { kind: 'VIEW', acts: ['downloadAttachmentFile'] },
  searched: {
    kind: 'VIEW',
    acts: [
      ...['listStudies', 'countStudies', 'listPatients', 'searchPatients', 'countPatients'],
      ...['doesPatientExist', 'listScans', 'listFollowUps', 'listColleagues'],
    ],
  },
  markedFindings: {
    kind: 'FINDINGS',
    acts: [
      ...['createFinding', 'updateFinding', 'setFindingThumbnail', 'setFindingHidden'],
      ...['groupFindings', 'ungroupFinding', 'createMaskFileMeta'],
      ...['createFindingNote', 'updateFindingNote', 'deleteFindingNote'],
    ],
  },
  deletedFinding: { kind: 'FINDINGS', acts: ['deleteFinding', 'deleteAiContour'] },
  setNipple: { kind: 'FINDINGS', acts: ['setNipple', 'clearNipple', 'inferNipple', 'setNippleAi'] },
  decidedAi: { kind: 'FINDINGS', acts: ['decideAiFinding', 'upsertFindingRelation'] },
  openedAi: { kind: 'FINDINGS', acts: ['finishFirstRead'] },
  usedModel: {
    kind: 'FINDINGS',
    acts: ['askFindingProvider', 'sendVolumeToProvider', 'createAiRun'],
  },
  readCase: {
    kind: 'FINDINGS',
    acts: ['startReading', 'completeReading', 'leaveReading', 'reopenReading'],
  },
  openedReport: {
    kind: 'REPORT',
    acts: [
      ...['listReports', 'getReport', 'listReportsOfStudy', 'latestReportOfStudy'],
      ...['listOutcomes', 'listFollowUpClosures', 'listAddendumRequests', 'listReportReaders'],
    ],
  },
  wroteReport: { kind: 'REPORT', acts: ['saveReport'] },
  madePreliminary: { kind: 'REPORT', acts: ['makeReportPreliminary'] },
  signedReport: { kind: 'REPORT', acts: ['signReport'] },
  addedAddendum: { kind: 'REPORT', acts: ['addAddendum'] },
  deletedReport: { kind: 'REPORT', acts: ['deleteReport'] },
  requestedAddendum: { kind: 'REPORT', acts: ['requestAddendum', 'closeAddendumRequest'] },
  confirmedReread: { kind: 'REPORT', acts: ['confirmReread'] },
  recordedOutcome: {
    kind: 'REPORT',
    acts: ['addOutcome', 'deleteOutcome', 'closeFollowUp', 'reopenFollowUp'],
  },
  createdRecord: { kind: 'RECORD', acts: ['createPatient'] },
  changedRecord: {
    kind: 'RECORD',
    acts: [
      ...['updatePatient', 'updateRiskScore'],
      ...['createPatientNote', 'updatePatientNote', 'deletePatientNote'],
    ],
  },
  deletedRecord: { kind: 'RECORD', acts: ['deletePatient'] },
  createdStudy: { kind: 'RECORD', acts: ['createStudy'] },
  changedStudy: {
    kind: 'RECORD',
    acts: [
      ...['updateStudy', 'updateBreastDensity', 'updateBreastVolumeSize'],
      ...['createStudyNote', 'updateStudyNote', 'deleteStudyNote'],
    ],
  },
  deletedStudy: { kind: 'RECORD', acts: ['deleteStudy'] },
  changedAttachment: {
    kind: 'RECORD',
    acts: ['createAttachment', 'updateAttachment', 'putAttachmentFile', 'deleteAttachment'],
  },
  scanned: {
    kind: 'SCAN',
    acts: [
      ...['createScan', 'updateScanState', 'createScanFile', 'putScanFileContent'],
      ...['updateScanFile', 'generateUploadUrl', 'createUpload', 'commitUpload', 'deleteUpload'],
      ...['leaseDevice', 'releaseDevice', 'updateScan'],
    ],
  },
  imported: { kind: 'SCAN', acts: ['importFromFiles'] },
  reviewedScan: { kind: 'SCAN', acts: ['approveScan', 'disapproveScan', 'withdrawReview'] },
  correctedScan: {
    kind: 'SCAN',
    acts: ['correctScan', 'undoScanCorrection', 'confirmOrientation', 'correctOrientation'],
  },
  deletedScan: { kind: 'SCAN', acts: ['deleteScan', 'deleteScanFile', 'deleteScanFiles'] },
  restoredScan: { kind: 'SCAN', acts: ['restoreScan'] },
  handledJob: { kind: 'SCAN', acts: ['queueJob', 'stopJob'] },
  exportedReport: {
    kind: 'EXPORT',
    acts: ['getReportPdf', 'getReportLetter', 'getReportLetterText'],
  },
  exportedFindings: {
    kind: 'EXPORT',
    acts: ['exportFindings', 'createFindingExport', 'downloadFindingExport'],
  },
  exportedLists: {
    kind: 'EXPORT',
    acts: ['downloadFollowUps', 'getReportStatistics', 'downloadReportStatistics'],
  },
  exportedDataset: {
    kind: 'EXPORT',
    acts: [
      ...['createDatasetExport', 'createDatasetDownload', 'downloadDataset'],
      ...['exportScanToDataset', 'downloadEvaluation', 'downloadReaderStudy'],
    ],
  },
  signedIn: { kind: 'SIGN_IN', acts: ['login'] },
  signedOut: { kind: 'SIGN_IN', acts: ['logOff'] },
  changedPassword: {
    kind: 'SIGN_IN',
    acts: [
      ...['changePasswordByUser', 'sendResetPasswordEmail', 'confirmResetPassword'],
      ...['confirmAccount', 'lockSignIn'],
    ],
  },
  changedPreferences: { kind: 'SIGN_IN', acts: ['savePreference', 'deletePreference', 'updateMe'] },
  viewedAudit: { kind: 'ADMINISTRATION', acts: ['listAudit', 'listAuditDay', 'verifyAudit'] },
  exportedAudit: { kind: 'ADMINISTRATION', acts: ['exportAudit', 'createAuditDownload'] },
  viewedAccounts: {
    kind: 'ADMINISTRATION',
    acts: ['listAccounts', 'getAccount', 'getAccountWithDeleted'],
  },
  changedAccounts: {
    kind: 'ADMINISTRATION',
    acts: [
      ...['createPerson', 'createAccount', 'updateAccount', 'deleteAccount'],
      ...['changePasswordByAdmin', 'lockAccountByAdmin', 'unlockAccountByAdmin'],
    ],
  },
  changedDevices: {
    kind: 'ADMINISTRATION',
    acts: [
      ...['createDevice', 'updateDevice', 'deleteDevice', 'activateDevice'],
      ...['createDeviceSettings', 'updateDeviceSettings', 'deleteDeviceSettings'],
    ],
  },
  viewedSite: {
    kind: 'ADMINISTRATION',
    acts: [
      ...['getOrganization', 'listOrganizations', 'listExternalLogs', 'listCronJobs', 'getCronJob'],
      ...['listCronJobsOfType', 'listCronRuns', 'listCloudSyncJobs', 'getCloudSyncJob'],
      ...['getDevice', 'getDeviceBySerialNumber', 'listDeviceSettings', 'getDeviceSettings'],
      ...['lastUsedDeviceSettings', 'deviceSettingsByCupDepth', 'listDeviceSettingsOfUser'],
      ...['listEvaluatedModels', 'listEvaluationSets', 'listEvaluations', 'getEvaluation'],
      ...['listScansWithoutRun'],
    ],
  },
  changedSite: {
    kind: 'ADMINISTRATION',
    acts: [
      ...['createOrganization', 'updateOrganization', 'deleteOrganization'],
      ...['activateOrganization', 'changeSwitch', 'siteFile'],
      ...['createCronJob', 'updateCronJob', 'deleteCronJob', 'startCloudSync', 'stopCloudSync'],
    ],
  },
  ranReaderStudies: {
    kind: 'ADMINISTRATION',
    acts: [
      ...['createReaderStudy', 'updateReaderStudy', 'deleteReaderStudy', 'openReaderStudy'],
      ...['closeReaderStudy', 'readerStudyResults', 'createEvaluation', 'createEvaluationSet'],
      ...['importPredictions', 'cancelDatasetExport'],
    ],
  },
} as const satisfies Readonly<Record<string, DeedActs>>;

export type AuditDeed = keyof typeof AUDIT_DEEDS;
export const AUDIT_DEED_CODES = Object.keys(AUDIT_DEEDS) as AuditDeed[];

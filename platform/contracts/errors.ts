import * as z from 'zod';

/** Values that the text of a code contains, by name. */
export const messageValuesSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(z.string()).readonly()]),
);

/**
 * One field that failed validation; `field` is a dotted path into the body or query. Clients
 * translate `code` and `values`; `message` is the English text.
 */
export const fieldErrorSchema = z.object({
  field: z.string(),
  code: z.string(),
  values: messageValuesSchema.optional(),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/**
 * Body of 400 responses about invalid fields: at most 20 errors. `omittedErrors` is the number of
 * further errors, absent if there are none; a large request may have more, because its check ends
 * after a thousand.
 */
export const validationBodySchema = z.object({
  errorType: z.literal('ValidationFailed'),
  errors: z.array(fieldErrorSchema).min(1),
  omittedErrors: z.number().int().positive().optional(),
});

/** The same body as clients read it; specification 8 also names the type `ValidationError`. */
export const receivedValidationSchema = validationBodySchema.extend({
  errorType: z.enum(['ValidationFailed', 'ValidationError']),
});

/**
 * Body of every other error response. `errorType` is absent on 401, 403 and 404. Clients translate
 * `code` and `values`; `message` is the English text.
 */
export const errorResponseSchema = z.object({
  errorType: z.string().optional(),
  code: z.string().optional(),
  values: messageValuesSchema.optional(),
  message: z.string(),
  data: z.unknown().optional(),
});
export type ErrorResponse = z.infer<typeof errorResponseSchema>;

/** HTTP status of each named error. */
export const ERROR_STATUS = {
  BadRequest: 400,
  MalformedJson: 400,
  UnreadableFile: 400,
  UnsupportedFile: 400,
  OrientationContradiction: 400,
  Unauthorized: 401,
  Forbidden: 403,
  AwaitingApproval: 403,
  PasswordChangeRequired: 403,
  NotFound: 404,
  Conflict: 409,
  DuplicateMarkId: 409,
  DuplicatePatientCode: 409,
  DuplicateAccession: 409,
  PatientHasStudies: 409,
  StudyHasScans: 409,
  NotUserGenerated: 409,
  SingleMark: 409,
  GroupingConflict: 409,
  FindingsOfTwoScans: 409,
  DuplicateEmail: 409,
  JobAlreadyQueued: 409,
  LeaseEnded: 409,
  LastAdministrator: 409,
  OwnAccount: 409,
  DuplicateSerialNumber: 409,
  DuplicateDeviceSettings: 409,
  SettingsOfScan: 409,
  HostTaken: 409,
  StudyClaimed: 409,
  ReportNotDraft: 409,
  ReportNotPreliminary: 409,
  ReportSigned: 409,
  VisitEnded: 409,
  ReportIncomplete: 409,
  FindingsChanged: 409,
  FilesSigned: 409,
  SyncRunning: 409,
  AttachmentIncomplete: 409,
  TooManyPreferences: 409,
  FileQuarantined: 409,
  WrongOffset: 409,
  UploadClosed: 409,
  WrongScanState: 409,
  ScanBusy: 409,
  CorrectionOutdated: 409,
  VersionConflict: 412,
  TooLarge: 413,
  ChecksumMismatch: 422,
  EncryptionUnavailable: 422,
  IdempotencyMismatch: 422,
  InferenceFailed: 422,
  LinkInvalid: 422,
  VersionRequired: 428,
  TooManyRequests: 429,
  AccountLocked: 429,
  Unavailable: 503,
  EncryptionKeyMissing: 503,
  StorageFull: 507,
} as const;
export type ErrorType = keyof typeof ERROR_STATUS;

import { defineTexts } from '#foundation';

/**
 * Texts of invalid fields by the code of the field error. The schemas use them, so that a form shows
 * the text that the server sends.
 */
export const fieldTexts = defineTexts('field-errors', {
  // Wording of the specification.
  YEAR_BEFORE_1900: 'Date should be a greater than year 1900',
  ATTACHMENT_WITHOUT_FILES: 'Attachment creation requires file info.',
  ATTACHMENT_WITHOUT_ID: 'Attachment update requires an id.',

  REQUIRED: 'Required',
  UNKNOWN_FIELD: 'Unknown field',
  TEXT_UNSTORABLE: 'Remove the invalid characters',
  DATE_FORMAT: 'Enter a date as yyyy-mm-dd',
  PALPABLE_CLOCK: 'Enter a clock position from 12:00 to 11:59',
  PALPABLE_DISTANCE: 'Enter the distance from the nipple in whole mm, 0–200',
  PALPABLE_COUNT: 'Enter up to 8 palpable places',
  CORRECTION_EMPTY: 'Change the side, the position or the study',
  YEAR_ZERO: 'The year 0000 does not exist',
  TIME_FORMAT: 'Enter a time as HH:MM, 00:00–23:59',
  TIME_ZONE_INVALID: 'Invalid time zone',
  URL_INVALID: 'Enter an address that starts with http:// or https://',
  CURSOR_INVALID: 'The cursor does not come from this list',

  EMAIL_REQUIRED: 'Enter your e-mail address',
  EMAIL_INVALID: 'Enter a valid e-mail address',
  EMAIL_OF_INVITATION: 'Leave the address out. It comes from the invitation',
  ROLE_TWICE: 'A role is listed twice',
  PASSWORD_REQUIRED: 'Enter your password',
  PASSWORD_MISSING: 'Choose a password',
  PASSWORD_LATER: 'Leave the password out. It is chosen when the address is confirmed',
  WRONG: 'Wrong password',
  SAME: 'The new password is the same as the current password',
  TOO_SHORT: ({ minimum }: { readonly minimum: number }) =>
    `The password needs at least ${minimum} characters`,
  TOO_LONG: ({ maximum }: { readonly maximum: number }) =>
    `The password can have up to ${maximum} characters`,
  NO_DIGIT: 'The password needs at least one digit',
  NO_UPPER_CASE: 'The password needs at least one upper-case letter',
  NO_LOWER_CASE: 'The password needs at least one lower-case letter',
  NO_SPECIAL: 'The password needs at least one special character',
  IS_EMAIL: 'The password can’t be your e-mail address',
  PRODUCT_NAME: 'The password can’t be the name of this product',
  COMMON: 'This password is too common. Choose another',

  LAST_NAME_REQUIRED: 'Enter the last name',
  PATIENT_CODE_REQUIRED: 'Enter a code',
  PATIENT_CODE_CHARACTERS: 'Use only letters, digits and . _ ~ ! @ # $ -',
  SEARCH_CHARACTERS: "Use only letters, digits, spaces and . _ ~ ! @ # $ ' -",
  NUMBER_REQUIRED: 'Enter a number',
  NOTE_REQUIRED: 'Enter a text',
  REASON_REQUIRED: 'Enter the reason',
  ADDENDUM_REQUIRED: 'Enter the text of the addendum',
  SAME_AXIS: 'Depth and head need different axes',
  SAME_ORIENTATION: 'The volume already has these directions. Confirm its orientation instead',
  BOTH_AXES: 'Send both the axis of depth and the axis of the head, or neither',
  STUDY_OR_PATIENT: 'Send either the study of the scan or the patient of a new study',
  FINDINGS_REQUIRED: 'Select the findings to group',
  EXPORT_REQUIRED: 'Select the findings to export',
  MARK_ID_DIFFERS: 'The key of a mark must be its ID',
  ANGLE_OUTSIDE_CIRCLE: 'Enter an angle of at least 0° and less than 360°',
  IMAGE_NOT_IN_SCAN: 'The scan has no image with the number and size of the mark',
  FRAME_CONTRADICTS_PLANE:
    'The image of the mark contradicts its plane. Draw the mark on an image of the scan',
  FRAME_OUTSIDE_VOLUME:
    'The image of the mark is larger than the volume. Draw the mark on an image of the scan',
  MARK_OUTSIDE_VOLUME: 'Part of the mark is outside the volume. Draw inside the volume',
  POSITION_OUTSIDE_VOLUME: ({
    minimum,
    maximum,
  }: {
    readonly minimum: number;
    readonly maximum: number;
  }) => `The position is outside the volume. Choose a position from ${minimum} to ${maximum}`,
  SIZE_IMPOSSIBLE: ({ maximum }: { readonly maximum: number }) =>
    `Enter a size above 0 and up to ${maximum} mm`,
  ASSESSMENT_BLIND: 'Blind annotators can’t assess findings',
  GENERATOR_NOT_USER: 'Findings of users must have the generator USER',
  REJECTION_REASON: 'Send a reason for REJECTED, and for no other decision',
  MARKS_REQUIRED: 'A finding needs at least one mark',
  FINDING_ID_TWICE: 'Each finding needs its own ID',
  MARK_ID_TWICE: 'Each mark needs its own ID',
  THUMBNAIL_BASE64: 'The thumbnail must be base64',
  THUMBNAIL_FORMAT: 'The thumbnail must be a PNG, JPEG or WebP image',
  TOO_MANY_ITEMS_SELECTED: ({ maximum }: { readonly maximum: number }) =>
    maximum === 1 ? 'Select only one item' : `Select up to ${maximum} items`,
  ITEM_NOT_FOUND: ({
    list,
    items,
  }: {
    readonly list: string;
    readonly items: readonly string[];
  }) =>
    items.length === 0
      ? `The list ${list} can’t be used here`
      : `${list} does not contain ${items.join(', ')}`,
  DUPLICATE_ITEMS: ({ items }: { readonly items: readonly string[] }) =>
    `Selected more than once: ${items.join(', ')}`,

  SHA256_FORMAT: 'A SHA-256 has 64 hexadecimal digits',
  FILE_NAME_CHARACTERS: 'Use only letters, digits, dots, dashes and underscores',
  FILE_NAME_PATH: 'Start with a letter or digit, and use no path',
  FILE_NAME_TWICE: 'Each file needs its own name',
  RUN_OF_ONE_IMAGE: 'A run names the volume or the image that the model read, not both',
  GENERATOR_OF_TASK: ({ task, generator }: { readonly task: string; readonly generator: string }) =>
    `A run of the task ${task} has the generator ${generator}`,
  MARK_GENERATOR: ({ generator }: { readonly generator: string }) =>
    `Marks of this run must be generated by ${generator}`,
  MASK_UNREADABLE: 'Send an NRRD file with unsigned bytes, raw or gzip',
  MASK_SIZES: ({ sizes }: { readonly sizes: string }) =>
    `The mask must have the sizes of the volume, ${sizes}`,
  MASK_FINDING: 'The run has no finding with this ID, or another mask of it',
  MASK_NAME: 'Name the mask by its finding or by a file name, not by both',
  MASK_EMPTY: 'The mask of a finding must contain a voxel',
  MASK_BITS: 'The bits must fit the sizes and contain a voxel',
  MASK_OUTSIDE: 'The mask must lie within the volume of the scan',
  MASK_PLACE: 'Space, directions and origin of the mask must be those of the volume',
  FILE_OR_NAME: 'Send either id, or scanId with fileName',
  UPLOAD_TARGET: 'Send either scanFileId, or scanId with fileName and fileCategoryId',
  DOWNLOAD_TARGET: 'Send either scanFileId, or attachmentId with fileName',
  ID_DIFFERS: 'The ID differs from the ID in the address',

  SERIAL_NUMBER_CHARACTERS: 'Use only letters, digits and . _ / -, up to 64 characters',
  MODEL_REQUIRED: 'Enter the model',
  PRESET_CUP_DEPTH: 'Enter the cup depth of the preset',
  PROBE_PARAMETERS: 'A probe can have up to 16 parameters',
  ORGANIZATION_NAME_REQUIRED: 'Enter the name of the organization',
  HOST_FORMAT: 'Enter a host name without port and path',
  HOST_NEEDS_CODE: 'Add a host by its activation code',
  ACTIVATION_CODE_FORMAT: 'Enter three groups of four letters separated by dashes',
  PREFERENCE_INVALID: 'code and value must be strings, and code must be non-empty',
  PREFERENCE_CODE_CHARACTERS: 'Use only letters, digits and . _ : / -',
  DATES_REVERSED: 'The last day is before the first day',
  DAYS_TOO_MANY: ({ maximum }: { readonly maximum: number }) =>
    `Choose a range of up to ${maximum} days`,
  RESULT_OF_KIND:
    'Biopsy and surgery are malignant, a high-risk lesion or benign; a follow-up is stable, resolved or grown',
  HISTOLOGY_OF_KIND: 'Only biopsy and surgery have a histology',
  DAY_IN_FUTURE: 'The day is in the future',
  DAY_BEFORE_BIRTH: ({ day }: { readonly day: string }) =>
    `The patient was born on ${day}. Enter a day from then on`,
  TIME_WITHOUT_DAY: 'Send the day of the examination with its time',
  DAY_BEFORE_STUDY: ({ day }: { readonly day: string }) =>
    `The day is before the study of ${day}. Enter a day on or after it`,
  SIDE_TWICE: 'A breast is listed twice',
  NOTE_OF_OTHER: 'Enter the reason as a note',
  REQUEST_TEXT_REQUIRED: 'Enter what the addendum should state',
  DUPLICATE_READERS: 'A reader is listed twice',
  RATING_BREAST_MISSING: 'Enter category and suspicion of each scanned breast',
  RATING_BREAST_UNKNOWN: 'Rate each scanned breast once, and no other',
  RATING_FINDING_MISSING: 'Enter the suspicion of each of your findings',
  RATING_FINDING_UNKNOWN: 'Rate each of your findings once, and no other',
  SPLIT_SUM: 'The three parts must add up to 1',
  POINTS_ONCE: 'Send either pointsMm or pointsVoxel',
  PSEUDONYM_UNKNOWN: ({ scan }: { readonly scan: string }) =>
    `${scan} is not the pseudonym of a scan with a volume in this organization`,
  PSEUDONYM_TWICE: ({ scan }: { readonly scan: string }) => `${scan} is listed twice`,
  MARK_OFF_PLANE: 'All points of a mark must lie in its plane, within half a voxel',
  MASKS_TOO_MANY: ({ maximum }: { readonly maximum: number }) =>
    `A scan can have up to ${maximum} masks`,
  MARK_POINTS: 'The points do not form a mark of this type',
  SYNC_PATIENT: 'Send a patient for SYNC_PATIENT, and for no other type',
});

export type FieldTextCode = keyof typeof fieldTexts;

type FixedCode = {
  [Code in FieldTextCode]: (typeof fieldTexts)[Code] extends string ? Code : never;
}[FieldTextCode];

/**
 * Parameter of a schema: its text, read at each check, because a module of schemas can run before
 * the translation has arrived.
 */
export function fieldText(code: FixedCode): { readonly error: () => string } {
  return { error: () => fieldTexts[code] };
}

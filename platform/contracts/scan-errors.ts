export const SCAN_ERROR_CODES = [
  'NoError',
  'UnknownError',
  'TooMuchMovement',
  'TooManyShadows',
  'WaterCriticallyLow',
  'MotorStallDetected',
  'HardwareError',
  'IncompatibleFirmware',
  'ImageSaveFailed',
  'DiskSpaceIsFull',
  'ScanServiceNotAvailable',
] as const;
export type ScanErrorCode = (typeof SCAN_ERROR_CODES)[number];

export type ScanErrorButton =
  | 'Restart Scan'
  | 'Continue Anyway'
  | 'Reset Scanner'
  | 'Back To Study';

export interface ScanError {
  readonly title: string;
  readonly message: string;
  /** Primary and link button during a scan. */
  readonly during: readonly [ScanErrorButton, ScanErrorButton];
  /** Primary and link button before a scan. */
  readonly before: readonly [ScanErrorButton, ScanErrorButton];
}

const COMPROMISED = 'Image compromised - Please restart the scan.';
const BEFORE = ['Reset Scanner', 'Back To Study'] as const;
const CONTINUE_BUTTONS = ['Restart Scan', 'Continue Anyway'] as const;
const STOP_BUTTONS = ['Restart Scan', 'Back To Study'] as const;

/** Errors of specification 8, with titles and buttons of decisions 8. */
export const SCAN_ERRORS: Readonly<Record<Exclude<ScanErrorCode, 'NoError'>, ScanError>> = {
  UnknownError: {
    title: 'Scan Error',
    message: 'Unexpected error happened. Please restart the scan.',
    during: CONTINUE_BUTTONS,
    before: BEFORE,
  },
  TooMuchMovement: {
    title: 'Too Much Movement Detected',
    message: COMPROMISED,
    during: CONTINUE_BUTTONS,
    before: BEFORE,
  },
  TooManyShadows: {
    title: 'Too Many Shadows Detected',
    message: COMPROMISED,
    during: CONTINUE_BUTTONS,
    before: BEFORE,
  },
  WaterCriticallyLow: {
    title: 'Water Critically Low',
    message: COMPROMISED,
    during: CONTINUE_BUTTONS,
    before: BEFORE,
  },
  MotorStallDetected: {
    title: 'Motor Stall Detected',
    message: COMPROMISED,
    during: CONTINUE_BUTTONS,
    before: BEFORE,
  },
  HardwareError: {
    title: 'Hardware Error',
    message: 'Scanner needs to reset. Please restart your scanner.',
    during: STOP_BUTTONS,
    before: BEFORE,
  },
  IncompatibleFirmware: {
    title: 'Incompatible Firmware',
    message:
      'Please make sure you are using the latest version of the app and the scanner firmware.',
    during: STOP_BUTTONS,
    before: BEFORE,
  },
  ImageSaveFailed: {
    title: 'Image Save Failed',
    message:
      'Failed to save the image file. Please make sure the disk is available and has enough space.',
    during: STOP_BUTTONS,
    before: BEFORE,
  },
  DiskSpaceIsFull: {
    title: 'Disk Space Is Full',
    message:
      'There is no more disk space to save images. Please make disk space available to proceed.',
    during: STOP_BUTTONS,
    before: BEFORE,
  },
  ScanServiceNotAvailable: {
    title: 'Connection Error',
    message: 'Connection to Scan Service is not available. Please restart the application.',
    during: STOP_BUTTONS,
    before: BEFORE,
  },
};

/** Returns the entry of a code; UnknownError for codes outside the catalogue. */
export function scanError(code: string): ScanError {
  return Object.hasOwn(SCAN_ERRORS, code) && code !== 'NoError'
    ? SCAN_ERRORS[code as Exclude<ScanErrorCode, 'NoError'>]
    : SCAN_ERRORS.UnknownError;
}

/** Whether the user may continue a scan with this error (Continue Anyway). */
export function mayContinue(code: ScanErrorCode): boolean {
  return code !== 'NoError' && SCAN_ERRORS[code].during === CONTINUE_BUTTONS;
}

import { scanErrorTexts } from './texts/scan-error-texts.ts';

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

export type ScanErrorButton = keyof typeof scanErrorTexts.buttons;

export interface ScanError {
  readonly title: string;
  readonly message: string;
  /** Primary and link button during a scan. */
  readonly during: readonly [ScanErrorButton, ScanErrorButton];
  /** Primary and link button before a scan. */
  readonly before: readonly [ScanErrorButton, ScanErrorButton];
}

type Failure = Exclude<ScanErrorCode, 'NoError'>;

/** Errors after which the user may continue the scan instead of restarting. */
const CONTINUABLE: readonly Failure[] = [
  'UnknownError',
  'TooMuchMovement',
  'TooManyShadows',
  'WaterCriticallyLow',
  'MotorStallDetected',
];

/**
 * Returns title, message and buttons of a code, in the language of the page; those of UnknownError
 * for codes outside the catalogue.
 */
export function scanError(code: string): ScanError {
  const failure = Object.hasOwn(scanErrorTexts.errors, code) ? (code as Failure) : 'UnknownError';
  return {
    ...scanErrorTexts.errors[failure],
    during: ['restart', mayContinue(failure) ? 'continue' : 'back'],
    before: ['reset', 'back'],
  };
}

/** Whether the user may continue a scan with this error. */
export function mayContinue(code: ScanErrorCode): boolean {
  return code !== 'NoError' && CONTINUABLE.includes(code);
}

/** Returns the label of a button of an error. */
export const scanErrorButton = (button: ScanErrorButton): string => scanErrorTexts.buttons[button];

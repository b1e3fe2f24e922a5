import { describe, expect, it } from 'vitest';
import { SCAN_ERROR_CODES, scanError, scanErrorButton } from '#contracts';

const COMPROMISED = 'Image compromised - Please restart the scan.';

/** Code, title, message and whether the scan may continue. */
const ERRORS = [
  ['UnknownError', 'Scan Error', 'Unexpected error happened. Please restart the scan.', true],
  ['TooMuchMovement', 'Too Much Movement Detected', COMPROMISED, true],
  ['TooManyShadows', 'Too Many Shadows Detected', COMPROMISED, true],
  ['WaterCriticallyLow', 'Water Critically Low', COMPROMISED, true],
  ['MotorStallDetected', 'Motor Stall Detected', COMPROMISED, true],
  [
    'HardwareError',
    'Hardware Error',
    'Scanner needs to reset. Please restart your scanner.',
    false,
  ],
  [
    'IncompatibleFirmware',
    'Incompatible Firmware',
    'Please make sure you are using the latest version of the app and the scanner firmware.',
    false,
  ],
  [
    'ImageSaveFailed',
    'Image Save Failed',
    'Failed to save the image file. Please make sure the disk is available and has enough space.',
    false,
  ],
  [
    'DiskSpaceIsFull',
    'Disk Space Is Full',
    'There is no more disk space to save images. Please make disk space available to proceed.',
    false,
  ],
  [
    'ScanServiceNotAvailable',
    'Connection Error',
    'Connection to Scan Service is not available. Please restart the application.',
    false,
  ],
] as const;

describe('an error of the scan service', () => {
  it.each(ERRORS)('has the texts of the specification: %s', (code, title, message) => {
    expect(scanError(code)).toMatchObject({ title, message });
  });

  it.each(ERRORS)(
    'has the buttons of the specification: %s',
    (code, _title, _message, continues) => {
      const { during, before } = scanError(code);
      expect(during.map(scanErrorButton)).toEqual([
        'Restart Scan',
        continues ? 'Continue Anyway' : 'Back To Study',
      ]);
      expect(before.map(scanErrorButton)).toEqual(['Reset Scanner', 'Back To Study']);
    },
  );

  it('has a specified text for every code', () => {
    const described = ERRORS.map(([code]) => code);
    expect(SCAN_ERROR_CODES.filter((code) => code !== 'NoError').sort()).toEqual(described.sort());
  });
});

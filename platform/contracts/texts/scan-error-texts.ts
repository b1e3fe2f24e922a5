import { defineTexts } from '#foundation';

const COMPROMISED = 'Image compromised - Please restart the scan.';

/** Errors of a scan and the labels of their buttons; prescribed by the specification. */
export const scanErrorTexts = defineTexts('scan-errors', {
  buttons: {
    restart: 'Restart Scan',
    continue: 'Continue Anyway',
    reset: 'Reset Scanner',
    back: 'Back To Study',
  },
  errors: {
    UnknownError: {
      title: 'Scan Error',
      message: 'Unexpected error happened. Please restart the scan.',
    },
    TooMuchMovement: { title: 'Too Much Movement Detected', message: COMPROMISED },
    TooManyShadows: { title: 'Too Many Shadows Detected', message: COMPROMISED },
    WaterCriticallyLow: { title: 'Water Critically Low', message: COMPROMISED },
    MotorStallDetected: { title: 'Motor Stall Detected', message: COMPROMISED },
    HardwareError: {
      title: 'Hardware Error',
      message: 'Scanner needs to reset. Please restart your scanner.',
    },
    IncompatibleFirmware: {
      title: 'Incompatible Firmware',
      message:
        'Please make sure you are using the latest version of the app and the scanner firmware.',
    },
    ImageSaveFailed: {
      title: 'Image Save Failed',
      message:
        'Failed to save the image file. Please make sure the disk is available and has enough space.',
    },
    DiskSpaceIsFull: {
      title: 'Disk Space Is Full',
      message:
        'There is no more disk space to save images. Please make disk space available to proceed.',
    },
    ScanServiceNotAvailable: {
      title: 'Connection Error',
      message: 'Connection to Scan Service is not available. Please restart the application.',
    },
  },
});

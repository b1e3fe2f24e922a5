import { defineTexts } from '#foundation';

/** Texts for the states of scan and scanner, and for rejected commands. */
export const scanStateTexts = defineTexts('scan-states', {
  phases: {
    notStarted: 'Not started',
    starting: 'Starting',
    peripheral: 'Peripheral sweep',
    central: 'Central sweep',
    paused: 'Paused',
    pausedAt: (angle: string) => `Paused at ${angle}`,
    interrupted: 'Stopped before the end',
    failed: 'Failed',
    completed: 'All frames are stored',
  },
  storedFrames: {
    none: 'No frame has been recorded yet.',
    lastAt: (angle: string) => `Last frame at ${angle}. `,
    frames: (lastAt: string, stored: number) =>
      `${lastAt}The ${stored} frames recorded so far are kept until a new scan is complete.`,
  },
  scannerReconnected: 'The scan service answers again.',
  gaps: {
    missing: (what: string) => `Missing: ${what}`,
    none: 'No frame is missing; the scan only waits to be finished.',
    entireSweep: (sweep: string) => `${sweep} all`,
    more: (named: string, more: number) => `${named} and ${more} more`,
  },
  scanner: {
    offline: 'Offline',
    ready: 'Ready',
    preparing: 'Preparing',
    checking: 'Testing the transducer',
    resetting: 'Resetting',
    scanning: 'Scanning',
    paused: 'Paused',
    error: 'Error',
    unknown: 'No word yet',
  },
  commands: {
    notYourRole: 'Your role does not make scans',
    noScan: 'No scan is open',
    running: 'The scan is running',
    notRunning: 'The scan is not running',
    notPaused: 'The scan is not paused',
    complete: 'The scan is complete',
    nothingToResume: 'No interrupted scan with frames is open',
  },
  invalidArguments: {
    title: 'The command was called with arguments it does not take',
    none: (received: string) => `This command takes no arguments, got ${received}.`,
    noId: (name: string, received: string) => `'${name}' must be an id, got ${received}.`,
    next: 'Correct the key or the mode that calls it.',
  },
  noScan: {
    title: 'No scan is open',
    noTarget: 'No target.',
    needed: 'The command needs a scan.',
    next: 'Start a scan from the patient list.',
  },
  noDevice: {
    title: 'No scanner is registered',
    detail: 'The organization has no device.',
    next: 'Register a device on the administration page.',
  },
  noResponse: {
    title: 'The scan service does not answer',
    detail: (command: string, seconds: number) =>
      `${command} was not acknowledged within ${seconds} s.`,
    next: 'Please restart the application.',
  },
  inUse: {
    title: (name: string) => `${name} is using the scanner`,
    detail: 'One person at a time commands it.',
    next: (name: string) =>
      `It is free when that scan ends, when ${name} signs out, or 5 minutes after its last use. Then try again.`,
  },
});

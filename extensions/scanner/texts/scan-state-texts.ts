import { defineTexts, plural } from '#foundation';

/** Texts for the states of scan and scanner, and for rejected commands. */
export const scanStateTexts = defineTexts('scan-states', {
  phases: {
    notStarted: 'Not started',
    starting: 'Starting',
    peripheral: 'Peripheral sweep',
    central: 'Central sweep',
    paused: 'Paused',
    pausedAt: (angle: string) => `Paused at ${angle}`,
    interrupted: 'Stopped early',
    failed: 'Failed',
    completed: 'All frames are stored',
  },
  storedFrames: {
    none: 'No frames recorded yet.',
    lastAt: (angle: string) => `Last frame at ${angle}. `,
    frames: (lastAt: string, stored: number) =>
      `${lastAt}${plural(stored, 'recorded frame is', 'recorded frames are')} kept until a new scan is complete.`,
  },
  scannerReconnected: 'The scan service responds again.',
  gaps: {
    missing: (what: string) => `Missing: ${what}`,
    none: 'No frames are missing. Resume the scan to finish it.',
    entireSweep: (sweep: string) => `all of ${sweep}`,
    more: (named: string, more: number) => `${named} and ${more} more`,
  },
  scanner: {
    offline: 'Offline',
    ready: 'Ready',
    preparing: 'Preparing',
    checking: 'Checking the transducer',
    resetting: 'Resetting',
    scanning: 'Scanning',
    paused: 'Paused',
    error: 'Error',
    unknown: 'No status yet',
  },
  ofScanner: (scanner: string, state: string) => `${scanner} ${state.toLowerCase()}`,
  commands: {
    notYourRole: 'Your role can’t record scans',
    noScan: 'No scan is open',
    running: 'The scan is running',
    notRunning: 'The scan is not running',
    notPaused: 'The scan is not paused',
    complete: 'The scan is complete',
    nothingToResume: 'No interrupted scan with frames is open',
  },
  invalidArguments: {
    title: 'Invalid arguments for this command',
    none: (received: string) => `Expected no arguments, received ${received}.`,
    noId: (name: string, received: string) => `'${name}' must be an ID, received ${received}.`,
    next: 'Correct the shortcut or the mode that runs the command.',
  },
  noScan: {
    title: 'No scan is open',
    noTarget: 'The command names no scan.',
    needed: 'The command needs a scan.',
    next: 'Start a scan from the patient list.',
  },
  noDevice: {
    title: 'No scanner is registered',
    detail: 'This organization has no devices.',
    next: 'Register a device on the administration page.',
  },
  noResponse: {
    title: 'The scan service does not respond',
    detail: (command: string, seconds: number) =>
      `${command} was not acknowledged within ${seconds} s.`,
    next: 'Please restart the application.',
  },
  inUse: {
    title: (name: string) => `${name} is using the scanner`,
    detail: 'One user at a time can control it.',
    next: (name: string) =>
      `Try again when that scan ends, when ${name} signs out, or 5 minutes after the last use.`,
  },
});

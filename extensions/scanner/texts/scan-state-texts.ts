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
    detail: 'This organization has no activated device.',
    next: 'Register and activate a device on the administration page.',
  },
  notChosen: {
    title: 'No scanner is chosen',
    detail: 'This site has several scanners, and this workstation commands only one of them.',
    next: 'Choose the scanner that stands beside this workstation, in the bar at the top.',
  },
  desktopUnknown: {
    title: 'The scanner of this desktop is not registered',
    detail: 'The configuration of this machine names a device that is not active at this site.',
    next: 'Register and activate the device, or correct “device” in the configuration file.',
  },
  otherScanner: {
    title: (scanner: string) => `This scan belongs to the scanner ${scanner}`,
    unknown: 'of another workstation',
    detail: (own: string) => `This workstation commands ${own}.`,
    next: 'Continue at the workstation of that scanner, or start a new scan here.',
  },
  studyChanged: {
    title: 'The study has changed',
    detail: 'Since this page was opened, another scan has joined the study, or it was deleted.',
    next: 'Show the studies again and choose one.',
  },
  visitEnded: {
    title: 'The study belongs to an earlier visit',
    detail: 'This page has been open since that visit.',
    next: 'Show the studies again and choose one.',
  },
  choose: {
    none: 'Choose the scanner',
    label: 'Scanner beside this workstation',
    change: (scanner: string) => `Scanner ${scanner}: change`,
    help: 'Choose the scanner that stands beside this workstation. This machine remembers it.',
    serial: (name: string, serial: string) => `${name} · serial ${serial}`,
    busy: 'Not while a scan or a check is running',
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

import { defineTexts } from '#foundation';

/** Texts of the desktop for the terminal and for the calling program. */
export const desktopTexts = defineTexts('desktop', {
  opened: (address: string, logFile: string) =>
    `Clockface is open at ${address}\nLog of the desktop: ${logFile}`,
  forwarded: 'Handed over to the window that is open.',
  linkRejected: 'Failed to open the provided URL.',
  linkFailed: 'Failed to transit to external-link. Please restart app.',
  registered: (file: string) => `Links that begin with clockface:// open this desktop (${file}).`,
  unregistered: (file: string) => `Links that begin with clockface:// open nothing (${file}).`,
  noHelper: (program: string) =>
    `${program} is not on this machine; it may take until the next sign-in to count.`,
});

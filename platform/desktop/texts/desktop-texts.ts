import { defineTexts } from '#foundation';

/** Texts of the desktop for the terminal and for the calling program. */
export const desktopTexts = defineTexts('desktop', {
  opened: (address: string, logFile: string) =>
    `Clockface is open at ${address}\nDesktop log: ${logFile}`,
  forwarded: 'Opened in the running window.',
  linkRejected: 'Failed to open the provided URL.',
  linkFailed: 'Failed to transit to external-link. Please restart app.',
  registered: (file: string) =>
    `Links that start with clockface:// open this application (${file}).`,
  unregistered: (file: string) =>
    `Links that start with clockface:// no longer open this application (${file}).`,
  noHelper: (program: string) =>
    `${program} is not installed. The change may take effect only after the next sign-in.`,
});

import { defineTexts } from '#foundation';

/** Texts of start failures; kept apart, because every visitor loads them first. */
export const startTexts = defineTexts('start', {
  failed: 'Clockface could not be started',
  reload: 'Reload the page. If it happens again, contact your administrator.',
  unreachable: 'The server can’t be reached',
  notReady: 'The server is not ready',
  unexpectedStatus: (status: number) =>
    `The request for the configuration returned status ${status}.`,
  retry: 'Try again in a moment. If it fails again, contact your administrator.',
  unusable: 'The server sent an invalid configuration',
  incomplete: 'The version or the API key is missing.',
  contactAdministrator: 'Ask your administrator to check the site configuration, then try again.',
});

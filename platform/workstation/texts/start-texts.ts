import { defineTexts } from '#foundation';

/** Texts of start failures; kept apart, because every visitor loads them first. */
export const startTexts = defineTexts('start', {
  failed: 'The program could not be started',
  reload: 'Reload the page; if it stays, tell the administrator.',
  unreachable: 'The server cannot be reached',
  notReady: 'The server is not ready',
  unexpectedStatus: (status: number) => `It answered ${status} when asked for its configuration.`,
  retry: 'Check that the server is running, then try again.',
  unusable: 'The server sent a configuration that cannot be used',
  incomplete: 'It names no version or no API key.',
  contactAdministrator: 'Ask the administrator to check the site configuration, then try again.',
});

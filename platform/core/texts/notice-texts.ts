import { defineTexts } from '#foundation';

/** What notices say by default, and the word that names each kind for those who hear it. */
export const noticeTexts = defineTexts('notices', {
  succeeded: 'Action was successful',
  failed: 'Action failed',
  offline: 'The server cannot be reached. Work goes on and is sent when it is back.',
  backOnline: 'The connection to the server is back.',
});

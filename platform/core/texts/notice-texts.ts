import { defineTexts } from '#foundation';

/** Default texts of notices, and the name of each kind for screen readers. */
export const noticeTexts = defineTexts('notices', {
  succeeded: 'Action was successful',
  failed: 'Action failed',
  offline:
    'The server cannot be reached. Marks are kept and sent when it is back. What you enter in a form stays on this page: save it then.',
  backOnline: 'The connection to the server is back.',
});

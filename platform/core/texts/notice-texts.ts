import { defineTexts } from '#foundation';

/** Default texts of notices, and the name of each kind for screen readers. */
export const noticeTexts = defineTexts('notices', {
  succeeded: 'Action was successful',
  failed: 'Action failed',
  offline:
    'The server can’t be reached. Marks are saved in this browser and sent when you are online. Form entries stay on this page; save them when you are online.',
  backOnline: 'The connection to the server was restored.',
});

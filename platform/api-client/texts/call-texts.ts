import { defineTexts } from '#foundation';

/** Texts of API calls, used when the server sends none. */
export const callTexts = defineTexts('calls', {
  invalid: {
    detail: (fields: string) => `Fields: ${fields}`,
    next: 'Correct the marked fields.',
    omitted: (count: number) =>
      count === 1 ? 'At least 1 more error.' : `At least ${count} more errors.`,
  },
  rejected: {
    title: (method: string) => `Error calling ${method} API`,
    detail: (status: number) => `The server returned status ${status}.`,
    notReady: 'The server is not ready. Try again later. Only marks are sent automatically.',
    next: 'Try again. If it fails again, contact your administrator.',
  },
  /** Next step after an error response, by HTTP status. */
  nextByStatus: {
    400: 'Correct your input and try again.',
    401: 'Sign in again.',
    403: 'Ask an administrator for this permission.',
    404: 'It may have been deleted. Reload the list.',
    409: 'Reload the page and check the current data.',
    412: 'Someone else changed this. Compare both versions.',
    413: 'Choose a smaller file.',
    429: 'Wait a moment and try again.',
    507: 'Make disk space available and try again.',
  },
  /** Next step after a message of the server, by its code; before that of the status. */
  nextByMessage: {
    SIGN_PASSWORD_WRONG: 'Enter your password again.',
    LETTER_PLACEHOLDER: 'The text is part of the site configuration.',
    LETTER_VALUE_MISSING: 'The text is part of the site configuration.',
  },
  cancelled: {
    title: 'The request was cancelled',
    detail: 'Cancelled',
    next: 'No action is needed.',
  },
  unreached: {
    title: 'The server can’t be reached',
    broken: 'Connection lost',
    next: 'Try again when you are online. Only marks are sent automatically.',
  },
  mismatch: {
    title: 'This version can’t read the server’s response',
    noJson: 'The response is not JSON.',
    next: 'Reload the page. If it happens again, contact your administrator.',
  },
  range: {
    title: 'Part of the file was not received as requested',
    detail: (requested: string, actual: string) => `Requested ${requested}, received ${actual}.`,
    bytes: (first: number, last: number) => `bytes ${first}–${last}`,
    completeFile: 'the whole file',
    more: 'more',
    partial: (bytes: number) => `${bytes} bytes`,
    next: 'Try again. If it fails again, check for a proxy between this computer and the server.',
  },
});

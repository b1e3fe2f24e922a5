import { defineTexts } from '#foundation';

/** Texts of API calls, used when the server sends none. */
export const callTexts = defineTexts('calls', {
  invalid: {
    detail: (fields: string) => `Fields: ${fields}`,
    next: 'Correct the marked fields.',
  },
  rejected: {
    title: (method: string) => `Error calling ${method} API`,
    detail: (status: number) => `The server answered ${status}.`,
    notReady:
      'The server is not ready. Try again when it is; only marks are kept and sent by themselves.',
    next: 'Try again; if it stays, tell the administrator.',
  },
  /** Next step after an error response, by HTTP status. */
  nextByStatus: {
    400: 'Correct the entry and try again.',
    401: 'Sign in again.',
    403: 'Ask an administrator for this permission.',
    404: 'Reload the list; it may have been deleted.',
    409: 'Reload and look at what is there already.',
    412: 'Someone else changed this. Look at both versions.',
    413: 'Choose a smaller file.',
    429: 'Wait a moment and try again.',
    507: 'Make disk space available and try again.',
  },
  cancelled: {
    title: 'The call was cancelled',
    detail: 'Cancelled',
    next: 'Nothing needs to be done.',
  },
  unreached: {
    title: 'The server cannot be reached',
    broken: 'The connection broke',
    next: 'Try again when it is back; only marks are kept and sent by themselves.',
  },
  mismatch: {
    title: 'The server gave an answer that this version does not understand',
    noJson: 'The answer is not JSON.',
    next: 'Reload the page; if it stays, tell the administrator.',
  },
  range: {
    title: 'A part of the file did not arrive as asked for',
    detail: (requested: string, actual: string) => `Asked for ${requested}, got ${actual}.`,
    bytes: (first: number, last: number) => `bytes ${first}-${last}`,
    completeFile: 'the whole file',
    more: 'more',
    partial: (bytes: number) => `${bytes} bytes`,
    next: 'Try again; if it stays, a proxy between this computer and the server may be in the way.',
  },
  live: {
    title: 'The live connection to the server is interrupted',
    noBroker: 'There is no connection to the broker.',
    notConfirmed: 'The broker has not confirmed the message.',
    next: 'Wait until the connection is back and try again.',
  },
});

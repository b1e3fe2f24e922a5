import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/** Returns the error for data that is withheld from blind annotators. */
export function withheld(): ErrorResponse {
  return errorResponse('Forbidden', 'Blind annotators are not told who the patient is');
}

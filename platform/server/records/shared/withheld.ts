import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/** What is withheld from whoever must not know the patient. */
export function withheld(): ErrorResponse {
  return errorResponse('Forbidden', 'Blind annotators are not told who the patient is');
}

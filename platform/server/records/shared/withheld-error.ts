import { serverMessage } from '#contracts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/** Returns the error for data that is withheld from blind annotators. */
export function withheldError(): ErrorResponse {
  return errorResponse('Forbidden', serverMessage('PATIENT_WITHHELD'));
}

import { serverMessage } from '#contracts';
import { type ErrorResponse, errorResponse } from '../http/error-response.ts';

/** Error of a worker whose lease has ended, or that never had the job. */
export function leaseEnded(): ErrorResponse {
  return errorResponse('LeaseEnded', serverMessage('JOB_LEASE_ENDED'));
}

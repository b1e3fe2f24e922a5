export type { ApiClient, CallInput, CallResponse, DownloadOptions } from './api-client.ts';
export {
  ABORTED_CODE,
  asCallProblem,
  type CallProblem,
  errorResponseProblem,
  isAborted,
  isOffline,
  isTransient,
  mismatchProblem,
  OFFLINE_CODE,
  unreachedProblem,
} from './call-problem.ts';
export { type ApiClientOptions, createApiClient, fillPath } from './create-api-client.ts';
export { formErrorsOf } from './form-errors.ts';
export { messageText, problemInLanguage } from './message-text.ts';
export { retryCall } from './retry-call.ts';

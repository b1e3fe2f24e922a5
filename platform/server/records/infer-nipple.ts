import { type NippleInferenceResponse, type routes, serverMessage } from '#contracts';
import type { Problem } from '#foundation';
import { storeError } from '../files/content/problem-response.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import { isDamage, quarantine, quarantineError } from '../files/rows/quarantine.ts';
import { storedReference } from '../files/rows/scan-file-rows.ts';
import type { CallOf } from '../http/call.ts';
import {
  type ErrorResponse,
  errorResponse,
  notFound,
  problemMessage,
} from '../http/error-response.ts';
import { watchConnection } from '../http/watch-connection.ts';
import type { NippleInference } from '../inference/nipple-inference.ts';
import { scanById } from './scans/scan-rows.ts';

/** Suggested retry delay when the model is busy. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Locates the nipple in the scan's latest volume with the site's model. Stores nothing, because a
 * user must confirm the position.
 * @param inference null when no extension offers a model
 */
export async function inferNipple(
  call: CallOf<typeof routes.inferNipple>,
  inference: NippleInference | null,
): Promise<NippleInferenceResponse | ErrorResponse> {
  const { db, params, principal, addAuditSubject, request } = call;
  const { organizationId } = principal;
  const scan = await scanById(db, organizationId, params.id);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId });
  if (inference === null) {
    return errorResponse('Conflict', serverMessage('NIPPLE_MODEL_MISSING'));
  }
  const scanKey = { organizationId, scanId: params.id };
  const file = await latestVolumeFile(db, scanKey);
  const reference = file === undefined ? null : storedReference(file);
  if (file === undefined || reference === null) {
    return errorResponse('Conflict', serverMessage('VOLUME_PENDING'));
  }
  const quarantined = quarantineError(file);
  if (quarantined !== null) return quarantined;
  const { laterality, protocol, patientPosition, orientationConfirmed } = scan;
  const scanInfo = { laterality, protocol, patientPosition, orientationConfirmed };
  using connection = watchConnection(request);
  const position = await inference.locate(reference, scanInfo, connection.signal);
  if (!position.ok) {
    if (isDamage(position.problem)) await quarantine(db, file, position.problem);
    return toErrorResponse(position.problem);
  }
  const latest = await latestVolumeFile(db, scanKey);
  if (latest?.id !== file.id) {
    return errorResponse('Conflict', serverMessage('VOLUME_CHANGED'));
  }
  return { code: 200, content: position.value };
}

function toErrorResponse(problem: Problem): ErrorResponse {
  const message = problemMessage(problem);
  switch (problem.code) {
    case 'NIPPLE_MODEL_BUSY':
      return errorResponse('TooManyRequests', message, {
        problem,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    case 'NIPPLE_MODEL_SLOW':
    case 'NIPPLE_MODEL_FAILED':
    case 'NIPPLE_ANSWER_INVALID':
      return errorResponse('InferenceFailed', message, { problem });
    case 'INFERENCE_STOPPED':
      return errorResponse('Unavailable', message);
    default:
      return isUnusableVolume(problem)
        ? errorResponse(
            'Conflict',
            problemMessage({ ...problem, next: 'Set the nipple by hand.' }),
            { problem },
          )
        : storeError(problem);
  }
}

/** Returns whether an intact file can't be used because it is not a volume in patient space. */
const isUnusableVolume = ({ code }: Problem): boolean =>
  code.startsWith('VOLUME_') || code === 'NRRD_NOT_A_VOLUME';

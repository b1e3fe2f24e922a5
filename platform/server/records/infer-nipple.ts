import type { FastifyRequest } from 'fastify';
import type { NippleInferenceResponse, routes } from '#contracts';
import type { Problem } from '#foundation';
import { storeError } from '../files/content/problem-response.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import { isDamage, quarantine, quarantineError } from '../files/rows/quarantine.ts';
import { storedReference } from '../files/rows/scan-file-rows.ts';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
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
  if (scan === undefined) return notFound('The scan');
  addAuditSubject({ patientId: scan.patientId });
  if (inference === null) {
    return errorResponse('Conflict', 'No extension of this site finds the nipple. Set it by hand');
  }
  const named = { organizationId, scanId: params.id };
  const file = await latestVolumeFile(db, named);
  const reference = file === undefined ? null : storedReference(file);
  if (file === undefined || reference === null) {
    return errorResponse('Conflict', 'The scan has no volume yet. Wait until it is reconstructed');
  }
  const quarantined = quarantineError(file);
  if (quarantined !== null) return quarantined;
  const { laterality, protocol, patientPosition, orientationConfirmed } = scan;
  const scanInfo = { laterality, protocol, patientPosition, orientationConfirmed };
  using caller = presence(request);
  const position = await inference.locate(reference, scanInfo, caller.signal);
  if (!position.ok) {
    if (isDamage(position.problem)) await quarantine(db, file, position.problem);
    return toErrorResponse(position.problem);
  }
  const latest = await latestVolumeFile(db, named);
  if (latest?.id !== file.id) {
    return errorResponse('Conflict', 'The volume of the scan has changed meanwhile. Ask again');
  }
  return { code: 200, content: position.value };
}

/** Returns a signal that is aborted when the caller's connection closes. */
function presence(
  request: FastifyRequest,
): { readonly signal: AbortSignal } & globalThis.Disposable {
  const { socket } = request.raw;
  const closed = new AbortController();
  const onClose = (): void => closed.abort();
  socket.once('close', onClose);
  if (socket.destroyed) onClose();
  return { signal: closed.signal, [Symbol.dispose]: () => socket.off('close', onClose) };
}

function toErrorResponse(problem: Problem): ErrorResponse {
  const message = `${problem.title}. ${problem.next}`;
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
      return isOfVolume(problem)
        ? errorResponse('Conflict', `${problem.title}. Set the nipple by hand`, { problem })
        : storeError(problem);
  }
}

/** True for intact files that are not a volume in patient space. */
const isOfVolume = ({ code }: Problem): boolean =>
  code.startsWith('VOLUME_') || code === 'NRRD_NOT_A_VOLUME';

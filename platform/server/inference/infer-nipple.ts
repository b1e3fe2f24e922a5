import type { FastifyRequest } from 'fastify';
import type { NippleInferenceResponse, routes } from '#contracts';
import type { Problem } from '#foundation';
import { storeRefusal } from '../files/content/problem-refusal.ts';
import { latestVolumeFile } from '../files/rows/find-volume.ts';
import { isDamage, quarantine, quarantineRefusal } from '../files/rows/quarantine.ts';
import { storedReference } from '../files/rows/scan-file-rows.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, type Refusal, refuse } from '../http/refusal.ts';
import { scanById } from '../records/scans/scan-rows.ts';
import type { NippleInference } from './nipple-inference.ts';

/** When a caller who found others waiting may ask again. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Where the site's model finds the nipple in the scan's latest volume. It sets nothing: a person
 * does, who has seen the place.
 * @param inference null where no extension offers a model
 */
export async function inferNipple(
  call: CallOf<typeof routes.inferNipple>,
  inference: NippleInference | null,
): Promise<NippleInferenceResponse | Refusal> {
  const { db, params, principal, about, request } = call;
  const { organizationId } = principal;
  const scan = await scanById(db, organizationId, params.id);
  if (scan === undefined) return notFound('The scan');
  about({ patientId: scan.patientId });
  if (inference === null) {
    return refuse('Conflict', 'No extension of this site finds the nipple. Set it by hand');
  }
  const named = { organizationId, scanId: params.id };
  const file = await latestVolumeFile(db, named);
  const reference = file === undefined ? null : storedReference(file);
  if (file === undefined || reference === null) {
    return refuse('Conflict', 'The scan has no volume yet. Wait until it is reconstructed');
  }
  const kept = quarantineRefusal(file);
  if (kept !== null) return kept;
  const { laterality, protocol, patientPosition, orientationConfirmed } = scan;
  const facts = { laterality, protocol, patientPosition, orientationConfirmed };
  using caller = presence(request);
  const found = await inference.locate(reference, facts, caller.signal);
  if (!found.ok) {
    if (isDamage(found.problem)) await quarantine(db, file, found.problem);
    return refusalOf(found.problem);
  }
  const latest = await latestVolumeFile(db, named);
  if (latest?.id !== file.id) {
    return refuse('Conflict', 'The volume of the scan has changed meanwhile. Ask again');
  }
  return { code: 200, content: found.value };
}

/** A signal that is aborted when the caller's connection closes. */
function presence(
  request: FastifyRequest,
): { readonly signal: AbortSignal } & globalThis.Disposable {
  const { socket } = request.raw;
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  socket.once('close', leave);
  if (socket.destroyed) leave();
  return { signal: gone.signal, [Symbol.dispose]: () => socket.off('close', leave) };
}

function refusalOf(problem: Problem): Refusal {
  const words = `${problem.title}. ${problem.next}`;
  switch (problem.code) {
    case 'NIPPLE_MODEL_BUSY':
      return refuse('TooManyRequests', words, { problem, retryAfterSeconds: RETRY_AFTER_SECONDS });
    case 'NIPPLE_MODEL_SLOW':
    case 'NIPPLE_MODEL_FAILED':
    case 'NIPPLE_ANSWER_INVALID':
      return refuse('InferenceFailed', words, { problem });
    case 'INFERENCE_STOPPED':
      return refuse('Unavailable', words);
    default:
      return isOfVolume(problem)
        ? refuse('Conflict', `${problem.title}. Set the nipple by hand`, { problem })
        : storeRefusal(problem);
  }
}

/** The bytes are those that were stored, but no volume in patient space. */
const isOfVolume = ({ code }: Problem): boolean =>
  code.startsWith('VOLUME_') || code === 'NRRD_NOT_A_VOLUME';

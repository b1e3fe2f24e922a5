import { type Finding, findingSchema, routes } from '#contracts';
import { newId, ok, type Result } from '#foundation';
import type { ApiClient } from '../../services/api/api-client.ts';
import type { CallProblem } from '../../services/api/call-problem.ts';
import type { FindingBody } from './finding-body.ts';
import { type FindingRecord, saveStep } from './finding-record.ts';

/** The same content sent twice (an answer that was lost) must count once. */
const idempotencyKeys = new WeakMap<FindingBody, string>();

function idempotencyKey(body: FindingBody): string {
  const known = idempotencyKeys.get(body) ?? newId();
  idempotencyKeys.set(body, known);
  return known;
}

/**
 * Brings the server to what the record holds, with a picture where there is a new one; null when it
 * is there already.
 */
export async function sendRecord(
  api: ApiClient,
  scanId: string,
  record: FindingRecord,
  thumbnailBase64: string | null = null,
): Promise<Result<Finding, CallProblem> | null> {
  const { id, local, server } = record;
  const step = saveStep(record);
  const thumbnail = thumbnailBase64 === null ? {} : { thumbnailBase64 };
  if (step === 'create' && local !== null) {
    return api.call(routes.createFinding, {
      body: { ...local, ...thumbnail, id, scanId, generator: 'USER' },
      idempotencyKey: idempotencyKey(local),
    });
  }
  const isUnchanged = step === 'none' && (thumbnailBase64 === null || local === null);
  if (server === null || isUnchanged) return null;
  const { version } = server.finding;
  if (local === null) return api.call(routes.deleteFinding, { params: { id }, version });
  return api.call(routes.updateFinding, {
    params: { id },
    body: { ...local, ...thumbnail },
    version,
  });
}

/** Findings of a scan that are not deleted. */
export async function readFindings(
  api: ApiClient,
  scanId: string,
): Promise<Result<readonly Finding[], CallProblem>> {
  const response = await api.call(routes.listFindings, { params: { scanId } });
  return response.ok ? { ok: true, value: response.value.items } : response;
}

/** One finding as the server has it, deleted or not; null where it never had it. */
export async function readFinding(
  api: ApiClient,
  id: string,
): Promise<Result<Finding | null, CallProblem>> {
  const response = await api.call(routes.getFinding, { params: { id } });
  return !response.ok && response.problem.status === 404 ? ok(null) : response;
}

/** How a finding stands whose save was refused: by the refusal itself, or asked for. */
export async function serverFindingOf(
  api: ApiClient,
  id: string,
  problem: CallProblem,
): Promise<Result<Finding | null, CallProblem>> {
  const current = currentInConflict(problem);
  return current === null ? readFinding(api, id) : ok(current);
}

/** The current finding inside a 412 answer; null when the body does not hold one. */
function currentInConflict(problem: CallProblem): Finding | null {
  const parsed = findingSchema.safeParse(problem.data);
  return parsed.success ? parsed.data : null;
}

/** Whether trying again by itself can help: the server is away, busy, or the session has ended. */
export function isRetryable(problem: CallProblem): boolean {
  const { status } = problem;
  return status === 0 || status === 401 || status === 429 || status >= 500;
}

import { type ApiClient, type CallProblem, isTransient } from '#api-client';
import { type Finding, findingSchema, routes } from '#contracts';
import { newId, ok, type Result } from '#foundation';
import type { FindingBody } from './finding-body.ts';
import { type FindingRecord, saveStep } from './finding-record.ts';

/** Idempotency keys by content, so that a resend after a lost response counts once. */
const idempotencyKeys = new WeakMap<FindingBody, string>();

function idempotencyKey(body: FindingBody): string {
  const key = idempotencyKeys.get(body) ?? newId();
  idempotencyKeys.set(body, key);
  return key;
}

/**
 * Sends the record's local state, with a new thumbnail if any; returns null if the server is up to
 * date.
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
  if (server === null || step === 'none') return null;
  const { version } = server.finding;
  if (local === null) return api.call(routes.deleteFinding, { params: { id }, version });
  return api.call(routes.updateFinding, {
    params: { id },
    body: { ...local, ...thumbnail },
    version,
  });
}

/**
 * Sends the thumbnail of a saved finding. The server rejects the thumbnail of an outdated version.
 */
export function sendThumbnail(
  api: ApiClient,
  { id, version }: Pick<Finding, 'id' | 'version'>,
  thumbnailBase64: string,
): Promise<Result<unknown, CallProblem>> {
  const body = { thumbnailBase64 };
  return api.call(routes.setFindingThumbnail, { params: { id }, body, version });
}

/** Reads the findings of a scan, without deleted ones. */
export async function readFindings(
  api: ApiClient,
  scanId: string,
): Promise<Result<readonly Finding[], CallProblem>> {
  const response = await api.call(routes.listFindings, { params: { scanId } });
  return response.ok ? { ok: true, value: response.value.items } : response;
}

/** Reads a finding, deleted or not; null if the server never had the finding. */
export async function readFinding(
  api: ApiClient,
  id: string,
): Promise<Result<Finding | null, CallProblem>> {
  const response = await api.call(routes.getFinding, { params: { id } });
  return !response.ok && response.problem.status === 404 ? ok(null) : response;
}

/** Returns the server's finding after a rejected save, from the error response or by a read. */
export async function serverFindingOf(
  api: ApiClient,
  id: string,
  problem: CallProblem,
): Promise<Result<Finding | null, CallProblem>> {
  const current = currentInConflict(problem);
  return current === null ? readFinding(api, id) : ok(current);
}

/** Returns the current finding in a 412 response; null if the body contains none. */
function currentInConflict(problem: CallProblem): Finding | null {
  const parsed = findingSchema.safeParse(problem.data);
  return parsed.success ? parsed.data : null;
}

/**
 * True if the edit is kept and sent again: the call may succeed later, the session ended (401), or
 * the disk is full (507), which an administrator resolves.
 */
export function isRetryable(problem: CallProblem): boolean {
  return isTransient(problem) || problem.status === 401 || problem.status === 507;
}

import type { Kysely } from 'kysely';
import type { ScanMessage, StudyMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { publishStudyChange } from '../shared/publish-study-change.ts';

type PublishingCall = Pick<CallOf<never>, 'principal' | 'afterCommit'>;
type EventDeps = Pick<ServerDeps, 'scanChanged' | 'studyChanged'>;

/**
 * Wraps a handler, so that a successful call publishes a scan change after the commit. `scanOf`
 * returns the scan's id; null publishes nothing.
 */
export function withScanPublishing<RouteCall extends PublishingCall, Output>(
  { scanChanged }: Pick<ServerDeps, 'scanChanged'>,
  what: ScanMessage['what'],
  handler: (call: RouteCall) => Promise<Output | ErrorResponse>,
  scanOf: (response: NoInfer<Output>, call: RouteCall) => string | null,
): (call: RouteCall) => Promise<Output | ErrorResponse> {
  return async (call) => {
    const response = await handler(call);
    if (response instanceof ErrorResponse) return response;
    const scanId = scanOf(response, call);
    const { organizationId } = call.principal;
    if (scanId !== null) {
      call.afterCommit(() => scanChanged.emit({ organizationId, scanId, what }));
    }
    return response;
  };
}

/**
 * Wraps a handler that returns the changed scan, so that a successful call publishes the change to
 * clients with the open scan, and to the lists and open pages of its study.
 * @param what SCANS if open pages of the study must read the study's scans again
 */
export function withScanAndStudyPublishing<
  RouteCall extends PublishingCall & { readonly db: Kysely<Database> },
  Output extends { readonly id: string },
>(
  deps: EventDeps,
  what: StudyMessage['what'],
  handler: (call: RouteCall) => Promise<Output | ErrorResponse>,
): (call: RouteCall) => Promise<Output | ErrorResponse> {
  return async (call) => {
    const scan = await handler(call);
    if (scan instanceof ErrorResponse) return scan;
    // Reads the study, because the response has an alias for blind annotators.
    const row = await call.db
      .selectFrom('scan')
      .select('studyId')
      .where('organizationId', '=', call.principal.organizationId)
      .where('id', '=', scan.id)
      .executeTakeFirst();
    publishScanChange(deps, call, scan.id, row === undefined ? [] : [row.studyId], what);
    return scan;
  };
}

/** Publishes to clients with the open scan, and to the lists and open pages of the studies. */
export function publishScanChange(
  deps: EventDeps,
  call: PublishingCall,
  scanId: string,
  studyIds: readonly string[],
  what: StudyMessage['what'] = 'SCANS',
): void {
  const { organizationId } = call.principal;
  call.afterCommit(() => deps.scanChanged.emit({ organizationId, scanId, what: 'SCAN' }));
  for (const studyId of studyIds) publishStudyChange(deps, call, studyId, what);
}

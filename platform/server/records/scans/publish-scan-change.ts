import type { ScanMessage } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';

type PublishingCall = Pick<CallOf<never>, 'principal' | 'afterCommit'>;

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

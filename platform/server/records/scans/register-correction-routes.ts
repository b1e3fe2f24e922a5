import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { correctScan } from './correct-scan.ts';
import { deleteScan, listDeletedScans, restoreScan } from './delete-scan.ts';
import { publishScanChange, withScanAndStudyPublishing } from './publish-scan-change.ts';
import { approveScan, disapproveScan, withdrawReview } from './review-scan.ts';
import { listScanCorrections, undoScanCorrection } from './undo-correction.ts';

type EventDeps = Pick<ServerDeps, 'deviceStatuses' | 'scanChanged' | 'studyChanged'>;

/** Registers the routes that delete, restore, correct and review scans. */
export function registerCorrectionRoutes(
  server: FastifyInstance,
  deps: RouteDeps & EventDeps & Pick<ServerDeps, 'clock'>,
): void {
  const remove = (call: CallOf<typeof routes.deleteScan>) => deleteScan(deps, call);
  bindRoute(server, deps, routes.deleteScan, withScanAndStudyPublishing(deps, 'SCANS', remove));
  bindRoute(
    server,
    deps,
    routes.restoreScan,
    withScanAndStudyPublishing(deps, 'SCANS', restoreScan),
  );
  const { clock } = deps;
  const approve = (call: CallOf<typeof routes.approveScan>) => approveScan(clock, call);
  const disapprove = (call: CallOf<typeof routes.disapproveScan>) => disapproveScan(clock, call);
  bindRoute(server, deps, routes.approveScan, withScanAndStudyPublishing(deps, 'SCANS', approve));
  bindRoute(
    server,
    deps,
    routes.disapproveScan,
    withScanAndStudyPublishing(deps, 'SCANS', disapprove),
  );
  bindRoute(
    server,
    deps,
    routes.withdrawReview,
    withScanAndStudyPublishing(deps, 'SCANS', withdrawReview),
  );
  bindRoute(server, deps, routes.listDeletedScans, listDeletedScans);
  bindRoute(server, deps, routes.listScanCorrections, (call) => listScanCorrections(deps, call));
  bindRoute(server, deps, routes.correctScan, async (call) => {
    const result = await correctScan(deps, call);
    if (result instanceof ErrorResponse) return result;
    const { studyIds, ...response } = result;
    publishScanChange(deps, call, response.scan.id, studyIds);
    return response;
  });
  bindRoute(server, deps, routes.undoScanCorrection, async (call) => {
    const result = await undoScanCorrection(deps, call);
    if (result instanceof ErrorResponse) return result;
    publishScanChange(deps, call, result.scan.id, result.studyIds);
    return result.scan;
  });
}

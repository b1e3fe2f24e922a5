import type { FastifyInstance } from 'fastify';
import { routes, type Scan } from '#contracts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { siteLists } from '../shared/site-lists.ts';
import { readThumbnail } from '../shared/thumbnails.ts';
import {
  changeScan,
  clearNipple,
  deleteScan,
  reviewScan,
  setNipple,
  updateBreastDensity,
  updateImgAdjSettings,
  updateScan,
} from './change-scan.ts';
import type { CompletedScanQueue } from './completed-scan-queue.ts';
import { createScan } from './create-scan.ts';
import { listPriorScans, listScans, listScansOfPatient, listScansOfStudy } from './list-scans.ts';
import { withScanPublishing } from './publish-scan-change.ts';
import { reportPresence } from './scan-presence.ts';
import { ScanReaders } from './scan-readers.ts';
import { scanById, scanFor } from './scan-rows.ts';
import { updateScanState } from './update-scan-state.ts';

export function registerScanRoutes(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock' | 'scanChanged'>,
  jobs: CompletedScanQueue,
): void {
  const lists = siteLists(deps);
  bindRoute(server, deps, routes.createScan, createScan);
  bindRoute(server, deps, routes.getScan, getScan);

  bindRoute(server, deps, routes.listScans, listScans);
  bindRoute(server, deps, routes.listScansOfStudy, (call) => listScansOfStudy(call, 'all'));
  bindRoute(server, deps, routes.listCompletedScansOfStudy, (call) =>
    listScansOfStudy(call, 'completed'),
  );
  bindRoute(server, deps, routes.listScansOfPatient, listScansOfPatient);
  bindRoute(server, deps, routes.listPriorScans, listPriorScans);

  bindRoute(server, deps, routes.updateScan, (call) => updateScan(lists, call));
  bindRoute(server, deps, routes.updateBreastVolumeSize, (call) =>
    changeScan(call, () => call.body),
  );
  bindRoute(server, deps, routes.approveScan, (call) => reviewScan(deps.clock, call, 'APPROVED'));
  bindRoute(server, deps, routes.disapproveScan, (call) =>
    reviewScan(deps.clock, call, 'DISAPPROVED'),
  );
  bindRoute(server, deps, routes.updateImgAdjSettings, updateImgAdjSettings);
  bindRoute(server, deps, routes.updateScanState, (call) => updateScanState(jobs, call));
  const handleSetNipple = (call: CallOf<typeof routes.setNipple>) => setNipple(deps.clock, call);
  const handleDensity = (call: CallOf<typeof routes.updateBreastDensity>) =>
    updateBreastDensity(lists, call);
  const handleConfirm = (call: CallOf<typeof routes.confirmOrientation>) =>
    changeScan(call, () => ({ orientationConfirmed: true }));
  const scanOf = ({ id }: Scan): string => id;
  bindRoute(server, deps, routes.deleteScan, withScanPublishing(deps, 'SCAN', deleteScan, scanOf));
  bindRoute(
    server,
    deps,
    routes.updateBreastDensity,
    withScanPublishing(deps, 'SCAN', handleDensity, scanOf),
  );
  bindRoute(
    server,
    deps,
    routes.setNipple,
    withScanPublishing(deps, 'SCAN', handleSetNipple, scanOf),
  );
  bindRoute(
    server,
    deps,
    routes.clearNipple,
    withScanPublishing(deps, 'SCAN', clearNipple, scanOf),
  );
  const { clock, scanChanged } = deps;
  const presenceDeps = { scanReaders: new ScanReaders(clock), scanChanged };
  bindRoute(server, deps, routes.reportPresence, (call) => reportPresence(presenceDeps, call));
  bindRoute(
    server,
    deps,
    routes.confirmOrientation,
    withScanPublishing(deps, 'SCAN', handleConfirm, scanOf),
  );
}

async function getScan({ db, params, principal, addAuditSubject }: CallOf<typeof routes.getScan>) {
  const { organizationId } = principal;
  const row = await scanById(db, organizationId, params.id);
  if (row === undefined) return notFound('SCAN_NOT_FOUND');
  if (principal.kind === 'device' && row.deviceId !== principal.deviceId) {
    return notFound('SCAN_NOT_FOUND');
  }
  addAuditSubject({ patientId: row.patientId });
  const scan = scanFor(row, principal);
  if (scan.nippleLocation === null) return scan;
  const thumbnailBase64 = await readThumbnail(db, {
    organizationId,
    kind: 'NIPPLE',
    ownerId: params.id,
  });
  return { ...scan, nippleLocation: { ...scan.nippleLocation, thumbnailBase64 } };
}

import type { FastifyInstance } from 'fastify';
import { routes, type Scan } from '#contracts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
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
  deps: ServerDeps,
  jobs: CompletedScanQueue,
  skins: StoredSkins,
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
  const set = (call: CallOf<typeof routes.setNipple>) => setNipple(deps.clock, skins, call);
  const clear = (call: CallOf<typeof routes.clearNipple>) => clearNipple(skins, call);
  const density = (call: CallOf<typeof routes.updateBreastDensity>) =>
    updateBreastDensity(lists, call);
  const confirm = (call: CallOf<typeof routes.confirmOrientation>) =>
    changeScan(call, () => ({ orientationConfirmed: true }));
  const scanOf = ({ id }: Scan): string => id;
  bindRoute(server, deps, routes.deleteScan, withScanPublishing(deps, 'SCAN', deleteScan, scanOf));
  bindRoute(
    server,
    deps,
    routes.updateBreastDensity,
    withScanPublishing(deps, 'SCAN', density, scanOf),
  );
  bindRoute(server, deps, routes.setNipple, withScanPublishing(deps, 'SCAN', set, scanOf));
  bindRoute(server, deps, routes.clearNipple, withScanPublishing(deps, 'SCAN', clear, scanOf));
  const { clock, scanChanged } = deps;
  const presence = { scanReaders: new ScanReaders(clock), scanChanged };
  bindRoute(server, deps, routes.attendScan, (call) => reportPresence(presence, call));
  bindRoute(
    server,
    deps,
    routes.confirmOrientation,
    withScanPublishing(deps, 'SCAN', confirm, scanOf),
  );
}

async function getScan({ db, params, principal, addAuditSubject }: CallOf<typeof routes.getScan>) {
  const { organizationId } = principal;
  const row = await scanById(db, organizationId, params.id);
  if (row === undefined) return notFound('The scan');
  if (principal.kind === 'device' && row.deviceId !== principal.deviceId) {
    return notFound('The scan');
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

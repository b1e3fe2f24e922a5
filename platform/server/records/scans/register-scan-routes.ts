import type { FastifyInstance } from 'fastify';
import { routes, type Scan } from '#contracts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/refusal.ts';
import { inferNipple, type NippleInference } from '../../inference/index.ts';
import type { CompletedScanQueue, ServerParts } from '../../server-parts.ts';
import { siteLists } from '../shared/site-lists.ts';
import { readThumbnail } from '../shared/thumbnails.ts';
import { attendScan } from './attend-scan.ts';
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
import { createScan } from './create-scan.ts';
import { listPriorScans, listScans, listScansOfPatient, listScansOfStudy } from './list-scans.ts';
import { scanById, scanFor } from './scan-rows.ts';
import { tellingOfScan } from './tell-scan.ts';
import { updateScanState } from './update-scan-state.ts';

export function registerScanRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  jobs: CompletedScanQueue,
  nipple: NippleInference | null,
  skins: StoredSkins,
): void {
  const lists = siteLists(parts);
  bindRoute(server, parts, routes.createScan, createScan);
  bindRoute(server, parts, routes.getScan, getScan);

  bindRoute(server, parts, routes.listScans, listScans);
  bindRoute(server, parts, routes.listScansOfStudy, (call) => listScansOfStudy(call, 'all'));
  bindRoute(server, parts, routes.listCompletedScansOfStudy, (call) =>
    listScansOfStudy(call, 'completed'),
  );
  bindRoute(server, parts, routes.listScansOfPatient, listScansOfPatient);
  bindRoute(server, parts, routes.listPriorScans, listPriorScans);

  bindRoute(server, parts, routes.updateScan, (call) => updateScan(lists, call));
  bindRoute(server, parts, routes.updateBreastVolumeSize, (call) =>
    changeScan(call, () => call.body),
  );
  bindRoute(server, parts, routes.approveScan, (call) => reviewScan(parts.clock, call, 'APPROVED'));
  bindRoute(server, parts, routes.disapproveScan, (call) =>
    reviewScan(parts.clock, call, 'DISAPPROVED'),
  );
  bindRoute(server, parts, routes.updateImgAdjSettings, updateImgAdjSettings);
  bindRoute(server, parts, routes.updateScanState, (call) => updateScanState(jobs, call));
  const set = (call: CallOf<typeof routes.setNipple>) => setNipple(parts.clock, skins, call);
  const clear = (call: CallOf<typeof routes.clearNipple>) => clearNipple(skins, call);
  const density = (call: CallOf<typeof routes.updateBreastDensity>) =>
    updateBreastDensity(lists, call);
  const confirm = (call: CallOf<typeof routes.confirmOrientation>) =>
    changeScan(call, () => ({ orientationConfirmed: true }));
  const scanOf = ({ id }: Scan): string => id;
  bindRoute(server, parts, routes.deleteScan, tellingOfScan(parts, 'SCAN', deleteScan, scanOf));
  bindRoute(
    server,
    parts,
    routes.updateBreastDensity,
    tellingOfScan(parts, 'SCAN', density, scanOf),
  );
  bindRoute(server, parts, routes.setNipple, tellingOfScan(parts, 'SCAN', set, scanOf));
  bindRoute(server, parts, routes.clearNipple, tellingOfScan(parts, 'SCAN', clear, scanOf));
  bindRoute(server, parts, routes.attendScan, (call) => attendScan(parts, call));
  bindRoute(
    server,
    parts,
    routes.confirmOrientation,
    tellingOfScan(parts, 'SCAN', confirm, scanOf),
  );
  bindRoute(server, parts, routes.inferNipple, (call) => inferNipple(call, nipple));
}

async function getScan({ db, params, principal, about }: CallOf<typeof routes.getScan>) {
  const { organizationId } = principal;
  const row = await scanById(db, organizationId, params.id);
  if (row === undefined) return notFound('The scan');
  if (principal.kind === 'device' && row.deviceId !== principal.deviceId) {
    return notFound('The scan');
  }
  about({ patientId: row.patientId });
  const scan = scanFor(row, principal);
  if (scan.nippleLocation === null) return scan;
  const thumbnailBase64 = await readThumbnail(db, {
    organizationId,
    kind: 'NIPPLE',
    ownerId: params.id,
  });
  return { ...scan, nippleLocation: { ...scan.nippleLocation, thumbnailBase64 } };
}

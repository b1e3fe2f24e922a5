import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { siteLists } from '../shared/site-lists.ts';
import { readThumbnail } from '../shared/thumbnails.ts';
import { studyFor } from '../studies/study-rows.ts';
import {
  changeScan,
  clearNipple,
  setNipple,
  updateBreastDensity,
  updateImgAdjSettings,
  updateScan,
} from './change-scan.ts';
import type { CompletedScanQueue } from './completed-scan-queue.ts';
import { createScan } from './create-scan.ts';
import { listPriorScans, listScans, listScansOfPatient, listScansOfStudy } from './list-scans.ts';
import { withScanAndStudyPublishing } from './publish-scan-change.ts';
import { operatorOf, recordingDevice } from './recording-device.ts';
import { registerCorrectionRoutes } from './register-correction-routes.ts';
import { reportPresence } from './scan-presence.ts';
import { scanById, scanFor } from './scan-rows.ts';
import { updateScanState } from './update-scan-state.ts';

export function registerScanRoutes(
  server: FastifyInstance,
  deps: ScanDeps,
  jobs: CompletedScanQueue,
): void {
  registerCorrectionRoutes(server, deps);
  bindRoute(server, deps, routes.getScan, (call) => getScan(deps, call));

  bindRoute(server, deps, routes.listScans, listScans);
  bindRoute(server, deps, routes.listScansOfStudy, (call) => listScansOfStudy(call, 'all'));
  bindRoute(server, deps, routes.listCompletedScansOfStudy, (call) =>
    listScansOfStudy(call, 'completed'),
  );
  bindRoute(server, deps, routes.listScansOfPatient, listScansOfPatient);
  bindRoute(server, deps, routes.listPriorScans, listPriorScans);

  registerChanges(server, deps, jobs);
  bindRoute(server, deps, routes.reportPresence, (call) => reportPresence(deps, call));
}

type ScanDeps = RouteDeps &
  Pick<ServerDeps, 'clock' | 'deviceStatuses' | 'scanReaders' | 'scanChanged' | 'studyChanged'>;

/** Registers the routes whose changes are published to readers of the scan and of study lists. */
function registerChanges(server: FastifyInstance, deps: ScanDeps, jobs: CompletedScanQueue): void {
  const lists = siteLists(deps);
  type CallTo<Name extends keyof typeof routes> = CallOf<(typeof routes)[Name]>;
  const update = (call: CallTo<'updateScan'>) => updateScan(lists, call);
  const setState = (call: CallTo<'updateScanState'>) => updateScanState(jobs, call);
  const setVolumeSize = (call: CallTo<'updateBreastVolumeSize'>) =>
    changeScan(call, () => call.body);
  const setDensity = (call: CallTo<'updateBreastDensity'>) => updateBreastDensity(lists, call);
  const setNippleOf = (call: CallTo<'setNipple'>) => setNipple(deps.clock, call);
  const confirm = (call: CallTo<'confirmOrientation'>) =>
    changeScan(call, () => ({ orientationConfirmed: true }));
  bindRoute(server, deps, routes.createScan, withScanAndStudyPublishing(deps, 'SCANS', createScan));
  bindRoute(server, deps, routes.updateScan, withScanAndStudyPublishing(deps, 'SCANS', update));
  bindRoute(
    server,
    deps,
    routes.updateScanState,
    withScanAndStudyPublishing(deps, 'SCANS', setState),
  );
  bindRoute(
    server,
    deps,
    routes.updateBreastVolumeSize,
    withScanAndStudyPublishing(deps, 'STUDY', setVolumeSize),
  );
  bindRoute(
    server,
    deps,
    routes.updateBreastDensity,
    withScanAndStudyPublishing(deps, 'STUDY', setDensity),
  );
  bindRoute(server, deps, routes.setNipple, withScanAndStudyPublishing(deps, 'STUDY', setNippleOf));
  bindRoute(
    server,
    deps,
    routes.clearNipple,
    withScanAndStudyPublishing(deps, 'STUDY', clearNipple),
  );
  bindRoute(
    server,
    deps,
    routes.confirmOrientation,
    withScanAndStudyPublishing(deps, 'STUDY', confirm),
  );
  // No list shows image adjustments, and each reader sees their own until the page is read again.
  bindRoute(server, deps, routes.updateImgAdjSettings, updateImgAdjSettings);
}

async function getScan(
  { deviceStatuses }: Pick<ServerDeps, 'deviceStatuses'>,
  { db, params, principal, addAuditSubject }: CallOf<typeof routes.getScan>,
) {
  const { organizationId } = principal;
  const row = await scanById(db, organizationId, params.id);
  if (row === undefined) return notFound('SCAN_NOT_FOUND');
  if (principal.blind && (await studyFor(db, principal, row.studyAlias)) === undefined) {
    return notFound('SCAN_NOT_FOUND');
  }
  if (principal.kind === 'device' && row.deviceId !== principal.deviceId) {
    return notFound('SCAN_NOT_FOUND');
  }
  addAuditSubject({ patientId: row.patientId });
  const device = principal.blind ? null : await recordingDevice({ db, deviceStatuses }, row);
  const scan = {
    ...scanFor(row, principal),
    recordingDevice: device?.name ?? null,
    operatedBy: device === null ? null : await operatorOf(db, row, device),
  };
  if (scan.nippleLocation === null) return scan;
  const thumbnailBase64 = await readThumbnail(db, {
    organizationId,
    kind: 'NIPPLE',
    ownerId: params.id,
  });
  return { ...scan, nippleLocation: { ...scan.nippleLocation, thumbnailBase64 } };
}

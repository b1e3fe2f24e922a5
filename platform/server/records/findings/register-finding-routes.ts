import type { FastifyInstance } from 'fastify';
import { type Finding, routes } from '#contracts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { withScanPublishing } from '../scans/publish-scan-change.ts';
import { scanById } from '../scans/scan-rows.ts';
import { unpagedList } from '../shared/paging.ts';
import { siteLists } from '../shared/site-lists.ts';
import { findingThumbnail, type ThumbnailStore } from '../shared/thumbnails.ts';
import { deleteAiContour } from './ai-contour.ts';
import { deleteFinding, setFindingThumbnail, updateFinding } from './change-finding.ts';
import { createFinding } from './create-finding.ts';
import { exportFindings } from './export-findings.ts';
import { listFindingEdits } from './finding-edits.ts';
import { withLocation, withLocations } from './finding-locations.ts';
import {
  getFindingRelation,
  listRelationsOfAiFinding,
  upsertFindingRelation,
} from './finding-relations.ts';
import { findings, toStoredFinding } from './finding-rows.ts';
import { group, ungroup } from './group-findings.ts';
import { listHiddenFindings, setFindingHidden } from './hidden-findings.ts';

type FindingDeps = RouteDeps & Pick<ServerDeps, 'scanChanged'>;

export function registerFindingRoutes(
  server: FastifyInstance,
  deps: FindingDeps,
  store: ThumbnailStore,
  skins: StoredSkins,
): void {
  bindRoute(server, deps, routes.listFindings, (call) => listFindings(skins, call));
  bindRoute(server, deps, routes.getFinding, (call) => getFinding(store, skins, call));
  bindRoute(server, deps, routes.listFindingEdits, listFindingEdits);
  bindRoute(server, deps, routes.listHiddenFindings, listHiddenFindings);
  bindRoute(server, deps, routes.setFindingHidden, setFindingHidden);
  bindRoute(server, deps, routes.setFindingThumbnail, (call) => setFindingThumbnail(skins, call));
  registerChanges(server, deps, skins);
  bindRoute(server, deps, routes.exportFindings, (call) => exportFindings(skins, call));
  bindRoute(server, deps, routes.upsertFindingRelation, upsertFindingRelation);
  bindRoute(server, deps, routes.getFindingRelation, getFindingRelation);
  bindRoute(server, deps, routes.listRelationsOfAiFinding, listRelationsOfAiFinding);
}

/** Registers the routes whose changes are published to the readers of the scan. */
function registerChanges(server: FastifyInstance, deps: FindingDeps, skins: StoredSkins): void {
  const lists = siteLists(deps);
  const scanOf = (finding: Finding | undefined) => finding?.scan.id ?? null;
  type CallTo<Name extends keyof typeof routes> = CallOf<(typeof routes)[Name]>;
  const create = (call: CallTo<'createFinding'>) => createFinding(lists, skins, call);
  const update = (call: CallTo<'updateFinding'>) => updateFinding(lists, skins, call);
  const remove = (call: CallTo<'deleteFinding'>) => deleteFinding(skins, call);
  const merge = (call: CallTo<'groupFindings'>) => group(lists, skins, call);
  const {
    createFinding: createRoute,
    updateFinding: updateRoute,
    deleteFinding: deleteRoute,
  } = routes;
  bindRoute(server, deps, createRoute, withScanPublishing(deps, 'FINDINGS', create, scanOf));
  bindRoute(server, deps, updateRoute, withScanPublishing(deps, 'FINDINGS', update, scanOf));
  bindRoute(server, deps, deleteRoute, withScanPublishing(deps, 'FINDINGS', remove, scanOf));
  const scanOfGrouped = ({ finding }: { readonly finding: Finding }) => scanOf(finding);
  const publishingMerge = withScanPublishing(deps, 'FINDINGS', merge, scanOfGrouped);
  bindRoute(server, deps, routes.groupFindings, publishingMerge);
  const split = (call: CallTo<'ungroupFinding'>) => ungroup(skins, call);
  const scanOfUngrouped = ({ items }: { readonly items: readonly Finding[] }) => scanOf(items[0]);
  const publishingSplit = withScanPublishing(deps, 'FINDINGS', split, scanOfUngrouped);
  bindRoute(server, deps, routes.ungroupFinding, publishingSplit);
  const removeContour = (call: CallTo<'deleteAiContour'>) => deleteAiContour(skins, call);
  const publishingRemoval = withScanPublishing(deps, 'FINDINGS', removeContour, scanOf);
  bindRoute(server, deps, routes.deleteAiContour, publishingRemoval);
}

async function listFindings(skins: StoredSkins, call: CallOf<typeof routes.listFindings>) {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const scan = await scanById(db, organizationId, params.scanId);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId });
  const rows = await findings(db, principal)
    .where('scanId', '=', params.scanId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('label', 'desc')
    .execute();
  const stored = rows.map((row) => toStoredFinding(row));
  const located = await withLocations({ db, organizationId, skins }, stored);
  return unpagedList(located, (finding) => finding);
}

async function getFinding(
  store: ThumbnailStore,
  skins: StoredSkins,
  call: CallOf<typeof routes.getFinding>,
) {
  const { db, params, principal, addAuditSubject } = call;
  const row = await findings(db, principal).where('id', '=', params.id).executeTakeFirst();
  if (row === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ scanId: row.scanId });
  const stored = toStoredFinding(row, await findingThumbnail(db, store, row));
  return withLocation({ db, organizationId: principal.organizationId, skins }, stored);
}

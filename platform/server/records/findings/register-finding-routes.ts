import type { FastifyInstance } from 'fastify';
import { type Finding, routes } from '#contracts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { withScanPublishing } from '../scans/publish-scan-change.ts';
import { scanById } from '../scans/scan-rows.ts';
import { unpagedList } from '../shared/paging.ts';
import { siteLists } from '../shared/site-lists.ts';
import { findingThumbnail, type ThumbnailStore } from '../shared/thumbnails.ts';
import { deleteAiContour } from './ai-contour.ts';
import { deleteFinding, updateFinding } from './change-finding.ts';
import { createFinding } from './create-finding.ts';
import { exportFindings } from './export-findings.ts';
import { listFindingEdits } from './finding-edits.ts';
import {
  getFindingRelation,
  listRelationsOfAiFinding,
  upsertFindingRelation,
} from './finding-relations.ts';
import { findings, toFinding } from './finding-rows.ts';
import { group, ungroup } from './group-findings.ts';

export function registerFindingRoutes(
  server: FastifyInstance,
  deps: ServerDeps,
  store: ThumbnailStore,
  skins: StoredSkins,
): void {
  bindRoute(server, deps, routes.listFindings, listFindings);
  bindRoute(server, deps, routes.getFinding, (call) => getFinding(store, call));
  bindRoute(server, deps, routes.listFindingEdits, listFindingEdits);
  registerChanges(server, deps, skins);
  bindRoute(server, deps, routes.exportFindings, exportFindings);
  bindRoute(server, deps, routes.upsertFindingRelation, upsertFindingRelation);
  bindRoute(server, deps, routes.getFindingRelation, getFindingRelation);
  bindRoute(server, deps, routes.listRelationsOfAiFinding, listRelationsOfAiFinding);
}

/** Registers the routes whose changes are published to the readers of the scan. */
function registerChanges(server: FastifyInstance, deps: ServerDeps, skins: StoredSkins): void {
  const lists = siteLists(deps);
  // Hiding a finding keeps its version, because nothing changes for others.
  const scanOf = (
    finding: Finding | undefined,
    { version }: { readonly version: number | null },
  ) => (finding === undefined || finding.version === version ? null : finding.scan.id);
  type Of<Name extends keyof typeof routes> = CallOf<(typeof routes)[Name]>;
  const create = (call: Of<'createFinding'>) => createFinding(lists, skins, call);
  const update = (call: Of<'updateFinding'>) => updateFinding(lists, skins, call);
  const join = (call: Of<'groupFindings'>) => group(lists, skins, call);
  const {
    createFinding: createRoute,
    updateFinding: updateRoute,
    deleteFinding: deleteRoute,
  } = routes;
  bindRoute(server, deps, createRoute, withScanPublishing(deps, 'FINDINGS', create, scanOf));
  bindRoute(server, deps, updateRoute, withScanPublishing(deps, 'FINDINGS', update, scanOf));
  bindRoute(server, deps, deleteRoute, withScanPublishing(deps, 'FINDINGS', deleteFinding, scanOf));
  const scanOfGrouped = ({ finding }: { readonly finding: Finding }, call: Of<'groupFindings'>) =>
    scanOf(finding, call);
  const grouping = withScanPublishing(deps, 'FINDINGS', join, scanOfGrouped);
  bindRoute(server, deps, routes.groupFindings, grouping);
  const split = (call: Of<'ungroupFinding'>) => ungroup(skins, call);
  const scanOfUngrouped = (
    { items }: { readonly items: readonly Finding[] },
    call: Of<'ungroupFinding'>,
  ) => scanOf(items[0], call);
  const splitting = withScanPublishing(deps, 'FINDINGS', split, scanOfUngrouped);
  bindRoute(server, deps, routes.ungroupFinding, splitting);
  const eraseContour = (call: Of<'deleteAiContour'>) => deleteAiContour(skins, call);
  const contour = withScanPublishing(deps, 'FINDINGS', eraseContour, scanOf);
  bindRoute(server, deps, routes.deleteAiContour, contour);
}

async function listFindings(call: CallOf<typeof routes.listFindings>) {
  const { db, params, principal, addAuditSubject } = call;
  const scan = await scanById(db, principal.organizationId, params.scanId);
  if (scan === undefined) return notFound('The scan');
  addAuditSubject({ patientId: scan.patientId });
  const rows = await findings(db, principal)
    .where('scanId', '=', params.scanId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('label', 'desc')
    .execute();
  return unpagedList(rows, (row) => toFinding(row));
}

async function getFinding(store: ThumbnailStore, call: CallOf<typeof routes.getFinding>) {
  const { db, params, principal, addAuditSubject } = call;
  const row = await findings(db, principal).where('id', '=', params.id).executeTakeFirst();
  if (row === undefined) return notFound('The finding');
  addAuditSubject({ scanId: row.scanId });
  return toFinding(row, await findingThumbnail(db, store, row));
}

import type { FastifyInstance } from 'fastify';
import { type Finding, routes } from '#contracts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/refusal.ts';
import type { ServerParts } from '../../server-parts.ts';
import { scanById } from '../scans/scan-rows.ts';
import { tellingOfScan } from '../scans/tell-scan.ts';
import { wholeList } from '../shared/paging.ts';
import { siteLists } from '../shared/site-lists.ts';
import { findingThumbnail, type PictureStore } from '../shared/thumbnails.ts';
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
  parts: ServerParts,
  store: PictureStore,
  skins: StoredSkins,
): void {
  bindRoute(server, parts, routes.listFindings, listFindings);
  bindRoute(server, parts, routes.getFinding, (call) => getFinding(store, call));
  bindRoute(server, parts, routes.listFindingEdits, listFindingEdits);
  registerChanges(server, parts, skins);
  bindRoute(server, parts, routes.exportFindings, exportFindings);
  bindRoute(server, parts, routes.upsertFindingRelation, upsertFindingRelation);
  bindRoute(server, parts, routes.getFindingRelation, getFindingRelation);
  bindRoute(server, parts, routes.listRelationsOfAiFinding, listRelationsOfAiFinding);
}

/** What others who have the scan open are told of. */
function registerChanges(server: FastifyInstance, parts: ServerParts, skins: StoredSkins): void {
  const lists = siteLists(parts);
  // Taken off the caller's own list it keeps its version: nothing has changed for others.
  const scanOf = (
    finding: Finding | undefined,
    { version }: { readonly version: number | null },
  ) => (finding === undefined || finding.version === version ? null : finding.scan.id);
  type Of<Name extends keyof typeof routes> = CallOf<(typeof routes)[Name]>;
  const create = (call: Of<'createFinding'>) => createFinding(lists, skins, call);
  const update = (call: Of<'updateFinding'>) => updateFinding(lists, skins, call);
  const join = (call: Of<'groupFindings'>) => group(lists, skins, call);
  const { createFinding: made, updateFinding: changed, deleteFinding: deleted } = routes;
  bindRoute(server, parts, made, tellingOfScan(parts, 'FINDINGS', create, scanOf));
  bindRoute(server, parts, changed, tellingOfScan(parts, 'FINDINGS', update, scanOf));
  bindRoute(server, parts, deleted, tellingOfScan(parts, 'FINDINGS', deleteFinding, scanOf));
  const ofGrouped = ({ finding }: { readonly finding: Finding }, call: Of<'groupFindings'>) =>
    scanOf(finding, call);
  const grouping = tellingOfScan(parts, 'FINDINGS', join, ofGrouped);
  bindRoute(server, parts, routes.groupFindings, grouping);
  const split = (call: Of<'ungroupFinding'>) => ungroup(skins, call);
  const ofParts = ({ items }: { readonly items: readonly Finding[] }, call: Of<'ungroupFinding'>) =>
    scanOf(items[0], call);
  const splitting = tellingOfScan(parts, 'FINDINGS', split, ofParts);
  bindRoute(server, parts, routes.ungroupFinding, splitting);
  const eraseContour = (call: Of<'deleteAiContour'>) => deleteAiContour(skins, call);
  const contour = tellingOfScan(parts, 'FINDINGS', eraseContour, scanOf);
  bindRoute(server, parts, routes.deleteAiContour, contour);
}

async function listFindings(call: CallOf<typeof routes.listFindings>) {
  const { db, params, principal, about } = call;
  const scan = await scanById(db, principal.organizationId, params.scanId);
  if (scan === undefined) return notFound('The scan');
  about({ patientId: scan.patientId });
  const rows = await findings(db, principal)
    .where('scanId', '=', params.scanId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('label', 'desc')
    .execute();
  return wholeList(rows, (row) => toFinding(row));
}

async function getFinding(store: PictureStore, call: CallOf<typeof routes.getFinding>) {
  const { db, params, principal, about } = call;
  const row = await findings(db, principal).where('id', '=', params.id).executeTakeFirst();
  if (row === undefined) return notFound('The finding');
  about({ scanId: row.scanId });
  return toFinding(row, await findingThumbnail(db, store, row));
}

import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { deleteAiContour } from './ai-contour.ts';
import { deleteFinding, updateFinding } from './change-finding.ts';
import { createFinding } from './create-finding.ts';
import { exportFindings } from './export-findings.ts';
import {
  getFindingRelation,
  listRelationsOfAiFinding,
  upsertFindingRelation,
} from './finding-relations.ts';
import { findings, toFinding } from './finding-rows.ts';
import { group, ungroup } from './group-findings.ts';
import { wholeList } from './paging.ts';
import { scanById } from './scan-rows.ts';
import { siteLists } from './site-lists.ts';
import { findingThumbnail, type PictureStore } from './thumbnails.ts';

export function registerFindingRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  store: PictureStore,
): void {
  const lists = siteLists(parts);
  bindRoute(server, parts, routes.listFindings, listFindings);
  bindRoute(server, parts, routes.getFinding, (call) => getFinding(store, call));
  bindRoute(server, parts, routes.createFinding, (call) => createFinding(lists, call));
  bindRoute(server, parts, routes.updateFinding, (call) => updateFinding(lists, call));
  bindRoute(server, parts, routes.deleteFinding, deleteFinding);
  bindRoute(server, parts, routes.groupFindings, (call) => group(lists, call));
  bindRoute(server, parts, routes.ungroupFinding, ungroup);
  bindRoute(server, parts, routes.exportFindings, exportFindings);
  bindRoute(server, parts, routes.deleteAiContour, deleteAiContour);
  bindRoute(server, parts, routes.upsertFindingRelation, upsertFindingRelation);
  bindRoute(server, parts, routes.getFindingRelation, getFindingRelation);
  bindRoute(server, parts, routes.listRelationsOfAiFinding, listRelationsOfAiFinding);
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

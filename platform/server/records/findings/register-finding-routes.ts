import type { FastifyInstance } from 'fastify';
import { type AiRun, type Finding, routes } from '#contracts';
import { Downloads, findingExportObject } from '../../files/downloads/downloads.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound } from '../../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import type { ServerModels } from '../../inference/index.ts';
import { BoundedQueue } from '../../processes/bounded-queue.ts';
import type { FileStore } from '../../store/index.ts';
import { withScanPublishing } from '../scans/publish-scan-change.ts';
import { scanById } from '../scans/scan-rows.ts';
import { isClosedScan } from '../shared/open-reading.ts';
import { unpagedList } from '../shared/paging.ts';
import { siteLists } from '../shared/site-lists.ts';
import { deleteAiContour } from './ai-contour.ts';
import { askFindingProvider } from './ask-finding-provider.ts';
import { deleteFinding, setFindingThumbnail, updateFinding } from './change-finding.ts';
import { createAiRun, listAiRuns } from './create-ai-run.ts';
import { createFinding } from './create-finding.ts';
import { decideAiFinding } from './decide-ai-finding.ts';
import { createFindingExport, downloadFindingExport, exportFindings } from './export-findings.ts';
import { listFindingEdits } from './finding-edits.ts';
import { withLocation, withLocations } from './finding-locations.ts';
import {
  getFindingRelation,
  listRelationsOfAiFinding,
  upsertFindingRelation,
} from './finding-relations.ts';
import { findings, toStoredFinding } from './finding-rows.ts';
import type { FindingSources } from './finding-sources.ts';
import { FindingThumbnails } from './finding-thumbnails.ts';
import { group, ungroup } from './group-findings.ts';
import { listHiddenFindings, setFindingHidden } from './hidden-findings.ts';
import { getProviderWeights } from './provider-weights.ts';

type FindingDeps = RouteDeps & Pick<ServerDeps, 'clock' | 'scanChanged'>;

export function registerFindingRoutes(
  server: FastifyInstance,
  deps: FindingDeps,
  store: FileStore | null,
  { skins, models }: { readonly skins: StoredSkins; readonly models: ServerModels | null },
): void {
  const sources = { skins, thumbnails: new FindingThumbnails(store, deps.logger) };
  bindRoute(server, deps, routes.listFindings, (call) => listFindings(skins, call));
  bindRoute(server, deps, routes.getFinding, (call) => getFinding(sources, call));
  bindRoute(server, deps, routes.listFindingEdits, listFindingEdits);
  bindRoute(server, deps, routes.listHiddenFindings, listHiddenFindings);
  bindRoute(server, deps, routes.setFindingHidden, setFindingHidden);
  bindRoute(server, deps, routes.setFindingThumbnail, (call) => setFindingThumbnail(sources, call));
  registerChanges(server, deps, sources);
  registerAiRuns(server, deps, sources, store);
  registerExports(server, deps, skins);
  const queue = new BoundedQueue({ maxWaiting: 4, waitMs: 60_000 });
  bindRoute(server, deps, routes.askFindingProvider, (call) => {
    const auditDb = deps.dbOf(call.principal.organizationId);
    return askFindingProvider(call, { site: deps.site, store, auditDb, queue, models });
  });
  bindRoute(server, deps, routes.getProviderWeights, (call) => getProviderWeights(deps.site, call));
  bindRoute(server, deps, routes.upsertFindingRelation, upsertFindingRelation);
  bindRoute(server, deps, routes.getFindingRelation, getFindingRelation);
  bindRoute(server, deps, routes.listRelationsOfAiFinding, listRelationsOfAiFinding);
}

/** Registers the exports: in the response of a call, or by an address that the browser downloads. */
function registerExports(server: FastifyInstance, deps: FindingDeps, skins: StoredSkins): void {
  const { clock } = deps;
  const downloads = new Downloads(deps);
  const signIn = downloads.signIn((params) => findingExportObject((params as { id: string }).id));
  bindRoute(server, deps, routes.exportFindings, (call) => exportFindings(skins, call));
  bindRoute(server, deps, routes.createFindingExport, (call) =>
    createFindingExport(downloads, clock, call),
  );
  const send = (call: CallOf<typeof routes.downloadFindingExport>) =>
    downloadFindingExport(skins, clock, call);
  bindRoute(server, deps, routes.downloadFindingExport, send, { signIn });
}

/** Registers the routes whose changes are published to the readers of the scan. */
function registerChanges(
  server: FastifyInstance,
  deps: FindingDeps,
  sources: FindingSources,
): void {
  const lists = siteLists(deps);
  const scanOf = (finding: Finding | undefined) => finding?.scan.id ?? null;
  type CallTo<Name extends keyof typeof routes> = CallOf<(typeof routes)[Name]>;
  const create = (call: CallTo<'createFinding'>) => createFinding(lists, sources, call);
  const update = (call: CallTo<'updateFinding'>) => updateFinding(lists, sources, call);
  const remove = (call: CallTo<'deleteFinding'>) => deleteFinding(sources, call);
  const merge = (call: CallTo<'groupFindings'>) => group(lists, sources, call);
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
  const split = (call: CallTo<'ungroupFinding'>) => ungroup(sources, call);
  const scanOfUngrouped = ({ items }: { readonly items: readonly Finding[] }) => scanOf(items[0]);
  const publishingSplit = withScanPublishing(deps, 'FINDINGS', split, scanOfUngrouped);
  bindRoute(server, deps, routes.ungroupFinding, publishingSplit);
  const removeContour = (call: CallTo<'deleteAiContour'>) => deleteAiContour(sources, call);
  const publishingRemoval = withScanPublishing(deps, 'FINDINGS', removeContour, scanOf);
  bindRoute(server, deps, routes.deleteAiContour, publishingRemoval);
}

/** Registers the routes of AI runs and of decisions on their findings. */
function registerAiRuns(
  server: FastifyInstance,
  deps: FindingDeps,
  sources: FindingSources,
  store: FileStore | null,
): void {
  const { createAiRun: createRoute, decideAiFinding: decideRoute } = routes;
  bindRoute(server, deps, routes.listAiRuns, listAiRuns);
  const scanOfRun = (run: AiRun) => run.scanId;
  const create = (call: CallOf<typeof createRoute>) => createAiRun(store, call);
  const publishingRun = withScanPublishing(deps, 'FINDINGS', create, scanOfRun);
  bindRoute(server, deps, createRoute, publishingRun);
  const decide = (call: CallOf<typeof routes.decideAiFinding>) => decideAiFinding(sources, call);
  const scanOfFinding = (finding: Finding) => finding.scan.id;
  const publishingDecision = withScanPublishing(deps, 'FINDINGS', decide, scanOfFinding);
  bindRoute(server, deps, decideRoute, publishingDecision);
}

async function listFindings(skins: StoredSkins, call: CallOf<typeof routes.listFindings>) {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const scan = await scanById(db, organizationId, params.scanId);
  if (scan === undefined || (await isClosedScan(db, principal, params.scanId)))
    return notFound('SCAN_NOT_FOUND');
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
  { skins, thumbnails }: FindingSources,
  call: CallOf<typeof routes.getFinding>,
) {
  const { db, params, principal, addAuditSubject } = call;
  const row = await findings(db, principal, { ownOfClosed: true })
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (row === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ scanId: row.scanId });
  const stored = toStoredFinding(row, await thumbnails.read(db, row));
  return withLocation({ db, organizationId: principal.organizationId, skins }, stored);
}

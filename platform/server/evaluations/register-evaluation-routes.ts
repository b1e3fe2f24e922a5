import type { FastifyInstance } from 'fastify';
import { routes, serverMessage } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import { ByteResponse } from '../http/byte-response.ts';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import type { CallPrincipal } from '../http/principal.ts';
import type { RouteDeps } from '../http/server-deps.ts';
import { FindingThumbnails } from '../records/findings/finding-thumbnails.ts';
import { newestPage } from '../records/shared/newest-page.ts';
import { unpagedList } from '../records/shared/paging.ts';
import { withheldError } from '../records/shared/withheld-error.ts';
import type { FileStore } from '../store/index.ts';
import { createEvaluation } from './create-evaluation.ts';
import { createEvaluationSet } from './create-evaluation-set.ts';
import { evaluationCsv } from './evaluation-csv.ts';
import {
  type EvaluationSetRow,
  evaluationSets,
  listedEvaluations,
  readEvaluation,
  toEvaluationSet,
} from './evaluation-rows.ts';
import { failureImage } from './failure-image.ts';
import { evaluatedModels, readEvaluatedRuns, readSetScans } from './select-runs.ts';

/** Rejects sets that show AI findings before readers have finished. */
type Rejection = (set: Pick<EvaluationSetRow, 'filter'>) => ErrorResponse | null;

/**
 * Registers the evaluations of models. Blind annotators see none of them; where the site uses AI as
 * second reader, only sets of signed scans are evaluated and shown.
 */
export function registerEvaluationRoutes(
  server: FastifyInstance,
  deps: RouteDeps,
  store: FileStore,
): void {
  const isSecondReader = deps.site.extensions.some(
    ({ enabled, settings }) => enabled && settings.secondReader === true,
  );
  const reject: Rejection = ({ filter }) =>
    isSecondReader && !filter.onlySigned
      ? errorResponse('Conflict', serverMessage('EVALUATION_UNSIGNED'))
      : null;
  registerSets(server, deps);
  bindRoute(server, deps, routes.createEvaluation, (call) =>
    unlessBlind(call, () => createEvaluation(store, call, reject)),
  );
  bindRoute(server, deps, routes.listEvaluations, (call) =>
    unlessBlind(call, ({ db, query, principal: { organizationId } }) =>
      newestPage(listedEvaluations(db, organizationId), query, (row) => row),
    ),
  );
  const read = async ({
    db,
    params,
    principal,
  }: Pick<CallOf<typeof routes.getEvaluation>, 'db' | 'params' | 'principal'>) => {
    const found = await readEvaluation(db, principal.organizationId, params.id);
    if (found === null) return notFound('EVALUATION_NOT_FOUND');
    return reject(found) ?? found.evaluation;
  };
  bindRoute(server, deps, routes.getEvaluation, (call) => unlessBlind(call, read));
  const thumbnails = new FindingThumbnails(store, deps.logger);
  bindRoute(server, deps, routes.getFailureImage, (call) =>
    unlessBlind(call, async ({ db, params: { id, findingId }, principal: { organizationId } }) => {
      const found = await read({ ...call, params: { id } });
      if (!('result' in found)) return found;
      const { missed, falsePositives } = found.result;
      const failure = [...missed, ...falsePositives].find((each) => each.findingId === findingId);
      if (failure === undefined) return notFound('FINDING_NOT_FOUND');
      call.addAuditSubject({ scanId: failure.scanId });
      const owner = { db, organizationId, store };
      return { imageBase64: await failureImage(owner, thumbnails, findingId) };
    }),
  );
  bindRoute(server, deps, routes.downloadEvaluation, (call) =>
    unlessBlind(call, async () => {
      const found = await call.transaction((db) => read({ ...call, db }));
      if (!('result' in found)) return found;
      return new ByteResponse(Buffer.from(evaluationCsv(found), 'utf8'), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="evaluation-${found.id.slice(0, 8)}.csv"`,
        'cache-control': 'no-store',
      });
    }),
  );
}

/** Registers models and sets. */
function registerSets(server: FastifyInstance, deps: RouteDeps): void {
  bindRoute(server, deps, routes.listEvaluatedModels, (call) =>
    unlessBlind(call, async ({ db, principal: { organizationId } }) =>
      unpagedList(await evaluatedModels(db, organizationId).execute(), (row) => row),
    ),
  );
  bindRoute(server, deps, routes.createEvaluationSet, (call) =>
    unlessBlind(call, createEvaluationSet),
  );
  bindRoute(server, deps, routes.listEvaluationSets, (call) =>
    unlessBlind(call, ({ db, query, principal: { organizationId } }) =>
      newestPage(evaluationSets(db, organizationId), query, toEvaluationSet),
    ),
  );
  bindRoute(server, deps, routes.listScansWithoutRun, (call) =>
    unlessBlind(call, async ({ db, params, query, principal: { organizationId } }) => {
      const set = await evaluationSets(db, organizationId)
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (set === undefined) return notFound('EVALUATION_SET_NOT_FOUND');
      const scans = await readSetScans(db, organizationId, set.scanIds);
      const scanIds = scans.map(({ id }) => id);
      const runs = await readEvaluatedRuns(db, organizationId, query, scanIds);
      const withRun = new Set(runs.map(({ scanId }) => scanId));
      return { scanIds: scanIds.filter((id) => !withRun.has(id)), total: scanIds.length };
    }),
  );
}

/** Refuses blind annotators, who may have a second role that permits the call. */
const unlessBlind = <Call extends { readonly principal: CallPrincipal }, Response>(
  call: Call,
  handle: (call: Call) => Promise<Response>,
): Promise<Response | ErrorResponse> =>
  call.principal.blind ? Promise.resolve(withheldError()) : handle(call);

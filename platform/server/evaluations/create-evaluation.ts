import { type Kysely, sql } from 'kysely';
import type { Evaluation, EvaluationResult, routes } from '#contracts';
import { serverMessage } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import type { FileStore } from '../store/index.ts';
import { evaluateScans } from './compute/evaluate-scans.ts';
import { type EvaluationSetRow, evaluationSets, readEvaluation } from './evaluation-rows.ts';
import { readOutlines } from './read-outlines.ts';
import {
  countProposals,
  MAX_EVALUATED_PROPOSALS,
  type ReadScans,
  readEvaluatedScans,
} from './read-scans.ts';
import { readEvaluatedRuns, readSetScans, type SetScan } from './select-runs.ts';

type CreateCall = CallOf<typeof routes.createEvaluation>;

/**
 * Evaluates a model on a set, counts the evaluation in every sealed set that shares scans with it,
 * and stores the result, in one transaction: no result can be read that was not counted.
 */
export async function createEvaluation(
  store: FileStore,
  call: CreateCall,
  reject: (set: EvaluationSetRow) => ErrorResponse | null,
): Promise<Evaluation | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const { setId, ...model } = body;
  const set = await evaluationSets(db, organizationId).where('id', '=', setId).executeTakeFirst();
  if (set === undefined) return notFound('EVALUATION_SET_NOT_FOUND');
  const rejected = reject(set);
  if (rejected !== null) return rejected;
  const available = await readSetScans(db, organizationId, set.scanIds);
  const scanIds = available.map(({ id }) => id);
  const runs = await readEvaluatedRuns(db, organizationId, model, scanIds);
  if (runs.length === 0) return errorResponse('Conflict', serverMessage('EVALUATION_WITHOUT_RUNS'));
  const runIds = runs.map(({ id }) => id);
  const count = await countProposals({ db, organizationId }, runIds);
  if (count > MAX_EVALUATED_PROPOSALS) {
    const values = { count, maximum: MAX_EVALUATED_PROPOSALS };
    return errorResponse('Conflict', serverMessage('EVALUATION_TOO_LARGE', values));
  }
  const withRun = new Set(runs.map(({ scanId }) => scanId));
  const evaluated = available.filter(({ id }) => withRun.has(id));
  const read = await readEvaluatedScans({ db, organizationId }, evaluated, runIds);
  const figures = await figuresOf({ db, organizationId, store }, read);
  const touched = await countInSets(
    db,
    set,
    evaluated.map(({ id }) => id),
  );
  const { counts, ...others } = figures;
  const result: EvaluationResult = {
    ...others,
    counts: {
      ...counts,
      ...countsOf(evaluated),
      unavailable: set.scanIds.length - available.length,
      withoutRun: scanIds.filter((id) => !withRun.has(id)),
    },
    sealedSets: touched.sealedSets,
  };
  const id = newId();
  addAuditSubject({ id, setId, count: String(evaluated.length) });
  await db
    .insertInto('evaluation')
    .values({
      ...{ organizationId, id, setId, ...model, number: touched.number },
      result: JSON.stringify(result),
      createdBy: actorIdOf(principal),
    })
    .execute();
  const stored = await readEvaluation(db, organizationId, id);
  return stored === null ? notFound('EVALUATION_NOT_FOUND') : stored.evaluation;
}

/** Computes everything that follows from scans and masks. */
async function figuresOf(owner: Parameters<typeof readOutlines>[0], read: ReadScans) {
  const { hits, falsePositiveCount, ...figures } = evaluateScans(read.scans);
  const lesions = read.scans.flatMap((scan) => scan.lesions);
  return {
    ...figures,
    outlines: await readOutlines(owner, read),
    counts: {
      lesions: lesions.length,
      fromProposals: lesions.filter(({ findingId }) => read.copyIds.has(findingId)).length,
      withoutPlace: read.withoutPlace,
      proposals: read.scans.flatMap((scan) => scan.proposals).length,
      hits,
      falsePositives: falsePositiveCount,
    },
  };
}

const countsOf = (scans: readonly SetScan[]) => ({
  scans: scans.length,
  patients: new Set(scans.map(({ patientId }) => patientId)).size,
  scanned: scans.filter(({ origin }) => origin === 'SCANNED').length,
  imported: scans.filter(({ origin }) => origin === 'IMPORTED').length,
});

/** Counts an evaluation in its set and in each sealed set with one of its scans. */
async function countInSets(
  db: Kysely<Database>,
  set: EvaluationSetRow,
  scanIds: readonly string[],
): Promise<{ readonly number: number; readonly sealedSets: EvaluationResult['sealedSets'] }> {
  const ids = sql<string[]>`${[...scanIds]}::uuid[]`;
  // One order of locks for all calls prevents deadlocks.
  const touched = await evaluationSets(db, set.organizationId)
    .where((eb) =>
      eb.or([
        eb('id', '=', set.id),
        eb.and([eb('sealed', '=', true), sql<boolean>`scan_ids && ${ids}`]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  await db
    .updateTable('evaluationSet')
    .set((eb) => ({ evaluationCount: eb('evaluationCount', '+', 1) }))
    .where('organizationId', '=', set.organizationId)
    .where(
      'id',
      'in',
      touched.map(({ id }) => id),
    )
    .execute();
  const counted = touched.map(({ id, name, sealed, evaluationCount }) => ({
    ...{ id, name, sealed },
    evaluationCount: evaluationCount + 1,
  }));
  return {
    number: counted.find(({ id }) => id === set.id)?.evaluationCount ?? 1,
    sealedSets: counted
      .filter(({ sealed }) => sealed)
      .map(({ name, evaluationCount }) => ({ name, evaluationCount })),
  };
}

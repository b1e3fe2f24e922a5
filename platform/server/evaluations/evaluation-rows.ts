import { type Kysely, type Selectable, sql } from 'kysely';
import type { Evaluation, EvaluationFigure, EvaluationSet, ListedEvaluation } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { EvaluationSetTable } from '../database/tables/work.ts';

export type EvaluationSetRow = Selectable<EvaluationSetTable>;

/** Selects the evaluation sets of an organization. */
export const evaluationSets = (db: Kysely<Database>, organizationId: string) =>
  db.selectFrom('evaluationSet').selectAll().where('organizationId', '=', organizationId);

/** Converts a row to the contract type. */
export function toEvaluationSet(row: EvaluationSetRow): EvaluationSet {
  const { id, name, origin, sealed, scanIds, evaluationCount, createdAt, createdBy } = row;
  const scanCount = scanIds.length;
  return { id, name, origin, sealed, scanCount, evaluationCount, createdAt, createdBy };
}

/** Selects the evaluations of an organization with their sets, without the results. */
export const listedEvaluations = (db: Kysely<Database>, organizationId: string) =>
  db
    .selectFrom(
      db
        .selectFrom('evaluation')
        .innerJoin('evaluationSet', (join) =>
          join
            .onRef('evaluationSet.organizationId', '=', 'evaluation.organizationId')
            .onRef('evaluationSet.id', '=', 'evaluation.setId'),
        )
        .where('evaluation.organizationId', '=', organizationId)
        .select([
          'evaluation.id',
          'evaluation.task',
          'evaluation.providerId',
          'evaluation.modelName',
          'evaluation.modelVersion',
          'evaluation.setId',
          'evaluation.number',
          'evaluation.createdAt',
          'evaluation.createdBy',
          'evaluationSet.name as setName',
          'evaluationSet.origin',
          'evaluationSet.sealed',
        ])
        .select(
          sql<EvaluationFigure>`evaluation.result -> 'froc' -> 'meanSensitivity'`.as(
            'meanSensitivity',
          ),
        )
        .as('listed'),
    )
    .selectAll();

/** Reads one evaluation with its result and the filter of its set; null if there is none. */
export async function readEvaluation(db: Kysely<Database>, organizationId: string, id: string) {
  const listed: ListedEvaluation | undefined = await listedEvaluations(db, organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (listed === undefined) return null;
  const { result } = await db
    .selectFrom('evaluation')
    .select('result')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { filter } = await evaluationSets(db, organizationId)
    .where('id', '=', listed.setId)
    .executeTakeFirstOrThrow();
  const evaluation: Evaluation = { ...listed, result };
  return { evaluation, filter };
}

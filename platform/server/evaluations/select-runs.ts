import { type Kysely, sql } from 'kysely';
import type { EvaluatedModelKey } from '#contracts';
import type { Database } from '../database/schema.ts';
import { datasetScans } from '../datasets/index.ts';

const ALL_SCANS = { onlySigned: false, hasFindings: false };

/** Reads the scans of a set that still have a volume, those of a patient one after the other. */
export const readSetScans = (
  db: Kysely<Database>,
  organizationId: string,
  scanIds: readonly string[],
) =>
  datasetScans(db, organizationId, ALL_SCANS)
    .where('scan.id', 'in', scanIds)
    .select([
      'scan.id',
      'scan.label',
      'scan.patientId',
      'scan.studyId',
      'scan.origin',
      'scan.nippleLocation',
      'scan.breastDensity',
    ])
    .orderBy('scan.patientId')
    .orderBy('scan.id')
    .execute();
export type SetScan = Awaited<ReturnType<typeof readSetScans>>[number];

/** Condition on runs: detections in single images have no place in a volume and are left out. */
const READS_VOLUME = sql<boolean>`(ai_run.task <> 'DETECTION' or ai_run.image_file_id is null)`;

/** Selects the runs of one version of a model. */
function runsOf(db: Kysely<Database>, organizationId: string, model: EvaluatedModelKey) {
  return db
    .selectFrom('aiRun')
    .where('organizationId', '=', organizationId)
    .where(READS_VOLUME)
    .where('task', '=', model.task)
    .where('providerId', '=', model.providerId)
    .where(sql<string>`model ->> 'name'`, '=', model.modelName)
    .where(sql<string>`model ->> 'version'`, '=', model.modelVersion);
}

/**
 * Reads the runs that are evaluated, with their scan: the latest of each scan, or every run of a
 * segmentation, because a reader starts one for each lesion.
 */
export async function readEvaluatedRuns(
  db: Kysely<Database>,
  organizationId: string,
  model: EvaluatedModelKey,
  scanIds: readonly string[],
): Promise<readonly { readonly id: string; readonly scanId: string }[]> {
  if (scanIds.length === 0) return [];
  const runs = runsOf(db, organizationId, model)
    .select(['id', 'scanId'])
    .where('scanId', 'in', scanIds)
    .orderBy('scanId')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
  return (model.task === 'DETECTION' ? runs.distinctOn('scanId') : runs).execute();
}

/** Selects the models with stored runs and the number of their scans, sorted by provider. */
export const evaluatedModels = (db: Kysely<Database>, organizationId: string) =>
  db
    .selectFrom('aiRun')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.organizationId', '=', 'aiRun.organizationId')
        .onRef('scan.id', '=', 'aiRun.scanId'),
    )
    .where('aiRun.organizationId', '=', organizationId)
    .where('scan.deletedAt', 'is', null)
    .where(READS_VOLUME)
    .select((eb) => [
      'aiRun.task',
      'aiRun.providerId',
      sql<string>`model ->> 'name'`.as('modelName'),
      sql<string>`model ->> 'version'`.as('modelVersion'),
      eb.fn.count<number>('aiRun.scanId').distinct().as('scanCount'),
    ])
    .groupBy(['aiRun.task', 'aiRun.providerId', sql`model ->> 'name'`, sql`model ->> 'version'`])
    .orderBy('aiRun.providerId')
    .orderBy(sql`model ->> 'name'`)
    .orderBy(sql`model ->> 'version'`)
    .orderBy('aiRun.task');

import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { DatasetFilter } from '#contracts';
import type { Database } from '../database/schema.ts';

/**
 * Selects the completed scans with a stored volume and a known orientation that match a filter. The
 * volume itself may turn out to be damaged.
 */
export function datasetScans(db: Kysely<Database>, organizationId: string, filter: DatasetFilter) {
  const { studyIds, from, to, sides, onlySigned, hasFindings } = filter;
  return db
    .selectFrom('scan')
    .where('scan.organizationId', '=', organizationId)
    .where('scan.deletedAt', 'is', null)
    .where('scan.scanState', '=', 'C')
    .where('scan.orientationConfirmed', '=', true)
    .where(
      existsForScan(
        sql`select from scan_file file where file.organization_id = scan.organization_id
          and file.scan_id = scan.id and file.file_category = 'VOLUME3D' and file.role = 'PRIMARY'
          and file.storage_path is not null and file.superseded_at is null
          and file.deleted_at is null`,
      ),
    )
    .$if(studyIds !== undefined, (scans) => scans.where('scan.studyId', 'in', studyIds ?? []))
    .$if(sides !== undefined, (scans) => scans.where('scan.laterality', 'in', sides ?? []))
    .$if(from !== undefined, (scans) => scans.where(DAY, '>=', sql<string>`${from}::date`))
    .$if(to !== undefined, (scans) => scans.where(DAY, '<=', sql<string>`${to}::date`))
    .$if(onlySigned, (scans) =>
      scans.where(
        existsForScan(
          sql`select from report where report.organization_id = scan.organization_id
            and report.study_id = scan.study_id and report.signed_at is not null
            and report.deleted_at is null`,
        ),
      ),
    )
    .$if(hasFindings, (scans) =>
      scans.where(
        existsForScan(
          sql`select from finding where finding.organization_id = scan.organization_id
            and finding.scan_id = scan.id and finding.deleted_at is null`,
        ),
      ),
    );
}

/** Day of the recording in UTC. */
const DAY = sql<string>`(scan.acquisition_time at time zone 'UTC')::date`;

const existsForScan = (query: Expression<unknown>) => sql<SqlBool>`exists (${query})`;

export type DatasetScanRow = Awaited<ReturnType<typeof readDatasetScans>>[number];

/** Reads the scans of a dataset, those of a patient one after the other. */
export function readDatasetScans(
  db: Kysely<Database>,
  organizationId: string,
  filter: DatasetFilter,
) {
  return (
    datasetScans(db, organizationId, filter)
      .select([
        'scan.id',
        'scan.patientId',
        'scan.studyId',
        'scan.laterality',
        'scan.protocol',
        'scan.origin',
        'scan.nippleLocation',
        'scan.breastDensity',
      ])
      // Days since the first recording of the patient, so that the archive contains no date.
      .select(
        sql<number | null>`${DAY} - (
        select min((earlier.acquisition_time at time zone 'UTC')::date) from scan earlier
        where earlier.organization_id = scan.organization_id
          and earlier.patient_id = scan.patient_id and earlier.deleted_at is null)`.as('dayOffset'),
      )
      .orderBy('scan.patientId')
      .orderBy('scan.id')
      .execute()
  );
}

/** Counts the scans that match a filter. */
export async function countDatasetScans(
  db: Kysely<Database>,
  organizationId: string,
  filter: DatasetFilter,
): Promise<number> {
  const { count } = await datasetScans(db, organizationId, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether the organization has every study that a filter names. */
export async function haveStudies(
  db: Kysely<Database>,
  organizationId: string,
  { studyIds = [] }: DatasetFilter,
): Promise<boolean> {
  const ids = [...new Set(studyIds)];
  if (ids.length === 0) return true;
  const { count } = await db
    .selectFrom('study')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count) === ids.length;
}

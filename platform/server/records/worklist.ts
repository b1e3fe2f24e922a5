import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ListedStudy, routes, ScanSide, ScanState } from '#contracts';
import type { CallPrincipal } from '../accounts/principal.ts';
import type { Database, PatientRow } from '../database/schema.ts';
import type { CallOf } from '../http/call.ts';
import { Refusal } from '../http/refusal.ts';
import { pageOf, placeOf } from './paging.ts';
import { holdsEvery } from './patient-rows.ts';
import { type StudyWithState, studies, toStudy } from './study-rows.ts';

type Query = CallOf<typeof routes.listStudies>['query'];

interface ListedRow extends StudyWithState {
  readonly code: PatientRow['code'];
  readonly firstName: PatientRow['firstName'];
  readonly lastName: PatientRow['lastName'];
  readonly birthDate: PatientRow['birthDate'];
  readonly sex: PatientRow['sex'];
  readonly sides: readonly ScanSide[];
  readonly scanCount: number;
  readonly acquisitionTime: string | null;
}

/** The columns that a worklist may be sorted by: no other text reaches the statement. */
const SORT_COLUMNS = { createdAt: 'study.created_at', updatedAt: 'study.updated_at' } as const;

/** The worklist: studies with what its line shows, narrowed by every filter that is given. */
export async function listStudies({ db, query, principal }: CallOf<typeof routes.listStudies>) {
  const after = placeOf(query.cursor);
  if (after instanceof Refusal) return after;
  const all = filtered(db, principal, query);
  const { total } = await all
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const column = sql.ref(SORT_COLUMNS[query.sort]);
  const beyond = sql.raw(query.direction === 'asc' ? '>' : '<');
  const page =
    after === null
      ? all
      : all.where(
          sql<SqlBool>`(${column}, study.id) ${beyond} (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
        );
  const rows: ListedRow[] = await page
    .orderBy(column, query.direction)
    .orderBy('study.id', query.direction)
    .limit(query.limit + 1)
    .execute();
  // The cursor holds the instant that the list is sorted by.
  const placed = rows.map((row) => ({ ...row, place: row[query.sort] }));
  return pageOf(
    placed.map((row) => ({ row, createdAt: row.place, id: row.id })),
    query.limit,
    total,
    ({ row }) => toListed(row, principal),
  );
}

function filtered(db: Kysely<Database>, principal: CallPrincipal, query: Query) {
  const { organizationId } = principal;
  let rows = studies(db, organizationId)
    .innerJoin('patient', (join) =>
      join
        .onRef('patient.organizationId', '=', 'study.organizationId')
        .onRef('patient.id', '=', 'study.patientId'),
    )
    .select(['patient.code', 'patient.firstName', 'patient.lastName'])
    .select(['patient.birthDate', 'patient.sex'])
    .select(scanFacts);
  if (query.state !== undefined) rows = rows.where(sql<SqlBool>`${stateIs(query.state)}`);
  if (query.laterality !== undefined) rows = rows.where(hasSide(query.laterality));
  if (query.from !== undefined) {
    rows = rows.where(
      sql<SqlBool>`study.created_at >= ${query.from}::date::timestamp at time zone 'UTC'`,
    );
  }
  if (query.to !== undefined) {
    rows = rows.where(
      sql<SqlBool>`study.created_at < (${query.to}::date + 1)::timestamp at time zone 'UTC'`,
    );
  }
  if (query._keywords.trim() === '') return rows;
  // Whoever may not see patients must not learn by a search who they are.
  return maySeePatients(principal)
    ? rows.where(holdsEvery(query._keywords, 'study.patientId'))
    : rows.where(sql<SqlBool>`false`);
}

const OF_STUDY = sql`scan.organization_id = study.organization_id
  and scan.study_id = study.id and scan.deleted_at is null`;

const scanFacts = [
  sql<ScanSide[]>`array(
    select distinct laterality from scan where ${OF_STUDY} order by laterality desc)`.as('sides'),
  sql<number>`(select count(*) from scan where ${OF_STUDY})`.as('scanCount'),
  sql<string | null>`(select max(acquisition_time) from scan where ${OF_STUDY})`.as(
    'acquisitionTime',
  ),
];

const hasSide = (side: ScanSide) =>
  sql<SqlBool>`exists (select from scan where ${OF_STUDY} and scan.laterality = ${side})`;

function stateIs(state: ScanState) {
  const begun = sql`exists (select from scan where ${OF_STUDY} and scan.scan_state <> 'N')`;
  const open = sql`exists (select from scan where ${OF_STUDY} and scan.scan_state <> 'C')`;
  if (state === 'N') return sql`not ${begun}`;
  return state === 'C' ? sql`${begun} and not ${open}` : sql`${begun} and ${open}`;
}

function maySeePatients({ blind, features }: CallPrincipal): boolean {
  return !blind && features.includes('PATIENT_VIEW');
}

function toListed(row: ListedRow, principal: CallPrincipal): ListedStudy {
  const { code, firstName, lastName, birthDate, sex, sides, scanCount, acquisitionTime } = row;
  return {
    ...toStudy(row, principal),
    who: maySeePatients(principal) ? { code, firstName, lastName, birthDate, sex } : null,
    ...{ sides: [...sides], scanCount, acquisitionTime },
  };
}

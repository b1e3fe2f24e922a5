import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { routes } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import {
  alphabetical,
  applyOrder,
  cursorColumns,
  type ListOrder,
  orderedPage,
  parseOrderCursor,
} from '../shared/list-order.ts';
import {
  hasReadingState,
  rankOfDensity,
  rankOfReading,
  readingCounts,
  withinDays,
} from '../shared/reading-columns.ts';
import {
  listedPatients,
  matchesKeywords,
  patientsWithReading,
  READING_OF_NEWEST,
  toPatient,
} from './patient-rows.ts';

type Query = CallOf<typeof routes.searchPatients>['query'];
type Filters = CallOf<typeof routes.countPatients>['query'] & Pick<Query, 'readingState'>;

/** Lists the patients that match every search word and every filter, in the requested order. */
export async function listPatients(
  db: Kysely<Database>,
  { organizationId }: Pick<CallPrincipal, 'organizationId'>,
  query: Query,
) {
  const order = orderOf(query);
  const after = parseOrderCursor(order, query.cursor);
  if (after instanceof ErrorResponse) return after;
  const matching = applyFilters(patientsWithReading(db, organizationId), query);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  // Reads the response fields only for the rows of the page, not for every matching row.
  const page = applyOrder(matching.select('patient.id'), order, after).limit(query.limit + 1);
  const listed = listedPatients(db, organizationId).where('patient.id', 'in', page);
  const rows = await applyOrder(listed.select(cursorColumns(order)), order, null).execute();
  return orderedPage(rows, order, { limit: query.limit, total }, toPatient);
}

/** Counts patients by reading state of the newest study, under the same filters as the list. */
export async function countPatients({ db, query, principal }: CallOf<typeof routes.countPatients>) {
  const rows = await applyFilters(patientsWithReading(db, principal.organizationId), query)
    .select([READING_OF_NEWEST.as('readingState'), sql<number>`count(*)`.as('counted')])
    .groupBy(sql`1`)
    .execute();
  return readingCounts(rows);
}

function orderOf({ sort, direction }: Query): ListOrder {
  const keys = {
    createdAt: { value: sql`patient.created_at`, type: 'instant', nullable: false },
    code: { value: alphabetical(sql`patient.code`), type: 'text', nullable: true },
    name: { value: alphabetical(sql`patient.name_key`), type: 'text', nullable: false },
    birthDate: { value: sql`patient.birth_date`, type: 'date', nullable: true },
    sex: { value: sql`patient.sex`, type: 'text', nullable: true },
    lastStudy: { value: sql`patient.last_study_at`, type: 'instant', nullable: true },
    density: { value: sql`summary.density`, type: 'whole', nullable: true },
    risk: { value: sql`patient.risk_score`, type: 'number', nullable: true },
    state: { value: rankOfReading(READING_OF_NEWEST), type: 'whole', nullable: true },
  } as const satisfies Record<typeof sort, ListOrder['key']>;
  return { sort, direction, key: keys[sort], id: sql`patient.id` };
}

function applyFilters<Rows extends { where(filter: RawBuilder<SqlBool>): Rows }>(
  rows: Rows,
  filters: Filters,
): Rows {
  const { sex, breastDensity, riskFrom, riskTo, readingState } = filters;
  const { lastStudyFrom: from, lastStudyTo: to, timeZone } = filters;
  const clauses: RawBuilder<SqlBool>[] = [
    matchesKeywords(filters._keywords, 'patient.id'),
    ...withinDays(sql`patient.last_study_at`, { from, to, timeZone }),
  ];
  if (sex !== undefined) clauses.push(sql`patient.sex = ${sex}`);
  if (breastDensity !== undefined) {
    clauses.push(sql`summary.density = ${rankOfDensity(breastDensity)}`);
  }
  if (riskFrom !== undefined) clauses.push(sql`patient.risk_score >= ${riskFrom}`);
  if (riskTo !== undefined) clauses.push(sql`patient.risk_score <= ${riskTo}`);
  if (readingState !== undefined) {
    clauses.push(sql`patient.last_study_id is not null`, hasReadingState(readingState));
  }
  let filtered = rows;
  for (const clause of clauses) filtered = filtered.where(clause);
  return filtered;
}

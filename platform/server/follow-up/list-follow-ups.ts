import { type Kysely, sql } from 'kysely';
import type { ClosureReason, FollowUp, FollowUpFinding, routes } from '#contracts';
import type { Database, PatientRow } from '../database/schema.ts';
import type { CallOf } from '../http/call.ts';
import { ErrorResponse } from '../http/error-response.ts';
import type { CallPrincipal } from '../http/principal.ts';
import { accountName } from '../records/shared/account-name.ts';
import { csvOf } from '../records/shared/csv.ts';
import {
  applyOrder,
  type CursorRow,
  cursorColumns,
  orderedPage,
  parseOrderCursor,
} from '../records/shared/list-order.ts';
import { maySeePatients } from '../records/studies/worklist-query.ts';
import { type DueRow, followUps, orderOf, todayIn } from './follow-up-query.ts';
import { IS_REPORTED } from './shared/reported-finding.ts';

type Filters = CallOf<typeof routes.downloadFollowUps>['query'];

interface ListedRow extends DueRow, CursorRow {
  readonly code: PatientRow['code'];
  readonly firstName: PatientRow['firstName'];
  readonly lastName: PatientRow['lastName'];
  readonly birthDate: PatientRow['birthDate'];
  readonly sex: PatientRow['sex'];
  readonly accessionNumber: string | null;
  readonly readerName: string | null;
  readonly daysLeft: number;
  /** Null for due follow-ups. */
  readonly closedAt: string | null;
  readonly closeReason: ClosureReason | null;
  readonly closeNote: string | null;
  readonly closedBy: string | null;
  readonly findings: readonly FollowUpFinding[];
}

/** Lists due follow-ups and open requests, earliest due first; or closed ones, newest first. */
export async function listFollowUps(
  { db, query, principal }: CallOf<typeof routes.listFollowUps>,
  timeZone: string,
) {
  const order = orderOf(query);
  const after = parseOrderCursor(order, query.cursor);
  if (after instanceof ErrorResponse) return after;
  const matching = followUps(db, principal, query, timeZone);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = applyOrder(listed(db, principal, query, timeZone), order, after);
  const rows: ListedRow[] = await page.limit(query.limit + 1).execute();
  const { limit } = query;
  return orderedPage(rows, order, { limit, total }, (row) => toFollowUp(row, principal));
}

/** Selects the rows of a list with all columns. */
function listed(
  db: Kysely<Database>,
  principal: CallPrincipal,
  filters: Filters,
  timeZone: string,
) {
  const { organizationId } = principal;
  return followUps(db, principal, filters, timeZone)
    .selectAll('due')
    .select(['patient.code', 'patient.firstName', 'patient.lastName'])
    .select(['patient.birthDate', 'patient.sex', 'study.accessionNumber'])
    .select(accountName(organizationId, sql`due.reader_id`).as('readerName'))
    .select(sql<number>`due.due_day - ${todayIn(timeZone)}`.as('daysLeft'))
    .select(findingsOf(organizationId).as('findings'))
    .select(['closure.createdAt as closedAt', 'closure.reason as closeReason'])
    .select('closure.note as closeNote')
    .select(accountName(organizationId, sql`closure.created_by`).as('closedBy'))
    .select(cursorColumns(orderOf(filters)));
}

/** Findings of the listed breasts that the report covers. */
const findingsOf = (organizationId: string) => sql<readonly FollowUpFinding[]>`coalesce((
  select json_agg(json_build_object('id', finding.id, 'label', finding.label,
      'scanLabel', scan.label, 'biradsScore', finding.birads_score,
      'outcomes', (
        select count(*) from finding_outcome as outcome
        where outcome.organization_id = finding.organization_id
          and outcome.finding_id = finding.id and outcome.deleted_at is null))
    order by scan.label, finding.label)
  from finding
  join scan on scan.organization_id = finding.organization_id and scan.id = finding.scan_id
    and scan.deleted_at is null
  where finding.organization_id = ${organizationId} and scan.study_id = due.study_id
    and scan.laterality = any (due.sides) and ${IS_REPORTED}), '[]')`;

function toFollowUp(row: ListedRow, principal: CallPrincipal): FollowUp {
  const { code, firstName, lastName, birthDate, sex, requestText } = row;
  return {
    id: row.id,
    reason: row.reason,
    studyId: row.studyId,
    patientId: row.patientId,
    accessionNumber: row.accessionNumber,
    who: maySeePatients(principal) ? { code, firstName, lastName, birthDate, sex } : null,
    reportId: row.reportId,
    reader: { id: row.readerId, name: row.readerName },
    signedAt: row.signedAt,
    studyDay: row.studyDay,
    sides: [...row.sides],
    months: row.months,
    isAssumed: row.isAssumed,
    dueDay: row.dueDay,
    daysLeft: row.daysLeft,
    request: requestText === null ? null : { text: requestText, author: row.requestAuthor },
    closure: closureOf(row),
    findings: [...row.findings],
  };
}

const closureOf = (row: ListedRow): FollowUp['closure'] =>
  row.closedAt === null || row.closeReason === null
    ? null
    : {
        ...{ reason: row.closeReason, note: row.closeNote },
        ...{ createdAt: row.closedAt, author: row.closedBy },
      };

const HEADER = [
  'due day',
  'days left',
  'reason',
  'breasts',
  'months',
  'interval assumed',
  'study day',
  'accession number',
  'patient code',
  'last name',
  'first name',
  'birth date',
  'reader',
  'signed at',
  'request',
  'asked by',
  'closed at',
  'closing reason',
  'closing note',
  'closed by',
] as const;

/** Returns all rows of the list as CSV; patients are empty unless the caller may see them. */
export async function followUpCsv(
  { query, principal }: Pick<CallOf<typeof routes.downloadFollowUps>, 'query' | 'principal'>,
  db: Kysely<Database>,
  timeZone: string,
): Promise<string> {
  const ordered = applyOrder(listed(db, principal, query, timeZone), orderOf(query), null);
  const rows: ListedRow[] = await ordered.execute();
  return csvOf([
    HEADER,
    ...rows.map((row) => {
      const { who, reader, request, closure, sides, ...item } = toFollowUp(row, principal);
      return [
        item.dueDay,
        item.daysLeft,
        item.reason,
        sides.join(' '),
        item.months,
        item.isAssumed ? 'yes' : 'no',
        item.studyDay,
        item.accessionNumber,
        who?.code ?? null,
        who?.lastName ?? null,
        who?.firstName ?? null,
        who?.birthDate ?? null,
        reader.name,
        item.signedAt,
        request?.text ?? null,
        request?.author ?? null,
        closure?.createdAt ?? null,
        closure?.reason ?? null,
        closure?.note ?? null,
        closure?.author ?? null,
      ];
    }),
  ]);
}

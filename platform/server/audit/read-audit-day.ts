import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AUDIT_DEED_CODES, AUDIT_DEEDS, type AuditDeedRow, type routes } from '#contracts';
import type { Database } from '../database/schema.ts';
import type { CallOf } from '../http/call.ts';
import { matchesKeywords } from '../records/patients/patient-rows.ts';
import { patternOf, splitKeywords } from '../records/shared/search-patterns.ts';
import { maySeePatients } from '../records/studies/worklist-query.ts';

type DayCall = Pick<CallOf<typeof routes.listAuditDay>, 'query' | 'principal'>;

interface DeedRow extends Omit<AuditDeedRow, 'patient'> {
  readonly patientId: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly total: number;
}

const DEED_OF_ACT = AUDIT_DEED_CODES.flatMap((deed) =>
  AUDIT_DEEDS[deed].acts.map((act) => ({ act, deed, kind: AUDIT_DEEDS[deed].kind })),
);
const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/**
 * Reads the deeds of one day by person, then patient, then time, from `offset` on. The audit stores
 * ids only, so that patients and accounts are joined here with their present names.
 */
export async function readAuditDay(
  db: Kysely<Database>,
  call: DayCall,
  offset: number,
): Promise<{ readonly items: AuditDeedRow[]; readonly total: number }> {
  const { limit } = call.query;
  const { rows } = await sql<DeedRow>`
    with ${entriesOfDay(call)}, ${PATIENT_OF_ENTRY}, ${deedsOf(call)}
    select deeds.*, count(*) over ()::int as total from deeds
    order by person_key nulls last, actor_kind, actor_id nulls last,
      patient_id is null, patient_first_at, patient_id, first_at, seq
    limit ${limit} offset ${offset}`.execute(db);
  const mayName = maySeePatients(call.principal);
  return { items: rows.map((row) => toDeed(row, mayName)), total: rows[0]?.total ?? 0 };
}

function toDeed(row: DeedRow, mayName: boolean): AuditDeedRow {
  const { seq, firstAt, lastAt, count, actorKind, actorId, actorName, deed, done } = row;
  const { patientId, code, name } = row;
  const patient = patientId === null ? null : { id: patientId, code, name: mayName ? name : null };
  return { seq, firstAt, lastAt, count, actorKind, actorId, actorName, patient, deed, done };
}

/**
 * The organization's entries of the day with deed and kind, before the filter by patient. A sign-in
 * has no actor yet; the person is the account of its subject.
 */
function entriesOfDay({ query, principal }: DayCall): RawBuilder<unknown> {
  const { day, timeZone = 'UTC', actorId, kind } = query;
  return sql`words (act, deed, kind) as (
      select * from unnest(${DEED_OF_ACT.map(({ act }) => act)}::text[],
        ${DEED_OF_ACT.map(({ deed }) => deed)}::text[],
        ${DEED_OF_ACT.map((word) => word.kind)}::text[])
    ), entries as materialized (
      select audit.seq, audit.at, audit.subject, actor.id as actor_id,
        case when actor.id = audit.actor_id then audit.actor_kind
          when actor.id is null then audit.actor_kind else 'human' end as actor_kind,
        coalesce(words.deed, audit.act) as deed, audit.outcome <> 'refused' as done
      from audit left join words on words.act = audit.act
        cross join lateral (select coalesce(audit.actor_id,
          case when words.kind = 'SIGN_IN' and audit.subject ->> 'accountId' ~ ${UUID}
            then (audit.subject ->> 'accountId')::uuid end) as id) as actor
      where audit.organization_id = ${principal.organizationId}
        and audit.at >= ${day}::date::timestamp at time zone ${timeZone}
        and audit.at < (${day}::date + 1)::timestamp at time zone ${timeZone}
        and (${actorId ?? null}::uuid is null or actor.id = ${actorId ?? null}::uuid)
        and (${kind ?? null}::text is null or coalesce(words.kind, 'OTHER') = ${kind ?? null}::text)
    )`;
}

/** Patients of each entry, found by any id of its subject; those of deleted records too. */
const PATIENT_OF_ENTRY = sql`ids as materialized (
    select entries.seq, case when part ~ ${UUID} then part::uuid end as id
    from entries cross join lateral jsonb_each_text(entries.subject) as field
      -- An export lists its findings in one value.
      cross join lateral regexp_split_to_table(field.value, ' ') as part
  ), places as materialized (
    select named.id, coalesce(patient.id, study.patient_id, scan.patient_id, found.patient_id,
      report.patient_id, patient_attachment.patient_id) as patient_id
    from (select distinct id from ids where id is not null) as named
      left join patient on patient.id = named.id
      left join study on study.id = named.id
      left join scan on scan.id = named.id
      left join finding on finding.id = named.id
      left join scan as found on found.id = finding.scan_id
      left join report on report.id = named.id
      left join patient_attachment on patient_attachment.id = named.id
  ), concerned as (
    select distinct ids.seq, places.patient_id from ids join places on places.id = ids.id
    where places.patient_id is not null
  )`;

/** Sums up the entries by person, patient, deed and outcome. */
function deedsOf({ query, principal }: DayCall): RawBuilder<unknown> {
  return sql`deeds as (
    select min(entries.seq) as seq, min(entries.at) as first_at, max(entries.at) as last_at,
      count(*)::int as count, entries.actor_kind, entries.actor_id, entries.deed, entries.done,
      coalesce(nullif(concat_ws(', ', nullif(account.last_name, ''), nullif(account.first_name, '')),
        ''), account.email, device.serial_number) as actor_name,
      lower(coalesce(account.last_name, account.email)) as person_key,
      patient.id as patient_id, patient.code,
      concat_ws(', ', patient.last_name, nullif(patient.first_name, '')) as name,
      min(min(entries.at)) over (partition by entries.actor_kind, entries.actor_id, patient.id)
        as patient_first_at
    from entries
      left join concerned on concerned.seq = entries.seq
      left join patient on patient.id = concerned.patient_id
      left join account on account.id = entries.actor_id
      left join device on device.id = entries.actor_id
    where ${patientFilter(query.patient, maySeePatients(principal))}
    group by entries.actor_kind, entries.actor_id, entries.deed, entries.done,
      account.id, account.organization_id, account.last_name, account.first_name, account.email,
      device.serial_number,
      patient.id, patient.code, patient.last_name, patient.first_name
  )`;
}

/** Searches names for callers who may see patients, else only codes, so that no name is revealed. */
function patientFilter(keywords: string | undefined, mayName: boolean): RawBuilder<unknown> {
  const words = splitKeywords(keywords ?? '');
  if (keywords === undefined || words.length === 0) return sql`true`;
  if (mayName) return matchesKeywords(keywords, 'patient.id');
  return sql`fold_for_search(coalesce(patient.code, '')) like all (${words.map(patternOf)}::text[])`;
}

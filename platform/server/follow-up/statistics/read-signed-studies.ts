import { type Kysely, type SqlBool, sql } from 'kysely';
import type { StatisticsQuery } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { accountName } from '../../records/shared/account-name.ts';
import { IS_REPORTED, studyDayIn } from '../shared/reported-finding.ts';
import type { SignedStudy, StudyFinding } from './signed-study.ts';

interface SignedRow extends Omit<SignedStudy, 'reader' | 'hasAddendum'> {
  readonly readerId: string;
  readonly readerName: string | null;
  readonly hasAddendum: SqlBool;
}

/**
 * Time at which all scans that were there at the signature could be read: their first volume was
 * stored, else they were recorded or imported.
 */
const READABLE_AT = sql<string | null>`(
  select max(coalesce((
      select min(scan_file.stored_at) from scan_file
      where scan_file.organization_id = scan.organization_id and scan_file.scan_id = scan.id
        and scan_file.file_category = 'VOLUME3D' and scan_file.role = 'PRIMARY'),
    greatest(scan.acquisition_time, scan.created_at)))
  from scan
  where scan.organization_id = report.organization_id and scan.study_id = report.study_id
    and scan.scan_state = 'C' and scan.deleted_at is null
    and scan.created_at <= report.signed_at)`;

/** Findings that the report covers, with the outcomes that count. */
const FINDINGS = sql<readonly StudyFinding[]>`coalesce((
  select json_agg(json_build_object('side', scan.laterality,
    'biradsScore', finding.birads_score, 'outcomes', coalesce((
      select json_agg(json_build_object('kind', outcome.kind, 'result', outcome.result,
        'day', outcome.day))
      from finding_outcome as outcome
      where outcome.organization_id = finding.organization_id
        and outcome.finding_id = finding.id and outcome.deleted_at is null), '[]'::json)))
  from finding
  join scan on scan.organization_id = finding.organization_id and scan.id = finding.scan_id
    and scan.deleted_at is null
  where finding.organization_id = report.organization_id and scan.study_id = report.study_id
    and ${IS_REPORTED}), '[]')`;

/** Reads the signed studies of a range of days at the site, of one reader or of all. */
export async function readSignedStudies(
  db: Kysely<Database>,
  organizationId: string,
  { from, to, readerId }: StatisticsQuery,
  timeZone: string,
): Promise<readonly SignedStudy[]> {
  const { rows } = await sql<SignedRow>`
    select report.signed_by as reader_id,
      ${accountName(organizationId, sql`report.signed_by`)} as reader_name, report.signed_at,
      ${studyDayIn(timeZone)} as study_day, study.indications,
      (latest.content -> 'left' ->> 'biradsScore')::integer as left_score,
      (latest.content -> 'right' ->> 'biradsScore')::integer as right_score,
      latest.state = 'ADDENDUM' as has_addendum,
      ${READABLE_AT} as readable_at, ${FINDINGS} as findings
    from report
    join study on study.organization_id = report.organization_id and study.id = report.study_id
      and study.deleted_at is null
    left join study_summary as summary on summary.organization_id = study.organization_id
      and summary.study_id = study.id
    cross join lateral (
      select newer.content, newer.state from report as newer
      where newer.organization_id = report.organization_id and newer.study_id = report.study_id
        and newer.signed_at is not null and newer.deleted_at is null
      order by newer.number desc limit 1) as latest
    where report.organization_id = ${organizationId} and report.state = 'SIGNED'
      and report.signed_by is not null and report.deleted_at is null
      and ${studyDayIn(timeZone)} between ${from} and ${to}
      and (${readerId ?? null}::uuid is null or report.signed_by = ${readerId ?? null}::uuid)
    order by study_day, report.id`.execute(db);
  return rows.map(({ readerId: id, readerName: name, hasAddendum, ...study }) => ({
    ...study,
    reader: { id, name },
    hasAddendum: hasAddendum === true,
  }));
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Condition on the table `finding` that a report covers the finding: a finding of a person that is
 * not deleted, not of a blind annotator and not made in a case of a reader study.
 */
export const IS_REPORTED: RawBuilder<SqlBool> = sql<SqlBool>`(
  finding.generator = 'USER' and finding.deleted_at is null and finding.case_reading_id is null
  and not exists (
    select from account where account.organization_id = finding.organization_id
      and account.id = finding.created_by and 'BLIND_ANNOTATOR' = any (account.roles)))`;

/**
 * Day of a study in a time zone, from the tables `study` and `summary`: that of the newest scan,
 * else of the creation of the study.
 */
export const studyDayIn = (timeZone: string): RawBuilder<string> =>
  sql<string>`(coalesce(summary.acquired_at, study.created_at) at time zone ${timeZone})::date`;

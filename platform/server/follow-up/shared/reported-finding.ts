import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Condition on the table `finding`, as `isAnnotation` of the module findings. */
const IS_ANNOTATION: RawBuilder<SqlBool> = sql<SqlBool>`(
  finding.note is null and finding.birads_score is null and finding.is_mass is null
  and cardinality(finding.recommendations) = 0
  and not exists (
    select from jsonb_each(finding.annotation_labels) as labels
    where jsonb_array_length(labels.value) > 0)
  and num_nonnulls(finding.mass_length_um, finding.mass_width_um, finding.mass_height_um) = 0
  and exists (
    select from finding_mark as mark where mark.organization_id = finding.organization_id
      and mark.finding_id = finding.id)
  and not exists (
    select from finding_mark as mark where mark.organization_id = finding.organization_id
      and mark.finding_id = finding.id
      and mark.body ->> 'markType' not in ('TEXT', 'ARROW', 'PLANELOCATOR')))`;

/**
 * Condition on the table `finding` that a report covers the finding: a finding of a person that is
 * not deleted, not of a blind annotator, not made in a case of a reader study, and no annotation.
 */
export const IS_REPORTED: RawBuilder<SqlBool> = sql<SqlBool>`(
  finding.generator = 'USER' and finding.deleted_at is null and finding.case_reading_id is null
  and not ${IS_ANNOTATION}
  and not exists (
    select from account where account.organization_id = finding.organization_id
      and account.id = finding.created_by and 'BLIND_ANNOTATOR' = any (account.roles)))`;

/**
 * Day of a study in a time zone, from the tables `study` and `summary`: that of the newest scan,
 * else of the creation of the study.
 */
export const studyDayIn = (timeZone: string): RawBuilder<string> =>
  sql<string>`(coalesce(summary.acquired_at, study.created_at) at time zone ${timeZone})::date`;

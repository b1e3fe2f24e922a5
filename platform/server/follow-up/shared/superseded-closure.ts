import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { IS_REPORTED } from './reported-finding.ts';

/**
 * Condition on the table `closure` that something newer needs another decision: a signed report of
 * the patient, an addendum to the report of the study, or a growth of a lesion of its breasts.
 */
export const IS_SUPERSEDED: RawBuilder<SqlBool> = sql<SqlBool>`(
  exists (
    select from report as closed
    join report as newer on newer.organization_id = closed.organization_id
      and newer.patient_id = closed.patient_id
    where closed.organization_id = closure.organization_id
      and closed.study_id = closure.study_id and closed.state = 'SIGNED'
      and closed.deleted_at is null and newer.deleted_at is null
      and newer.signed_at > closure.created_at
      and (newer.state = 'SIGNED' or newer.study_id = closure.study_id))
  or exists (
    select from scan
    join finding on finding.organization_id = scan.organization_id and finding.scan_id = scan.id
    join finding_outcome as growth on growth.organization_id = finding.organization_id
      and growth.finding_id = finding.id
    where scan.organization_id = closure.organization_id and scan.study_id = closure.study_id
      and scan.laterality = any (closure.sides) and scan.deleted_at is null and ${IS_REPORTED}
      and growth.result = 'GROWN' and growth.deleted_at is null
      and growth.created_at > closure.created_at))`;

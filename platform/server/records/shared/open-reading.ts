import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FindingAi } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallPrincipal } from '../../http/principal.ts';

/** Attributes of a user that determine the open case of a reader study. */
export type CaseReader = Pick<CallPrincipal, 'organizationId' | 'accountId' | 'blind'>;

/** Open case of an account in the scan of an outer query; each account has at most one. */
const openReading = (reader: CaseReader, scanId: RawBuilder<unknown>, where: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (
    select from case_reading reading join scan on scan.organization_id = reading.organization_id
      and scan.study_id = reading.study_id
    where reading.organization_id = ${reader.organizationId}
      and reading.reader_id = ${reader.accountId}::uuid and reading.ended_at is null
      and scan.id = ${scanId} and ${where})`;

const IS_OWN = (reader: CaseReader) =>
  sql<SqlBool>`finding.created_by = ${reader.accountId}::uuid and finding.generator = 'USER'`;

/**
 * Returns the condition on `finding` that the user may see it. Blind annotators see their own. While
 * a case of a reader study is open, its reader sees the own findings of this reading, and those of
 * models in the arm with AI.
 */
export function seesFinding(reader: CaseReader): RawBuilder<SqlBool> {
  const scanId = sql`finding.scan_id`;
  const hidden = openReading(
    reader,
    scanId,
    sql`not (${IS_OWN(reader)} and finding.created_at >= reading.started_at
      or reading.arm = 'WITH_AI' and finding.generator <> 'USER')`,
  );
  if (!reader.blind) return sql`not ${hidden}`;
  const shown = openReading(
    reader,
    scanId,
    sql`reading.arm = 'WITH_AI' and finding.generator <> 'USER'`,
  );
  return sql`(finding.created_by = ${reader.accountId}::uuid and not ${hidden} or ${shown})`;
}

/** Returns the condition on `ai_run` that the user may see it, like `seesFinding`. */
export function seesAiRun(reader: CaseReader): RawBuilder<SqlBool> {
  const inArm = (arm: string) =>
    openReading(reader, sql`ai_run.scan_id`, sql`reading.arm = ${arm}`);
  const hidden = inArm('WITHOUT_AI');
  if (!reader.blind) return sql`not ${hidden}`;
  return sql`(ai_run.created_by = ${reader.accountId}::uuid and not ${hidden} or ${inArm('WITH_AI')})`;
}

/**
 * Returns the condition that a study is a case of an open reader study of a blind annotator and is
 * not the open case: readable only in its turn, and not after its completion.
 */
export function isClosedCase(
  reader: CaseReader,
  studyId: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(exists (
      select from reader_study where reader_study.organization_id = ${reader.organizationId}
        and reader_study.state = 'OPEN'
        and reader_study.reader_ids @> array[${reader.accountId}::uuid]
        and ${studyId} = any (reader_study.study_ids))
    and not exists (
      select from case_reading reading where reading.organization_id = ${reader.organizationId}
        and reading.reader_id = ${reader.accountId}::uuid and reading.ended_at is null
        and reading.study_id = ${studyId}))`;
}

/** Returns whether the user reads a case of a reader study in the study of a scan now. */
export async function readsCase(
  db: Kysely<Database>,
  reader: CaseReader,
  scanId: string,
): Promise<boolean> {
  if (reader.accountId === null) return false;
  const { reads } = await db
    .selectNoFrom(openReading(reader, sql`${scanId}::uuid`, sql<SqlBool>`true`).as('reads'))
    .executeTakeFirstOrThrow();
  return reads === true;
}

/**
 * Returns a finding as the reader of a case sees it: without the decisions that others have made on
 * findings of models.
 */
export const withoutDecision = <Finding extends { readonly ai: FindingAi | null }>(
  finding: Finding,
): Finding =>
  finding.ai === null ? finding : { ...finding, ai: { ...finding.ai, decision: null } };

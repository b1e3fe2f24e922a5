import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';

/** Attributes of a user that determine the open case of a reader study. */
export type CaseReader = Pick<CallPrincipal, 'organizationId' | 'accountId' | 'blind'>;

/** Open case of an account in the scan of an outer query; each account has at most one. */
const openReading = (reader: CaseReader, scanId: RawBuilder<unknown>, where: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (
    select from case_reading reading join scan on scan.organization_id = reading.organization_id
      and scan.study_id = reading.study_id
    join reader_study on reader_study.organization_id = reading.organization_id
      and reader_study.id = reading.reader_study_id
    where reading.organization_id = ${reader.organizationId}
      and reading.reader_id = ${reader.accountId}::uuid and reading.ended_at is null
      and scan.id = ${scanId} and ${where})`;

/** Condition on `finding` that its scan is in the open case of the user. */
export const isInOpenCase = (reader: CaseReader): RawBuilder<boolean> =>
  sql<boolean>`${openReading(reader, sql`finding.scan_id`, sql`true`)}`;

/**
 * Condition that a finding or run of a model belongs to a case: in the arm with AI, unless it was
 * stored after the reader study was opened, so that all readers see the same.
 */
const isShownAi = (createdAt: RawBuilder<unknown>) =>
  sql<SqlBool>`reading.arm = 'WITH_AI' and ${createdAt} <= reader_study.opened_at`;

const IS_SHOWN_AI_FINDING = sql<SqlBool>`(finding.generator <> 'USER'
  and ${isShownAi(sql`finding.created_at`)})`;

/**
 * Returns the condition on `finding` that the user may see it. Blind annotators see their own, unless
 * the scan is in a closed case. While a case of a reader study is open, its reader sees the own
 * findings of this reading, and those of models in the arm with AI.
 * @param ownOfClosed whether own findings in closed cases are visible
 */
export function seesFinding(reader: CaseReader, ownOfClosed: boolean): RawBuilder<SqlBool> {
  const scanId = sql`finding.scan_id`;
  const hidden = openReading(
    reader,
    scanId,
    sql`not (finding.generator = 'USER' and finding.created_by = ${reader.accountId}::uuid
      and finding.case_reading_id is not distinct from reading.id
      or ${IS_SHOWN_AI_FINDING})`,
  );
  if (!reader.blind) return sql`not ${hidden}`;
  const shown = openReading(reader, scanId, IS_SHOWN_AI_FINDING);
  const closed = ownOfClosed ? sql`false` : isInClosedCase(reader, scanId);
  return sql`(finding.created_by = ${reader.accountId}::uuid and not ${hidden}
    and not ${closed} or ${shown})`;
}

/** Returns the condition on `ai_run` that the user may see it, like `seesFinding`. */
export function seesAiRun(reader: CaseReader): RawBuilder<SqlBool> {
  const isShown = isShownAi(sql`ai_run.created_at`);
  const scanId = sql`ai_run.scan_id`;
  const hidden = openReading(reader, scanId, sql`not (${isShown})`);
  if (!reader.blind) return sql`not ${hidden}`;
  return sql`(ai_run.created_by = ${reader.accountId}::uuid and not ${hidden}
    and not ${isInClosedCase(reader, scanId)} or ${openReading(reader, scanId, isShown)})`;
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

/** Returns the condition that a scan is in a closed case; see `isClosedCase`. */
const isInClosedCase = (reader: CaseReader, scanId: RawBuilder<unknown>) =>
  isClosedCase(
    reader,
    sql`(select scan.study_id from scan where scan.organization_id = ${reader.organizationId}
      and scan.id = ${scanId})`,
  );

/** Returns whether a scan is in a case that is closed to this user, who is then a blind annotator. */
export async function isClosedScan(
  db: Kysely<Database>,
  reader: CaseReader,
  scanId: string,
): Promise<boolean> {
  if (!reader.blind || reader.accountId === null) return false;
  const { closed } = await db
    .selectNoFrom(isInClosedCase(reader, sql`${scanId}::uuid`).as('closed'))
    .executeTakeFirstOrThrow();
  return closed === true;
}

/** Returns the id of the reading in which the user reads the study of a scan now; null without one. */
export async function openReadingId(
  db: Kysely<Database>,
  { organizationId, accountId }: CaseReader,
  scanId: string,
): Promise<string | null> {
  if (accountId === null) return null;
  const reading = await db
    .selectFrom('caseReading')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.organizationId', '=', 'caseReading.organizationId')
        .onRef('scan.studyId', '=', 'caseReading.studyId'),
    )
    .select('caseReading.id')
    .where('caseReading.organizationId', '=', organizationId)
    .where('caseReading.readerId', '=', accountId)
    .where('caseReading.endedAt', 'is', null)
    .where('scan.id', '=', scanId)
    .executeTakeFirst();
  return reading?.id ?? null;
}

/** Returns an error for running or storing AI while the user reads a case with this scan. */
export async function rejectAiInCase(
  db: Kysely<Database>,
  reader: CaseReader,
  scanId: string,
): Promise<ErrorResponse | null> {
  return (await openReadingId(db, reader, scanId)) === null
    ? null
    : errorResponse('Conflict', serverMessage('READING_NO_AI_RUN'));
}

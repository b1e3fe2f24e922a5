import type { Kysely } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type AiModel, type FindingAi, GENERATOR_COLOURS, type Mark } from '#contracts';
import type { StoredFinding } from '#findings';
import type { Database, FindingRow } from '../../database/schema.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { seesFinding } from '../shared/open-reading.ts';
import { storedOf } from '../shared/stored.ts';

/** Row of a finding with its marks, sorted by mark id. */
export type FindingWithMarks = FindingRow & {
  readonly marks: readonly { readonly body: Mark }[];
  /** Provider and model of the finding's run; null without a run. */
  readonly aiProviderId: string | null;
  readonly aiModel: AiModel | null;
};

/** Attributes of a user that determine which findings are visible. */
type FindingReader = Pick<CallPrincipal, 'organizationId' | 'accountId' | 'blind'>;

/**
 * Selects findings with their marks, deleted findings included: those that the reader may see, or all
 * without a reader.
 */
export function findings(db: Kysely<Database>, reader: FindingReader) {
  const ofOrganization = db
    .selectFrom('finding')
    .selectAll()
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('findingMark')
          .select('findingMark.body')
          .whereRef('findingMark.organizationId', '=', 'finding.organizationId')
          .whereRef('findingMark.findingId', '=', 'finding.id')
          .orderBy('findingMark.id'),
      ).as('marks'),
    )
    .select(({ selectFrom, ref }) => {
      const run = selectFrom('aiRun')
        .where('aiRun.organizationId', '=', ref('finding.organizationId'))
        .where('aiRun.id', '=', ref('finding.aiRunId'));
      return [
        run.select('aiRun.providerId').as('aiProviderId'),
        run.select('aiRun.model').as('aiModel'),
      ];
    })
    .where('organizationId', '=', reader.organizationId)
    // Leaves out the findings of deleted scans.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('scan')
          .whereRef('scan.organizationId', '=', 'finding.organizationId')
          .whereRef('scan.id', '=', 'finding.scanId')
          .where('scan.deletedAt', 'is', null),
      ),
    );
  return reader.accountId === null ? ofOrganization : ofOrganization.where(seesFinding(reader));
}

/**
 * Locks findings until the transaction ends and returns them with their marks, by id. Reads in a
 * second statement, because a statement that waits for a lock sees the marks as they were before
 * the wait.
 */
export async function lockFindings(
  db: Kysely<Database>,
  reader: FindingReader,
  ids: readonly string[],
): Promise<readonly FindingWithMarks[]> {
  const selected = findings(db, reader).where('id', 'in', ids);
  await selected.clearSelect().select('finding.id').orderBy('id').forUpdate().execute();
  return selected.orderBy('id').execute();
}

/** Marks per statement: PostgreSQL limits a statement to 65,535 parameters, a mark uses four. */
const MARKS_BATCH = 5_000;

/** Mark with the finding to which it belongs. */
export interface MarkOfFinding {
  readonly findingId: string;
  readonly mark: Mark;
}

/**
 * Inserts the marks of a finding.
 * @returns ids that another finding already uses; empty when there are none
 */
export function writeMarks(
  db: Kysely<Database>,
  organizationId: string,
  findingId: string,
  marks: readonly Mark[],
): Promise<readonly string[]> {
  return writeMarksOfFindings(
    db,
    organizationId,
    marks.map((mark) => ({ findingId, mark })),
  );
}

/** Inserts marks of several findings; see `writeMarks`. */
export async function writeMarksOfFindings(
  db: Kysely<Database>,
  organizationId: string,
  marks: readonly MarkOfFinding[],
): Promise<readonly string[]> {
  const insertedIds = new Set<string>();
  for (let start = 0; start < marks.length; start += MARKS_BATCH) {
    const rows = await db
      .insertInto('findingMark')
      .values(
        marks.slice(start, start + MARKS_BATCH).map(({ findingId, mark }) => ({
          organizationId,
          id: mark.id,
          findingId,
          body: JSON.stringify(mark),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    for (const { id } of rows) insertedIds.add(id);
  }
  return marks.map(({ mark }) => mark.id).filter((id) => !insertedIds.has(id));
}

/** Removes all marks of findings, so that other findings can use the ids of these marks. */
export async function removeMarks(
  db: Kysely<Database>,
  organizationId: string,
  findingIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('findingMark')
    .where('organizationId', '=', organizationId)
    .where('findingId', 'in', findingIds)
    .execute();
}

/**
 * Removes the given marks from deleted findings of the scan, so that undo of grouping or ungrouping
 * can insert marks with the same ids.
 */
export async function freeDeletedMarks(
  db: Kysely<Database>,
  reader: FindingReader,
  scanId: string,
  markIds: readonly string[],
): Promise<void> {
  const deleted = findings(db, reader)
    .clearSelect()
    .select('finding.id')
    .where('scanId', '=', scanId)
    .where('deletedAt', 'is not', null);
  await db
    .deleteFrom('findingMark')
    .where('organizationId', '=', reader.organizationId)
    .where('id', 'in', markIds)
    .where('findingId', 'in', deleted)
    .execute();
}

/** Converts a row; the thumbnail is read only for single findings and null in lists. */
export function toStoredFinding(
  row: FindingWithMarks,
  thumbnailBase64: string | null = null,
): StoredFinding {
  return {
    ...storedOf(row),
    scan: { id: row.scanId },
    generator: { id: row.generator, labelColour: GENERATOR_COLOURS[row.generator] },
    ai: aiOf(row),
    label: row.label,
    marks: Object.fromEntries(row.marks.map(({ body }) => [body.id, body])),
    note: row.note,
    noteCreatedBy: row.noteCreatedBy,
    noteCreatedAt: row.noteCreatedAt,
    recommendations: row.recommendations,
    biradsScore: row.biradsScore,
    isMass: row.isMass,
    massLengthUm: row.massLengthUm,
    massWidthUm: row.massWidthUm,
    massHeightUm: row.massHeightUm,
    annotationLabels: row.annotationLabels,
    labeledBy: row.labeledBy,
    labeledAt: row.labeledAt,
    thumbnailBase64,
    deletedAt: row.deletedAt,
    deletedBy: row.deletedBy,
  };
}

/** Returns run, score and decision of an AI finding; null for a finding without a run. */
function aiOf(row: FindingWithMarks): FindingAi | null {
  const { aiRunId, aiProviderId, aiModel, aiScore, aiDecision, aiDecidedAt } = row;
  if (aiRunId === null || aiProviderId === null || aiModel === null || aiScore === null)
    return null;
  return {
    runId: aiRunId,
    providerId: aiProviderId,
    model: aiModel,
    score: aiScore,
    decision:
      aiDecision === null || aiDecidedAt === null
        ? null
        : {
            kind: aiDecision,
            reason: row.aiDecisionReason,
            by: row.aiDecidedBy,
            at: aiDecidedAt,
          },
  };
}

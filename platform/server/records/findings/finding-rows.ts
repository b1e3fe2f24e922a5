import { type Kysely, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import {
  type AiModel,
  type FindingAi,
  GENERATOR_COLOURS,
  type Mark,
  serverMessage,
} from '#contracts';
import type { StoredFinding } from '#findings';
import type { Database, FindingRow } from '../../database/schema.ts';
import { ErrorResponse, errorResponse } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { isInOpenCase, seesFinding } from '../shared/open-reading.ts';
import { storedOf } from '../shared/stored.ts';

/** Row of a finding with its marks, sorted by mark id. */
export type FindingWithMarks = FindingRow & {
  readonly marks: readonly { readonly body: Mark }[];
  /** Provider and model of the finding's run; null without a run. */
  readonly aiProviderId: string | null;
  readonly aiModel: AiModel | null;
  /** True if the reader reads a case of a reader study with this scan now. */
  readonly inOpenCase: boolean;
};

/** Attributes of a user that determine which findings are visible. */
type FindingReader = Pick<CallPrincipal, 'organizationId' | 'accountId' | 'blind'>;

/**
 * Selects findings with their marks, deleted findings included: those that the reader may see, or all
 * without a reader.
 * @param options `ownOfClosed`: includes own findings of cases that are closed to a blind annotator,
 * which a page may still be reading while it completes the case
 */
export function findings(
  db: Kysely<Database>,
  reader: FindingReader,
  { ownOfClosed = false }: { readonly ownOfClosed?: boolean } = {},
) {
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
    .select(
      (reader.accountId === null ? sql<boolean>`false` : isInOpenCase(reader)).as('inOpenCase'),
    )
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
  return reader.accountId === null
    ? ofOrganization
    : ofOrganization.where(seesFinding(reader, ownOfClosed));
}

/**
 * Locks findings for a change until the transaction ends and returns them with their marks, by id;
 * an error for AI findings of a case, because other readers would see the change. Reads in a second
 * statement, because a statement that waits for a lock sees the marks as they were before the wait.
 */
export async function lockFindings(
  db: Kysely<Database>,
  reader: FindingReader,
  ids: readonly string[],
  options: Parameters<typeof findings>[2] = {},
): Promise<readonly FindingWithMarks[] | ErrorResponse> {
  const selected = findings(db, reader, options).where('id', 'in', ids);
  await selected.clearSelect().select('finding.id').orderBy('id').forUpdate().execute();
  const rows = await selected.orderBy('id').execute();
  return rows.some(isAiOfCase)
    ? errorResponse('Conflict', serverMessage('READING_AI_READ_ONLY'))
    : rows;
}

/** Same as `lockFindings`, for one finding; undefined for a missing one. */
export async function lockFinding(
  db: Kysely<Database>,
  reader: FindingReader,
  id: string,
  options: Parameters<typeof findings>[2] = {},
): Promise<FindingWithMarks | undefined | ErrorResponse> {
  const rows = await lockFindings(db, reader, [id], options);
  return rows instanceof ErrorResponse ? rows : rows[0];
}

/** Returns whether a finding is of a model and its reader reads the case now. */
const isAiOfCase = ({ generator, inOpenCase }: FindingWithMarks): boolean =>
  inOpenCase && generator !== 'USER';

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

/**
 * Converts a row; the thumbnail is read only for single findings and null in lists. The reader of a
 * case gets findings of models without what others have decided and noted on them.
 */
export function toStoredFinding(
  row: FindingWithMarks,
  thumbnailBase64: string | null = null,
): StoredFinding {
  const hidesOthers = isAiOfCase(row);
  const stored = storedOf(row);
  return {
    ...stored,
    ...(hidesOthers ? { updatedAt: stored.createdAt, updatedBy: null } : {}),
    scan: { id: row.scanId },
    generator: { id: row.generator, labelColour: GENERATOR_COLOURS[row.generator] },
    ai: aiOf(row, hidesOthers),
    ...(row.caseReadingId === null ? {} : { ofReaderStudy: true as const }),
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
    annotationLabels: hidesOthers ? {} : row.annotationLabels,
    labeledBy: hidesOthers ? null : row.labeledBy,
    labeledAt: hidesOthers ? null : row.labeledAt,
    thumbnailBase64,
    deletedAt: row.deletedAt,
    deletedBy: row.deletedBy,
  };
}

/** Returns run, score and decision of an AI finding; null for a finding without a run. */
function aiOf(row: FindingWithMarks, hidesDecision: boolean): FindingAi | null {
  const { aiRunId, aiProviderId, aiModel, aiScore, aiDecision, aiDecidedAt } = row;
  if (aiRunId === null || aiProviderId === null || aiModel === null || aiScore === null)
    return null;
  return {
    runId: aiRunId,
    providerId: aiProviderId,
    model: aiModel,
    score: aiScore,
    decision:
      aiDecision === null || aiDecidedAt === null || hidesDecision
        ? null
        : {
            kind: aiDecision,
            reason: row.aiDecisionReason,
            by: row.aiDecidedBy,
            at: aiDecidedAt,
          },
  };
}

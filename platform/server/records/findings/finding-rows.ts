import type { Kysely } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Finding, GENERATOR_COLOURS, type Mark } from '#contracts';
import type { Database, FindingRow } from '../../database/schema.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { storedOf } from '../shared/stored.ts';
import { isHiddenFrom } from './hidden-findings.ts';

export type FindingWithMarks = FindingRow & {
  readonly marks: readonly { readonly body: Mark }[];
  /** Hidden from the list of the reader for whom the row was read. */
  readonly hidden: boolean;
};

/** Selects findings with their marks. Blind annotators see only their own findings. */
export function findings(
  db: Kysely<Database>,
  reader: Pick<CallPrincipal, 'organizationId' | 'accountId' | 'blind'>,
) {
  const all = db
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
    .select(isHiddenFrom(reader).as('hidden'))
    .where('organizationId', '=', reader.organizationId)
    // Findings of a deleted scan count as deleted.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('scan')
          .whereRef('scan.organizationId', '=', 'finding.organizationId')
          .whereRef('scan.id', '=', 'finding.scanId')
          .where('scan.deletedAt', 'is', null),
      ),
    );
  return reader.blind ? all.where('createdBy', '=', reader.accountId) : all;
}

/**
 * Locks findings until the transaction ends and returns them with their marks. Reads in a second
 * statement, because a statement that waits for a lock sees the marks as they were before the wait.
 */
export async function lockFindings(
  db: Kysely<Database>,
  reader: Parameters<typeof findings>[1],
  ids: readonly string[],
): Promise<readonly FindingWithMarks[]> {
  const selected = findings(db, reader).where('id', 'in', ids);
  await selected.clearSelect().select('finding.id').orderBy('id').forUpdate().execute();
  return selected.orderBy('id').execute();
}

/** PostgreSQL limits a statement to 65,535 parameters, and each mark uses four. */
const MARKS_BATCH = 5_000;

/**
 * Inserts the marks of a finding.
 * @returns ids that another finding already uses; empty when there are none
 */
export async function writeMarks(
  db: Kysely<Database>,
  organizationId: string,
  findingId: string,
  marks: readonly Mark[],
): Promise<readonly string[]> {
  const fresh = new Set<string>();
  for (let at = 0; at < marks.length; at += MARKS_BATCH) {
    const written = await db
      .insertInto('findingMark')
      .values(
        marks.slice(at, at + MARKS_BATCH).map((mark) => ({
          organizationId,
          id: mark.id,
          findingId,
          body: JSON.stringify(mark),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    for (const { id } of written) fresh.add(id);
  }
  return marks.map(({ id }) => id).filter((id) => !fresh.has(id));
}

/** Removes all marks of findings, so that their ids are free for the target findings. */
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
 * Removes marks of deleted findings of the scan, so that undo of a grouping or a splitting can
 * restore these marks.
 */
export async function freeDeletedMarks(
  db: Kysely<Database>,
  reader: Parameters<typeof findings>[1],
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
export function toFinding(row: FindingWithMarks, thumbnailBase64: string | null = null): Finding {
  return {
    ...storedOf(row),
    scan: { id: row.scanId },
    generator: { id: row.generator, labelColour: GENERATOR_COLOURS[row.generator] },
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
    clockPositionSec: row.clockPositionSec,
    distanceFromNippleUm: row.distanceFromNippleUm,
    depthUm: row.depthUm,
    depthReference: row.depthReference,
    annotationLabels: row.annotationLabels,
    labeledBy: row.labeledBy,
    labeledAt: row.labeledAt,
    hidden: row.hidden,
    thumbnailBase64,
    deletedAt: row.deletedAt,
    deletedBy: row.deletedBy,
  };
}

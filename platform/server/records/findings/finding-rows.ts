import type { Kysely } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Finding, GENERATOR_COLOURS, type Mark } from '#contracts';
import type { CallPrincipal } from '../../accounts/principal.ts';
import type { Database, FindingRow } from '../../database/schema.ts';
import { storedOf } from '../shared/stored.ts';
import { isHiddenFrom } from './hidden-findings.ts';

export type FindingWithMarks = FindingRow & {
  readonly marks: readonly { readonly body: Mark }[];
  /** Off the list of whom the row was read for. */
  readonly hidden: boolean;
};

/** Findings with their marks. A blind annotator sees none but their own. */
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
    // What belongs to a deleted scan is deleted with it.
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
 * Findings with their marks, kept from others until the transaction ends. They are read after they
 * are locked: a statement that waits for a lock sees the marks as they were before it waited.
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

/** A statement takes 65,535 parameters at most, four a mark. */
const MARKS_BATCH = 5_000;

/** Writes the marks of a finding. @returns ids that another finding has, when there are any */
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

/** Takes all marks off findings, so that their ids are free for where the marks go. */
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
 * Frees marks that a deleted finding of the scan still has, so that undo of a grouping or a splitting
 * can bring them back where they were.
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

/** The thumbnail is read with one finding only; in lists it is null. */
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

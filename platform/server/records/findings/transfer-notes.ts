import type { Kysely } from 'kysely';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import { changedBy, createdBy } from '../shared/stored.ts';

/**
 * Moves the notes of replaced findings to the first replacement and copies them to the other
 * replacements. Copies the relations with AI findings to every replacement.
 */
export async function transferNotes(
  db: Kysely<Database>,
  principal: CallPrincipal,
  fromIds: readonly string[],
  toIds: readonly string[],
): Promise<void> {
  const [first, ...rest] = toIds;
  if (first === undefined) return;
  for (const toId of rest) await copyNotes(db, principal, fromIds, toId);
  await db
    .updateTable('note')
    .set({ findingId: first, ...changedBy(principal) })
    .where('organizationId', '=', principal.organizationId)
    .where('findingId', 'in', fromIds)
    .where('deletedAt', 'is', null)
    .execute();
  await copyRelations(db, principal, fromIds, toIds);
}

/** Copies notes to a finding; the copies keep author and time of creation. */
async function copyNotes(
  db: Kysely<Database>,
  principal: CallPrincipal,
  fromIds: readonly string[],
  findingId: string,
): Promise<void> {
  const notes = await db
    .selectFrom('note')
    .selectAll()
    .where('organizationId', '=', principal.organizationId)
    .where('findingId', 'in', fromIds)
    .where('deletedAt', 'is', null)
    .execute();
  if (notes.length === 0) return;
  await db
    .insertInto('note')
    .values(
      notes.map(({ subject, text, createdBy: author, createdAt }) => ({
        id: newId(),
        organizationId: principal.organizationId,
        subject,
        text,
        patientId: null,
        studyId: null,
        findingId,
        createdBy: author,
        createdAt,
        updatedBy: actorIdOf(principal),
      })),
    )
    .execute();
}

async function copyRelations(
  db: Kysely<Database>,
  principal: CallPrincipal,
  fromIds: readonly string[],
  toIds: readonly string[],
): Promise<void> {
  const relations = await db
    .selectFrom('findingRelation')
    .select(['autoSegmentFindingId', 'relationType'])
    .distinct()
    .where('organizationId', '=', principal.organizationId)
    .where('userFindingId', 'in', fromIds)
    .execute();
  const values = toIds.flatMap((userFindingId) =>
    relations.map((relation) => ({
      ...relation,
      userFindingId,
      id: newId(),
      ...createdBy(principal),
    })),
  );
  if (values.length === 0) return;
  await db
    .insertInto('findingRelation')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

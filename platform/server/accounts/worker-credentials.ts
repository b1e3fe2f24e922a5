import { type Kysely, type Selectable, sql } from 'kysely';
import type { AnyJobType, WorkerJobType } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { WorkerCredentialTable } from '../database/tables/accounts.ts';
import { hashToken, newToken } from './tokens.ts';

export type WorkerCredentialRow = Selectable<WorkerCredentialTable>;

interface NewWorkerCredential {
  readonly organizationId: string;
  readonly name: string;
  readonly jobTypes: readonly WorkerJobType[];
}

/**
 * Creates a credential with its token; the database stores only the hash of the token. Null when
 * another valid credential has the name. Call in a transaction.
 */
export async function createWorkerCredential(
  db: Kysely<Database>,
  { organizationId, name, jobTypes }: NewWorkerCredential,
): Promise<{ readonly id: string; readonly token: string } | null> {
  const id = newId();
  const inserted = await db
    .insertInto('workerCredential')
    .values({ id, organizationId, name, jobTypes: [...new Set(jobTypes)], revokedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return null;
  const token = newToken();
  await db
    .insertInto('sessionToken')
    .values({
      id,
      organizationId,
      tokenHash: hashToken(token),
      principal: 'worker',
      accountId: null,
      deviceId: null,
      expiresAt: null,
    })
    .execute();
  return { id, token };
}

/**
 * Revokes the valid credential with the name and deletes its token, so that the next call of the
 * worker gets 401. Null when no valid credential has the name.
 */
export async function revokeWorkerCredential(
  db: Kysely<Database>,
  organizationId: string,
  name: string,
): Promise<WorkerCredentialRow | null> {
  const row = await db
    .updateTable('workerCredential')
    .set({ revokedAt: sql<string>`clock_timestamp()` })
    .where('organizationId', '=', organizationId)
    .where('name', '=', name)
    .where('revokedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  await db
    .deleteFrom('sessionToken')
    .where('organizationId', '=', organizationId)
    .where('id', '=', row.id)
    .execute();
  return row;
}

/**
 * Selects the valid credentials of an organization with creation and last use of their tokens,
 * which are equal for an unused token.
 */
export function workerCredentialsOf(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('workerCredential as w')
    .innerJoin('sessionToken as t', (join) =>
      join.onRef('t.organizationId', '=', 'w.organizationId').onRef('t.id', '=', 'w.id'),
    )
    .select(['w.id', 'w.name', 'w.jobTypes', 't.createdAt', 't.lastUsedAt'])
    .where('w.organizationId', '=', organizationId)
    .where('w.revokedAt', 'is', null);
}

/** Returns the job types of a worker by the id of its token; none for a token without a credential. */
export async function jobTypesOfWorker(
  db: Kysely<Database>,
  { organizationId, tokenId }: { readonly organizationId: string; readonly tokenId: string },
): Promise<readonly AnyJobType[]> {
  const row = await workerCredentialsOf(db, organizationId)
    .where('w.id', '=', tokenId)
    .executeTakeFirst();
  return row?.jobTypes ?? [];
}

/** Returns whether a valid worker credential of the organization covers the job type. */
export async function hasWorkerFor(
  db: Kysely<Database>,
  organizationId: string,
  jobType: AnyJobType,
): Promise<boolean> {
  const row = await db
    .selectFrom('workerCredential')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`${jobType} = any(job_types)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

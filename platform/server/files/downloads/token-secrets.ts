import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';

const PURPOSE = 'download';
/** Advisory lock that serialises creation of the secret; arbitrary number. */
const SECRET_LOCK = 7_420_009;

export interface TokenSecret {
  readonly id: string;
  readonly secret: Buffer;
}

/**
 * Signing secrets of download tokens. Stored in a database table that the application role can't
 * read, so that every process of an installation accepts tokens of the others without a shared
 * file, and a new row rotates the secret. The newest secret signs; older secrets still verify.
 */
export class TokenSecrets {
  readonly #db: Kysely<Database>;
  #cached: readonly TokenSecret[] = [];

  /** @param db connected as the table owner */
  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async newest(): Promise<TokenSecret> {
    const [newest] = this.#cached.length > 0 ? this.#cached : await this.#load();
    return newest ?? this.#make();
  }

  async byId(id: string): Promise<TokenSecret | null> {
    const cached = this.#cached.find((token) => token.id === id);
    if (cached !== undefined) return cached;
    return (await this.#load()).find((token) => token.id === id) ?? null;
  }

  async #load(db: Kysely<Database> = this.#db): Promise<readonly TokenSecret[]> {
    this.#cached = await db
      .selectFrom('installationSecret')
      .select(['id', 'secret'])
      .where('purpose', '=', PURPOSE)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return this.#cached;
  }

  #make(): Promise<TokenSecret> {
    return this.#db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(${SECRET_LOCK})`.execute(db);
      const [existing] = await this.#load(db);
      if (existing !== undefined) return existing;
      const fresh = { id: newId(), secret: randomBytes(32) };
      await db
        .insertInto('installationSecret')
        .values({ ...fresh, purpose: PURPOSE })
        .execute();
      return fresh;
    });
  }
}

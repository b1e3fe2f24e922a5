import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';

const PURPOSE = 'download';
/** One at a time over all processes of a database; the number has no meaning. */
const SECRET_LOCK = 7_420_009;

export interface TokenSecret {
  readonly id: string;
  readonly secret: Buffer;
}

/**
 * The secrets that sign download tokens. They live in the database, in a table that the
 * application's role can't read: so every process of an installation opens what another one has
 * signed, no file has to be shared, and a new row is all that changing the secret takes. The newest
 * signs; older ones still open.
 */
export class TokenSecrets {
  readonly #db: Kysely<Database>;
  #known: readonly TokenSecret[] = [];

  /** @param db as the owner of the tables */
  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async newest(): Promise<TokenSecret> {
    const [newest] = this.#known.length > 0 ? this.#known : await this.#load();
    return newest ?? this.#make();
  }

  async byId(id: string): Promise<TokenSecret | null> {
    const known = this.#known.find((one) => one.id === id);
    if (known !== undefined) return known;
    return (await this.#load()).find((one) => one.id === id) ?? null;
  }

  async #load(db: Kysely<Database> = this.#db): Promise<readonly TokenSecret[]> {
    this.#known = await db
      .selectFrom('installationSecret')
      .select(['id', 'secret'])
      .where('purpose', '=', PURPOSE)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return this.#known;
  }

  #make(): Promise<TokenSecret> {
    return this.#db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(${SECRET_LOCK})`.execute(db);
      const [made] = await this.#load(db);
      if (made !== undefined) return made;
      const fresh = { id: newId(), secret: randomBytes(32) };
      await db
        .insertInto('installationSecret')
        .values({ ...fresh, purpose: PURPOSE })
        .execute();
      return fresh;
    });
  }
}

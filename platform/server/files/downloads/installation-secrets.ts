import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';

/** Advisory lock that serialises creation of the secret; arbitrary number. */
const SECRET_LOCK = 7_420_009;

export interface InstallationSecret {
  readonly id: string;
  readonly secret: Buffer;
}

/** What a secret is for: signing download tokens, or computing the pseudonyms of datasets. */
type SecretPurpose = 'download' | 'pseudonym';

/**
 * Secrets of one purpose, in a database table that the application role can't read. Through the
 * table all processes of an installation accept the same tokens and compute the same pseudonyms. A
 * new row replaces the secret: the newest secret signs, older secrets still verify.
 */
export class InstallationSecrets {
  readonly #db: Kysely<Database>;
  readonly #purpose: SecretPurpose;
  #cached: readonly InstallationSecret[] = [];

  /** @param db connected as the table owner */
  constructor(db: Kysely<Database>, purpose: SecretPurpose) {
    this.#db = db;
    this.#purpose = purpose;
  }

  /** Returns the current secret; creates the first one of the installation. */
  async newest(): Promise<InstallationSecret> {
    const [newest] = this.#cached.length > 0 ? this.#cached : await this.#load();
    return newest ?? this.#createFirst();
  }

  /** Returns null for an unknown id. */
  async byId(id: string): Promise<InstallationSecret | null> {
    const cached = this.#cached.find((secret) => secret.id === id);
    if (cached !== undefined) return cached;
    return (await this.#load()).find((secret) => secret.id === id) ?? null;
  }

  async #load(db: Kysely<Database> = this.#db): Promise<readonly InstallationSecret[]> {
    this.#cached = await db
      .selectFrom('installationSecret')
      .select(['id', 'secret'])
      .where('purpose', '=', this.#purpose)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return this.#cached;
  }

  #createFirst(): Promise<InstallationSecret> {
    return this.#db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(${SECRET_LOCK})`.execute(db);
      const [existing] = await this.#load(db);
      if (existing !== undefined) return existing;
      const created = { id: newId(), secret: randomBytes(32) };
      await db
        .insertInto('installationSecret')
        .values({ ...created, purpose: this.#purpose })
        .execute();
      return created;
    });
  }
}

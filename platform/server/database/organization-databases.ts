import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import * as z from 'zod';
import { idSchema } from '#contracts';
import type { Database } from './schema.ts';

/**
 * One pool of connections under the application's role, seen through one organization at a time.
 * Every statement runs in a transaction that names its organization, so row-level security shows
 * that one's rows alone, and the name ends with the transaction: nothing is left on a connection
 * for whoever uses it next (a pooler between us and the server changes nothing either).
 */
export class OrganizationDatabases {
  readonly #pool: pg.Pool;
  readonly #opened = new Map<string, Kysely<Database>>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** @throws ZodError on what is no id: it becomes part of a statement */
  of(organizationId: string): Kysely<Database> {
    const known = this.#opened.get(organizationId);
    if (known !== undefined) return known;
    const begin = beginIn(z.parse(idSchema, organizationId));
    const driver = () => new WalledDriver({ pool: async () => this.#pool }, begin);
    const db = new Kysely<Database>({
      dialect: {
        createDriver: driver,
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (inner) => new PostgresIntrospector(inner),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    });
    this.#opened.set(organizationId, db);
    return db;
  }

  async destroy(): Promise<void> {
    this.#opened.clear();
    await this.#pool.end();
  }
}

/** Begins and names the organization in one round trip; `settings` are words of SQL, or none. */
type Begin = (settings: string) => CompiledQuery;

function beginIn(organizationId: string): Begin {
  const name = `select set_config('clockface.organization', '${organizationId}', true)`;
  return (settings) => CompiledQuery.raw(`begin${settings}; ${name}`);
}

/** What the library's driver opens; it names the class only so. */
type InnerConnection = Parameters<PostgresDriver['releaseConnection']>[0];

class WalledDriver extends PostgresDriver {
  readonly #begin: Begin;

  constructor(config: ConstructorParameters<typeof PostgresDriver>[0], begin: Begin) {
    super(config);
    this.#begin = begin;
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const inner = await super.acquireConnection(...options);
    return new WalledConnection(inner as InnerConnection, this.#begin);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    await walled(connection).begin(`${level}${accessMode === undefined ? '' : ` ${accessMode}`}`);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    walled(connection).inTransaction = false;
    await super.commitTransaction(walled(connection).inner);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    walled(connection).inTransaction = false;
    await super.rollbackTransaction(walled(connection).inner);
  }

  override releaseConnection(connection: DatabaseConnection): Promise<void> {
    return super.releaseConnection(walled(connection).inner);
  }

  /** The pool belongs to all organizations. */
  override async destroy(): Promise<void> {}
}

function walled(connection: DatabaseConnection): WalledConnection {
  if (connection instanceof WalledConnection) return connection;
  throw new TypeError('This connection was opened by another driver');
}

/** A connection whose every statement names the organization, in a transaction or by one of its own. */
class WalledConnection implements DatabaseConnection {
  readonly inner: InnerConnection;
  readonly #begin: Begin;
  inTransaction = false;

  constructor(inner: InnerConnection, begin: Begin) {
    this.inner = inner;
    this.#begin = begin;
  }

  async begin(settings: string): Promise<void> {
    await this.inner.executeQuery(this.#begin(settings));
    this.inTransaction = true;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.inTransaction) return this.inner.executeQuery<R>(query);
    await this.inner.executeQuery(this.#begin(''));
    try {
      const result = await this.inner.executeQuery<R>(query);
      await this.inner.executeQuery(CompiledQuery.raw('commit'));
      return result;
    } catch (thrown) {
      // A connection that can't even do this is dead, and the pool throws it away.
      await this.inner.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
      throw thrown;
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows of an organization are read in pages, not as a stream');
  }
}

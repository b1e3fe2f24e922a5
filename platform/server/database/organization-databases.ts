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
 * Shares one connection pool under the application role between all tenants. Every statement runs
 * in a transaction that sets its organization, so that row-level security shows only that tenant's
 * rows. The setting ends with the transaction and never applies to the next user of the connection,
 * even behind an external pooler.
 */
export class OrganizationDatabases {
  readonly #pool: pg.Pool;
  readonly #opened = new Map<string, Kysely<Database>>();

  /** @throws TypeError when the pool does not pipeline statements */
  constructor(pool: pg.Pool) {
    if (pool.options.pipeline !== true) {
      throw new TypeError(
        'Each statement is sent together with begin and commit, so the pool must pipeline',
      );
    }
    this.#pool = pool;
  }

  /**
   * Returns the database of an organization.
   * @throws ZodError on an invalid id, because the id becomes part of a statement
   */
  of(organizationId: string): Kysely<Database> {
    const cached = this.#opened.get(organizationId);
    if (cached !== undefined) return cached;
    const begin = beginFor(z.parse(idSchema, organizationId));
    const driver = () => new TenantDriver({ pool: async () => this.#pool }, begin);
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

/**
 * Returns the query that starts a transaction and sets its organization. `settings` is appended to
 * `begin`, e.g. ' read only', or empty.
 */
type Begin = (settings: string) => CompiledQuery;

function beginFor(organizationId: string): Begin {
  const setOrganization = `select set_config('clockface.organization', '${organizationId}', true)`;
  return (settings) => CompiledQuery.raw(`begin${settings}; ${setOrganization}`);
}

/** Connection type of Kysely's PostgreSQL driver, which Kysely does not export. */
type InnerConnection = Parameters<PostgresDriver['releaseConnection']>[0];

class TenantDriver extends PostgresDriver {
  readonly #begin: Begin;

  constructor(config: ConstructorParameters<typeof PostgresDriver>[0], begin: Begin) {
    super(config);
    this.#begin = begin;
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const inner = await super.acquireConnection(...options);
    return new TenantConnection(inner as InnerConnection, this.#begin);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    asTenantConnection(connection).begin(
      `${level}${accessMode === undefined ? '' : ` ${accessMode}`}`,
    );
  }

  override commitTransaction(connection: DatabaseConnection): Promise<void> {
    return asTenantConnection(connection).commit();
  }

  override rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return asTenantConnection(connection).rollback();
  }

  override releaseConnection(connection: DatabaseConnection): Promise<void> {
    return super.releaseConnection(asTenantConnection(connection).inner);
  }

  /** Does nothing, because all organizations share the pool. */
  override async destroy(): Promise<void> {}
}

function asTenantConnection(connection: DatabaseConnection): TenantConnection {
  if (connection instanceof TenantConnection) return connection;
  throw new TypeError('This connection was opened by another driver');
}

const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/** Statements that `withCommit` has marked. */
const WITH_COMMIT: WeakSet<CompiledQuery> = new WeakSet();

/**
 * Marks a statement without a result. In a tenant transaction such a statement is sent together
 * with the commit and fails the commit on error; elsewhere it runs at once.
 */
export function withCommit(query: CompiledQuery): CompiledQuery {
  WITH_COMMIT.add(query);
  return query;
}

/**
 * Connection that runs every statement in a transaction of its organization. Sends `begin` together
 * with the first statement, and the statements of `withCommit` together with `commit`, because a
 * round trip takes longer than these statements.
 */
class TenantConnection implements DatabaseConnection {
  readonly inner: InnerConnection;
  readonly #begin: Begin;
  /** `begin`, until it is sent with the next statement; then empty. */
  #beforeNext: CompiledQuery[] = [];
  /** Statements that are sent with the commit. */
  #beforeCommit: CompiledQuery[] = [];
  #inTransaction = false;

  constructor(inner: InnerConnection, begin: Begin) {
    this.inner = inner;
    this.#begin = begin;
  }

  begin(settings: string): void {
    this.#beforeNext = [this.#begin(settings)];
    this.#beforeCommit = [];
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    this.#inTransaction = false;
    // While `begin` is unsent, the transaction has no statements and needs no commit.
    const isEmpty = this.#beforeNext.length > 0 && this.#beforeCommit.length === 0;
    const queries = [...this.#beforeNext.splice(0), ...this.#beforeCommit.splice(0), COMMIT];
    if (!isEmpty) assertCommitted(await this.#send(queries, queries.length - 1));
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false;
    this.#beforeCommit = [];
    const isBeginSent = this.#beforeNext.length === 0;
    this.#beforeNext = [];
    if (isBeginSent) await this.inner.executeQuery(ROLLBACK);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#inTransaction) return this.#send<R>([this.#begin(''), query, COMMIT], 1);
    if (WITH_COMMIT.has(query)) {
      this.#beforeCommit.push(query);
      return { rows: [] };
    }
    const queries = [...this.#beforeNext.splice(0), query];
    return this.#send<R>(queries, queries.length - 1);
  }

  /**
   * Sends all statements without waiting in between. Returns the result of the statement at
   * `resultIndex`; throws the first error.
   */
  async #send<R>(queries: readonly CompiledQuery[], resultIndex: number): Promise<QueryResult<R>> {
    const results = await Promise.allSettled(
      queries.map((query) => this.inner.executeQuery<R>(query)),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return (results[resultIndex] as PromiseFulfilledResult<QueryResult<R>>).value;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('A tenant connection does not stream; read the rows in pages');
  }
}

/**
 * Throws when the transaction was rolled back: after a failed statement PostgreSQL runs `commit` as
 * a rollback without an error, and only the command tag shows it.
 */
function assertCommitted({ rows }: QueryResult<unknown>): void {
  const [result] = rows as readonly { readonly command?: string }[];
  if (result?.command === 'ROLLBACK')
    throw new Error('The transaction was rolled back, not committed');
}

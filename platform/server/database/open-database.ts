import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '#foundation';
import { HealthCheckedPool } from './health-checked-pool.ts';
import { OrganizationDatabases } from './organization-databases.ts';
import type { Database } from './schema.ts';

/** PostgreSQL's type numbers (pg_type.dat) of what is read in another form than pg's own. */
const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

function checkedNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`);
  return value;
}

const readAs = new Map<number, (text: string) => unknown>([
  [INT8, checkedNumber],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
]);

const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : readAs.get(oid)) ??
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export interface OpenDatabaseOptions {
  readonly url: string;
  readonly logger: Logger;
  readonly maxConnections?: number;
}

/**
 * A pool of connections that heals by itself: a connection that dies is thrown away and the next
 * query opens another. A server that stops answering fails what waits for it within seconds.
 */
export function openDatabase(options: OpenDatabaseOptions): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: openPool(options) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** The same kind of pool under the application's role, seen through one organization at a time. */
export function openOrganizationDatabases(options: OpenDatabaseOptions): OrganizationDatabases {
  return new OrganizationDatabases(openPool(options, { pipeline: true }));
}

function openPool(options: OpenDatabaseOptions, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new HealthCheckedPool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    types: typeParsers,
    ...more,
  });
  const logConnectionLoss = (thrown: Error): void => {
    // A pool that ends does not wait for its sockets; the server's farewell is no loss.
    if (pool.ending) return;
    options.logger.log('warn', 'A database connection was lost', { reason: thrown.message });
  };
  // Without a listener the death of a connection would end the process: the pool listens for those
  // that rest, this for those that are at work (whose query fails as well).
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', logConnectionLoss));
  return pool;
}

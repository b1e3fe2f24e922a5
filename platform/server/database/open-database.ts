import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '#foundation';
import { HealthCheckedPool } from './health-checked-pool.ts';
import { OrganizationDatabases } from './organization-databases.ts';
import type { Database } from './schema.ts';

/** OIDs of the PostgreSQL types (pg_type.dat) that are not read with pg's default parsers. */
const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

function checkedNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`);
  return value;
}

const parsersByOid = new Map<number, (text: string) => unknown>([
  [INT8, checkedNumber],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
]);

const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsersByOid.get(oid)) ??
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export interface OpenDatabaseOptions {
  readonly url: string;
  readonly logger: Logger;
  readonly maxConnections?: number;
}

/**
 * Opens a pool that recovers from lost connections: the next query opens a new connection. Queries
 * fail within seconds when the server stops responding.
 */
export function openDatabase(options: OpenDatabaseOptions): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: openPool(options) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** Opens a pool under the application role, from which each organization gets its own `Kysely`. */
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
    // Ignores errors while the pool ends, because its sockets may then close at any time.
    if (pool.ending) return;
    options.logger.log('warn', 'A database connection was lost', { reason: thrown.message });
  };
  // Node ends the process on an error event without a listener. The pool emits errors of idle
  // connections; a client emits errors also while busy, when its query fails as well.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', logConnectionLoss));
  return pool;
}

import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { EXTENSION_API_VERSION, routes, type SystemInfo } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { RouteDeps, ServerDeps } from '../../http/server-deps.ts';
import { PRODUCT_VERSION } from '../../site/product-version.ts';
import type { Site } from '../../site/site.ts';
import { timeZoneOf } from '../../site/time-zone.ts';
import type { Health } from './health.ts';

/**
 * Registers the server status route for administrators. Returns titles and numbers, no secrets or
 * paths.
 */
export function registerSystemInfoRoute(
  server: FastifyInstance,
  deps: RouteDeps & Pick<ServerDeps, 'clock' | 'dataFolder'>,
  health: Health,
): void {
  const startedAt = new Date(deps.clock.now()).toISOString();
  bindRoute(server, deps, routes.systemInfo, async ({ db }): Promise<SystemInfo> => {
    const { site } = deps;
    return {
      version: PRODUCT_VERSION,
      extensionApiVersion: EXTENSION_API_VERSION,
      runtime: `Node ${process.version}`,
      platform: `${process.platform} ${process.arch}`,
      startedAt,
      uptimeSeconds: Math.max(0, Math.round((deps.clock.now() - Date.parse(startedAt)) / 1000)),
      timeZone: timeZoneOf(site.config),
      ...(await health.report()),
      database: await databaseInfo(deps.db),
      store: { ...(await storedFiles(db)), ...(await diskInfo(deps.dataFolder)) },
      extensions: extensionsOf(site),
      problems: site.problems.map(({ title }) => title),
    };
  });
}

/**
 * Reads as the owner role, because the application's role sees neither migrations nor rows of other
 * tenants.
 */
async function databaseInfo(db: Kysely<Database>): Promise<SystemInfo['database']> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes`.execute(db);
  const applied = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return {
    version: `PostgreSQL ${rows[0]?.version ?? 'unknown'}`,
    sizeBytes: rows[0]?.bytes ?? 0,
    migrations: applied.rows.map(({ name }) => name),
  };
}

/** Counts the stored files of the caller's organization: scan files and attachments together. */
async function storedFiles(db: Kysely<Database>) {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*) as files, coalesce(sum(byte_length), 0)::bigint as bytes from (
      select byte_length from scan_file where storage_path is not null
      union all
      select byte_length from patient_attachment_file where storage_path is not null
    ) as stored`.execute(db);
  return { files: rows[0]?.files ?? 0, bytes: rows[0]?.bytes ?? 0 };
}

async function diskInfo(dataFolder: string) {
  try {
    const disk = await statfs(dataFolder);
    return { freeBytes: disk.bavail * disk.bsize, diskBytes: disk.blocks * disk.bsize };
  } catch {
    // Some file systems do not report free space; the other values are still returned.
    return { freeBytes: null, diskBytes: null };
  }
}

function extensionsOf(site: Site): SystemInfo['extensions'] {
  const builtIn = site.extensions.map(({ manifest, enabled }) => ({
    id: manifest.id,
    title: manifest.title,
    version: manifest.version,
    enabled,
    thirdParty: false,
  }));
  const thirdParty = site.thirdParty.map(({ manifest }) => ({
    id: manifest.id,
    title: manifest.title,
    version: manifest.version,
    enabled: true,
    thirdParty: true,
  }));
  return [...builtIn, ...thirdParty];
}

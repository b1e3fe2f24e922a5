import { spawn } from 'node:child_process';
import autocannon from 'autocannon';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../platform/server/database/schema.ts';
import { listPatients } from '../../../platform/server/records/patients/patient-list.ts';
import { type Contestant, cpuMsOf, pin, runContest } from '../support/contest.ts';
import { type Figure, round } from '../support/figure.ts';
import {
  addPatients,
  SERVER_CORE,
  type ServedTenant,
  settle,
  startServedTenant,
} from '../support/served-tenant.ts';

const PATIENTS = 1_000;
const CONNECTIONS = 10;
const SECONDS = 3;

/**
 * Measures a page of 50 of a thousand patients, against Fastify with the same statements written by
 * hand.
 */
export async function list(): Promise<readonly Figure[]> {
  await using served = await startServedTenant();
  await addPatients(served, PATIENTS);
  await settle(served.db);
  const token = served.tenant.tokenOf('PHYSICIAN');
  await using raw = await startRawServer(served);
  const p99: Record<string, number[]> = { Clockface: [], 'raw Fastify': [] };
  const cpuMs: Record<string, number[]> = { Clockface: [], 'raw Fastify': [] };
  const contestantOf = (name: string, url: string, pid: number): Contestant => ({
    name,
    async measure() {
      const headers = { 'x-api-key': served.server.apiKey, authorization: `Bearer ${token}` };
      const startCpuMs = cpuMsOf(pid);
      const result = await autocannon({
        url,
        headers,
        connections: CONNECTIONS,
        duration: SECONDS,
      });
      if (result.non2xx + result.errors > 0) throw new Error(`${name}: ${result.non2xx} rejected`);
      p99[name]?.push(result.latency.p99);
      cpuMs[name]?.push(round((cpuMsOf(pid) - startCpuMs) / result['2xx']));
      return result['2xx'] / result.duration;
    },
  });
  const figure = await runContest({
    name: 'list',
    target: '≥ 0.7',
    unit: 'times the calls per second of raw Fastify with the same statements',
    product: contestantOf('Clockface', `${served.server.url}/api/patients`, served.server.pid),
    other: contestantOf('raw Fastify', raw.url, raw.pid),
    more: () => ({ p99Ms: p99, cpuMsPerCall: cpuMs, patients: PATIENTS, connections: CONNECTIONS }),
  });
  return [figure];
}

/** Returns the statements that the product sends for this page, word for word. */
async function statementsOf({ appUrl, tenant }: ServedTenant) {
  const pool = new pg.Pool({ connectionString: appUrl, max: 1 });
  const sent: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log({ query }) {
      sent.push({ sql: query.sql, parameters: query.parameters });
    },
  });
  const query = { sort: 'createdAt', direction: 'desc', limit: 50, _keywords: '' } as const;
  await listPatients(db, tenant, query);
  await db.destroy();
  return sent;
}

async function startRawServer(
  served: ServedTenant,
): Promise<AsyncDisposable & { url: string; pid: number }> {
  const child = spawn(process.execPath, [new URL('./raw-server.ts', import.meta.url).pathname], {
    env: {
      ...process.env,
      RAW_OWNER_URL: served.ownerUrl,
      RAW_APP_URL: served.appUrl,
      RAW_API_KEY: served.server.apiKey,
      RAW_STATEMENTS: JSON.stringify(await statementsOf(served)),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The raw server ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /http:\S+/.exec(chunk.toString())?.[0];
      if (url !== undefined) resolve(url);
    });
  });
  pin(child.pid ?? 0, SERVER_CORE);
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
      child.kill('SIGTERM');
      await exited;
    },
  };
}

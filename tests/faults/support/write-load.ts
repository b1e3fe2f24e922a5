import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Patient } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../../platform/server/database/schema.ts';
import { aPatient } from '../../api/support/records.ts';
import type { TestServer } from '../../api/support/start-test-server.ts';
import { sha256 } from './data-plane.ts';
import type { Ledger } from './ledger.ts';

export interface WriteTarget {
  readonly server: Pick<TestServer, 'url' | 'apiKey'>;
  readonly token: string;
}

/**
 * Creates patients with several concurrent clients until stopped, each with its own
 * Idempotency-Key.
 */
export interface WriteLoad {
  /**
   * Number of failed attempts by status of the response; status 0 means no response (server
   * down or timeout of the client).
   */
  readonly rejections: ReadonlyMap<number, number>;
  readonly created: number;
  /** Duration in ms of the slowest response of any status; calls without response do not count. */
  readonly slowestMs: number;
  /** Responses with 503 that lack Retry-After. */
  readonly withoutRetryAfter: number;
  stop(): Promise<void>;
}

/** Time after which a client gives up waiting and retries. */
const TIMEOUT_MS = 15_000;

const hashOf = (lastName: string): string => sha256(Buffer.from(lastName));

/**
 * Repeats each call with its key until it is acknowledged. Every fifth client disconnects after 2
 * to 22 ms in its first three attempts. Reads `target` for each attempt, because a restarted
 * server has another address.
 */
export function startWrites(
  target: () => WriteTarget | null,
  ledger: Ledger,
  writers = 5,
): WriteLoad {
  const rejections = new Map<number, number>();
  const load = { created: 0, slowestMs: 0, withoutRetryAfter: 0, stopping: false };
  const writer = async (writerIdx: number): Promise<void> => {
    while (!load.stopping) {
      const key = newId();
      for (let attempt = 0; !load.stopping; attempt += 1) {
        const isImpatient = writerIdx % 5 === 4 && attempt < 3;
        const timeoutMs = isImpatient ? 2 + Math.random() * 20 : TIMEOUT_MS;
        const response = await createPatient(target(), key, timeoutMs);
        if (response.status !== 0) load.slowestMs = Math.max(load.slowestMs, response.elapsedMs);
        if (response.status === 200) {
          ledger.acknowledged({ id: response.id, sha256: hashOf(key) });
          load.created += 1;
          break;
        }
        if (response.status === 503 && !response.retryAfter) load.withoutRetryAfter += 1;
        rejections.set(response.status, (rejections.get(response.status) ?? 0) + 1);
        await sleep(response.status === 0 ? 5 : 50);
      }
    }
  };
  const running = Array.from({ length: writers }, (_, writerIdx) => writer(writerIdx));
  return {
    rejections,
    get created() {
      return load.created;
    },
    get slowestMs() {
      return load.slowestMs;
    },
    get withoutRetryAfter() {
      return load.withoutRetryAfter;
    },
    async stop() {
      load.stopping = true;
      await Promise.all(running);
    },
  };
}

async function createPatient(target: WriteTarget | null, key: string, timeoutMs: number) {
  const startMs = performance.now();
  const noResponse = { status: 0, id: '', retryAfter: false, elapsedMs: 0 };
  if (target === null) return noResponse;
  try {
    const response = await fetch(`${target.server.url}/api/patients`, {
      method: 'POST',
      headers: {
        'x-api-key': target.server.apiKey,
        authorization: `Bearer ${target.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(aPatient({ firstName: null, lastName: key })),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = (await response.json()) as Partial<Patient>;
    return {
      status: response.status,
      id: body.id ?? '',
      retryAfter: response.headers.has('retry-after'),
      elapsedMs: performance.now() - startMs,
    };
  } catch {
    // Connection lost or timed out, which is the purpose of this load.
    return noResponse;
  }
}

/**
 * Returns what is wrong with the patients of a load; empty when every acknowledged patient is
 * stored unchanged and once, with exactly one audit row each.
 */
export async function patientProblems(db: Kysely<Database>, ledger: Ledger): Promise<string[]> {
  // Reads the ledger first, so that patients acknowledged during the check do not count as lost.
  const acknowledged = ledger.entries();
  const { rows } = await sql<{ id: string; lastName: string; audits: number }>`
    with audited as (
      select organization_id, subject ->> 'id' as id, count(*)::int as times from audit
      where act = 'createPatient' and outcome = 'done' group by 1, 2)
    select p.id, p.last_name as "lastName", coalesce(audited.times, 0) as audits
    from patient p
    left join audited on audited.organization_id = p.organization_id and audited.id = p.id::text
    where p.first_name is null`.execute(db);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const problems = acknowledged
    .filter(({ id, sha256: expected }) => hashOf(rowsById.get(id)?.lastName ?? '') !== expected)
    .map(({ id }) => `${id} was acknowledged and is lost or changed`);
  const names = new Set<string>();
  for (const { id, lastName, audits } of rows) {
    if (names.has(lastName)) problems.push(`${id} is stored twice`);
    if (audits !== 1) problems.push(`${id} has ${audits} audit entries`);
    names.add(lastName);
  }
  const { rows: orphanedAudits } = await sql<{ id: string }>`
    select a.subject ->> 'id' as id from audit a
    left join patient p
      on p.organization_id = a.organization_id and p.id::text = a.subject ->> 'id'
    where a.act = 'createPatient' and a.outcome = 'done' and p.id is null`.execute(db);
  return [
    ...problems,
    ...orphanedAudits.map(({ id }) => `${id} has an audit entry but is not stored`),
  ];
}

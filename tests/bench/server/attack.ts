import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { headersOf } from '../../faults/support/calls.ts';
import { insertTenant } from '../../faults/support/data-plane.ts';
import { cpuMsOf } from '../support/contest.ts';
import { type Figure, machine, median, quantile, quartiles, round } from '../support/figure.ts';
import { type ServedTenant, settle, startServedTenant } from '../support/served-tenant.ts';
import type { AttackRequest, Tally } from './attacker.ts';
import { attacksOf } from './attacks.ts';

const ROUNDS = 3;
const PATIENTS = 1_000;
const SCANS = 200;
const SECONDS = 6;
const READS_PER_SECOND = 100;
/** The limit of a real site. */
const CALLS_PER_TEN_SECONDS = 5_000;

/**
 * Measures the response time of one tenant's ordinary reads while a session of another tenant
 * attacks, against the same reads without an attack. Each attack is between two quiet turns; the
 * difference between quiet turns is the noise.
 */
export async function attack(): Promise<readonly Figure[]> {
  await using served = await startServedTenant(CALLS_PER_TEN_SECONDS);
  const request = await prepare(served);
  const read = await readerOf(served);
  await read();
  const quiet: number[][] = [];
  const results: { turns: Turn[]; ratios: number[] }[] = request.attacks.map(() => ({
    turns: [],
    ratios: [],
  }));
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const rest = [await read()];
    for (const [at, one] of request.attacks.entries()) {
      const attacked = await during({ ...request, attack: one }, served.server.pid, read);
      rest.push(await read());
      const quietP99Ms = ((rest.at(-2) ?? 0) + (rest.at(-1) ?? 0)) / 2;
      results[at]?.turns.push(attacked);
      results[at]?.ratios.push(attacked.p99Ms / quietP99Ms);
    }
    quiet.push(rest);
  }
  const noise = quiet.flatMap((rest) =>
    rest.slice(1).map((p99Ms, at) => p99Ms / (rest[at] ?? Number.NaN)),
  );
  return request.attacks.map(({ name, connections, dripping }, at) => {
    const { turns = [], ratios = [] } = results[at] ?? {};
    return {
      name: `attack/${name}`,
      figure: round(median(ratios)),
      target: '≤ 2',
      unit: 'times the p99 of the same reads without the attack',
      against: {
        what: 'rounds without attack before and after',
        p99Ms: round(median(quiet.flat())),
      },
      runs: ROUNDS,
      spread: quartiles(ratios),
      machine: machine(),
      more: {
        turns,
        connections,
        dripping,
        seconds: SECONDS,
        readsASecond: READS_PER_SECOND,
        noise: {
          what: 'a round without attack against the previous one',
          figure: round(median(noise)),
          spread: quartiles(noise),
        },
      },
    };
  });
}

/** Creates the patients of the reader, and the session and scans of the attacker. */
async function prepare({ db, server, tenant }: ServedTenant) {
  const { organizationId } = tenant;
  await sql`
    with inserted as (
      insert into patient (organization_id, id, code, first_name, last_name, birth_date, sex)
      select ${organizationId}, gen_random_uuid(), 'P' || n, 'Ann', 'Example ' || n,
        date '1950-01-01' + n, 'FEMALE' from generate_series(1, ${PATIENTS}::int) n
      returning organization_id, id)
    insert into study (organization_id, id, patient_id)
    select organization_id, gen_random_uuid(), id from inserted`.execute(db);
  const hostile = await insertTenant(db);
  const scanIds: string[] = [];
  for (let at = 0; at < SCANS; at += 1) scanIds.push(await hostile.addScan());
  await settle(db);
  const headers = { ...headersOf(hostile.tokenOf('OPERATOR')), 'x-api-key': server.apiKey };
  return { attacks: attacksOf(scanIds), url: server.url, headers };
}

/**
 * Requests ordinary lists and pages at a steady rate.
 * @returns p99 in ms
 */
async function readerOf({ server, tenant }: ServedTenant): Promise<() => Promise<number>> {
  const headers = { ...headersOf(tenant.tokenOf('PHYSICIAN')), 'x-api-key': server.apiKey };
  const { patientId, studyId } = tenant;
  const paths = ['/patients', `/patients/${patientId}`, '/studies', `/studies/${studyId}`];
  const timedRead = async (path: string, dueMs: number): Promise<number> => {
    const response = await fetch(`${server.url}/api${path}`, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: status ${response.status}`);
    // Measured from the due time, to include the wait for the previous request.
    return performance.now() - dueMs;
  };
  return async () => {
    const startMs = performance.now();
    const reads: Promise<number>[] = [];
    for (let nth = 0; nth < SECONDS * READS_PER_SECOND; nth += 1) {
      const dueMs = startMs + (nth * 1_000) / READS_PER_SECOND;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      reads.push(
        timedRead(paths[nth % paths.length] ?? '', Math.max(dueMs, performance.now() - 1)),
      );
    }
    return quantile(await Promise.all(reads), 0.99);
  };
}

/** Results of the reads in a turn. */
interface Turn {
  readonly p99Ms: number;
  /** Processor time of the server as a share of one core; hardly affected by other programs. */
  readonly serverCpu: number;
  /** Responses to the attacker. */
  readonly responses: Tally;
}

async function during(
  request: AttackRequest,
  pid: number,
  read: () => Promise<number>,
): Promise<Turn> {
  const child = fork(new URL('./attacker.ts', import.meta.url));
  child.send(request);
  await once(child, 'message');
  const [startMs, cpuMs] = [performance.now(), cpuMsOf(pid)];
  const p99Ms = round(await read());
  const serverCpu = round((cpuMsOf(pid) - cpuMs) / (performance.now() - startMs));
  const reply = once(child, 'message');
  child.send('end');
  const [responses] = (await reply) as [Tally];
  return { p99Ms, serverCpu, responses };
}

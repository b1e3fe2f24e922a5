import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { headersOf } from '../../faults/support/calls.ts';
import { insertTenant } from '../../faults/support/data-plane.ts';
import { cpuMsOf } from '../support/contest.ts';
import { type Figure, machine, median, quantile, quartiles, round } from '../support/figure.ts';
import {
  addPatients,
  type ServedTenant,
  settle,
  startServedTenant,
} from '../support/served-tenant.ts';
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
  const read = createReader(served);
  await read();
  const quiet: number[][] = [];
  const results: { turns: Turn[]; ratios: number[] }[] = request.attacks.map(() => ({
    turns: [],
    ratios: [],
  }));
  for (let roundIdx = 0; roundIdx < ROUNDS; roundIdx += 1) {
    const quietP99sMs = [await read()];
    for (const [i, attack] of request.attacks.entries()) {
      const attacked = await readDuring({ ...request, attack }, served.server.pid, read);
      quietP99sMs.push(await read());
      const quietP99Ms = ((quietP99sMs.at(-2) ?? 0) + (quietP99sMs.at(-1) ?? 0)) / 2;
      results[i]?.turns.push(attacked);
      results[i]?.ratios.push(attacked.p99Ms / quietP99Ms);
    }
    quiet.push(quietP99sMs);
  }
  const noise = quiet.flatMap((p99sMs) =>
    p99sMs.slice(1).map((p99Ms, i) => p99Ms / (p99sMs[i] ?? Number.NaN)),
  );
  return request.attacks.map(({ name, connections, dripping }, i) => {
    const { turns = [], ratios = [] } = results[i] ?? {};
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
async function prepare(served: ServedTenant) {
  const { db, server } = served;
  await addPatients(served, PATIENTS);
  const hostile = await insertTenant(db);
  const scanIds: string[] = [];
  for (let i = 0; i < SCANS; i += 1) scanIds.push(await hostile.addScan());
  await settle(db);
  const headers = { ...headersOf(hostile.tokenOf('OPERATOR')), 'x-api-key': server.apiKey };
  return { attacks: attacksOf(scanIds), url: server.url, headers };
}

/**
 * Returns a function that requests ordinary lists and pages at a steady rate and returns the p99 of
 * their response times in ms.
 */
function createReader({ server, tenant }: ServedTenant): () => Promise<number> {
  const headers = { ...headersOf(tenant.tokenOf('PHYSICIAN')), 'x-api-key': server.apiKey };
  const { patientId, studyId } = tenant;
  const paths = ['/patients', `/patients/${patientId}`, '/studies', `/studies/${studyId}`];
  const timedRead = async (path: string, startMs: number): Promise<number> => {
    const response = await fetch(`${server.url}/api${path}`, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: status ${response.status}`);
    return performance.now() - startMs;
  };
  return async () => {
    const startMs = performance.now();
    const reads: Promise<number>[] = [];
    for (let nth = 0; nth < SECONDS * READS_PER_SECOND; nth += 1) {
      const dueMs = startMs + (nth * 1_000) / READS_PER_SECOND;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      // A delay of this process of more than 1 ms does not count.
      const countedFromMs = Math.max(dueMs, performance.now() - 1);
      reads.push(timedRead(paths[nth % paths.length] ?? '', countedFromMs));
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

/** Measures the reads while another process attacks. */
async function readDuring(
  request: AttackRequest,
  pid: number,
  read: () => Promise<number>,
): Promise<Turn> {
  const child = fork(new URL('./attacker.ts', import.meta.url));
  child.send(request);
  await once(child, 'message');
  const startMs = performance.now();
  const startCpuMs = cpuMsOf(pid);
  const p99Ms = round(await read());
  const serverCpu = round((cpuMsOf(pid) - startCpuMs) / (performance.now() - startMs));
  const reply = once(child, 'message');
  child.send('end');
  const [responses] = (await reply) as [Tally];
  return { p99Ms, serverCpu, responses };
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Figure, machine, median, quartiles, round } from './figure.ts';

export const ROUNDS = 7;

/** Something whose throughput is measured: more is better. */
export interface Contestant {
  readonly name: string;
  /** Does the work for a few seconds. @returns acts a second */
  measure(): Promise<number>;
}

export interface Contest {
  readonly name: string;
  readonly target: string;
  readonly unit: string;
  readonly product: Contestant;
  readonly other: Contestant;
  /** Asked at the end: what else helps to judge the figure. */
  more?(): Readonly<Record<string, unknown>>;
}

/**
 * Ours against the other, and the other against itself for the noise, in turning order so that what
 * the machine does besides falls on all alike.
 */
export async function runContest(contest: Contest): Promise<Figure> {
  const { product, other } = contest;
  const turns = [product, other, other];
  // Once beforehand: compiled code and warm caches for both.
  for (const one of [product, other]) await one.measure();
  const rates: number[][] = [[], [], []];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (let step = 0; step < turns.length; step += 1) {
      const at = (turn + step) % turns.length;
      rates[at]?.push(await (turns[at] as Contestant).measure());
    }
  }
  const [productRates = [], peerRates = [], again = []] = rates;
  const ratios = productRates.map((rate, at) => rate / (peerRates[at] ?? Number.NaN));
  const noise = again.map((rate, at) => rate / (peerRates[at] ?? Number.NaN));
  return {
    name: contest.name,
    figure: round(median(ratios)),
    unit: contest.unit,
    target: contest.target,
    against: { what: other.name, perSecond: Math.round(median(peerRates)) },
    runs: ROUNDS,
    spread: quartiles(ratios),
    machine: machine(),
    more: {
      perSecond: Math.round(median(productRates)),
      noise: {
        what: `${other.name} against itself`,
        figure: round(median(noise)),
        spread: quartiles(noise),
      },
      ...contest.more?.(),
    },
  };
}

/** Keeps a process with all its threads on one core, where the system can. */
export function pin(pid: number, core: number): void {
  spawnSync('taskset', ['-acp', String(core), String(pid)]);
}

/** Processor time of a process and its threads so far, where the system tells; in milliseconds. */
export function cpuMsOf(pid: number): number {
  try {
    const after = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // utime and stime in ticks of 10 ms (proc(5)).
    return (Number(after[11]) + Number(after[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

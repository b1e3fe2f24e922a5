import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Figure, machine, median, quartiles, round } from './figure.ts';

export const ROUNDS = 7;

/** A contestant whose throughput is measured: more is better. */
export interface Contestant {
  readonly name: string;
  /**
   * Works for a few seconds.
   * @returns actions per second
   */
  measure(): Promise<number>;
}

export interface Contest {
  readonly name: string;
  readonly target: string;
  readonly unit: string;
  readonly product: Contestant;
  readonly other: Contestant;
  /** Returns additional values for the figure, called at the end. */
  more?(): Readonly<Record<string, unknown>>;
}

/**
 * Compares the product with the other contestant, and the other with itself for the noise, in
 * rotating order to spread other load on the machine evenly.
 */
export async function runContest(contest: Contest): Promise<Figure> {
  const { product, other } = contest;
  const turns = [product, other, other];
  // Warm-up: compiled code and warm caches for both.
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

/** Pins a process with all its threads to one core, if the system supports this. */
export function pin(pid: number, core: number): void {
  spawnSync('taskset', ['-acp', String(core), String(pid)]);
}

/**
 * Returns the processor time of a process and its threads so far in ms, if the system reports it.
 */
export function cpuMsOf(pid: number): number {
  try {
    const after = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // utime and stime in ticks of 10 ms (proc(5)).
    return (Number(after[11]) + Number(after[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

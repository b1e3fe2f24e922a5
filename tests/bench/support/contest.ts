import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Figure, machine, median, quartiles, round } from './figure.ts';

export const ROUNDS = 7;

/** A program whose throughput is measured. */
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
 * Compares the product with the other contestant, and the other with itself for the noise. The
 * order rotates, so that other load on the machine affects all turns equally.
 */
export async function runContest(contest: Contest): Promise<Figure> {
  const { product, other } = contest;
  const turns = [product, other, other];
  // Warm-up: compiled code and warm caches for both.
  for (const contestant of [product, other]) await contestant.measure();
  const rates: number[][] = [[], [], []];
  for (let roundIdx = 0; roundIdx < ROUNDS; roundIdx += 1) {
    for (let step = 0; step < turns.length; step += 1) {
      const turnIdx = (roundIdx + step) % turns.length;
      rates[turnIdx]?.push(await (turns[turnIdx] as Contestant).measure());
    }
  }
  const [productRates = [], peerRates = [], again = []] = rates;
  const ratios = productRates.map((rate, i) => rate / (peerRates[i] ?? Number.NaN));
  const noise = again.map((rate, i) => rate / (peerRates[i] ?? Number.NaN));
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
 * Returns the processor time that a process and its threads have used, in ms; NaN where /proc does
 * not exist.
 */
export function cpuMsOf(pid: number): number {
  try {
    // The fields after the name of the process, which is in parentheses (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // utime and stime in ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

import { type Figure, machine, median, quartiles, round } from '../support/figure.ts';
import {
  type BareOpening,
  loadOfMachine,
  type Opening,
  openBare,
  openReading,
  startReadingBench,
} from './reading-bench.ts';

const ROUNDS = 7;

interface Times {
  readonly ours: readonly Opening[];
  readonly bare: readonly BareOpening[];
  /** The bare page once more, as noise. */
  readonly again: readonly BareOpening[];
}

/**
 * From the navigation to four painted planes of a volume of 512 × 512 × 384, against a page that
 * fetches it raw and paints a bare WebGL 2 4-up; by turns, in one browser that knows both scripts.
 */
export async function openings(): Promise<Times> {
  await using bench = await startReadingBench();
  const [ours, bare, again] = [[], [], []] as [Opening[], BareOpening[], BareOpening[]];
  const acts = [
    async () => ours.push(await openReading(bench)),
    async () => bare.push(await openBare(bench)),
    async () => again.push(await openBare(bench)),
  ];
  // Once beforehand: caches of scripts, and the store's check of the file.
  for (const act of acts) await act();
  for (const list of [ours, bare, again]) list.length = 0;
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (let step = 0; step < acts.length; step += 1) await acts[(turn + step) % acts.length]?.();
  }
  return { ours, bare, again };
}

/** One figure of pairs of times. */
export function ratioFigure(
  given: { name: string; target: string; what: string; unit: string },
  mine: readonly number[],
  theirs: readonly number[],
  more: Readonly<Record<string, unknown>>,
): Figure {
  const ratios = mine.map((ms, at) => ms / (theirs[at] ?? Number.NaN));
  return {
    name: given.name,
    target: given.target,
    unit: given.unit,
    figure: round(median(ratios)),
    against: { what: given.what, ms: round(median(theirs)) },
    runs: mine.length,
    spread: quartiles(ratios),
    machine: machine(),
    more: { ms: round(median(mine)), loadOfMachine: loadOfMachine(), ...more },
  };
}

export async function firstSlice(): Promise<readonly Figure[]> {
  const { ours, bare, again } = await openings();
  const bareMs = bare.map(({ paintedMs }) => paintedMs);
  const noise = again.map(({ paintedMs }, at) => paintedMs / (bareMs[at] ?? Number.NaN));
  const figureOf = (name: string, target: string, pick: (one: Opening) => number): Figure =>
    ratioFigure(
      { name, target, unit: 'of its time', what: 'a page that fetches and paints a bare 4-up' },
      ours.map(pick),
      bareMs,
      {
        noise: { figure: round(median(noise)), spread: quartiles(noise) },
        ownViewsCompleteMs: round(median(ours.map(({ ownMs }) => ownMs))),
      },
    );
  return [
    figureOf('first-slice/coarse', '≤ 0.6', ({ firstMs }) => firstMs),
    figureOf('first-slice/full', '≤ 1.5', ({ completeMs }) => completeMs),
  ];
}

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
  readonly product: readonly Opening[];
  readonly bare: readonly BareOpening[];
  /** Second measurement of the bare page, for the noise. */
  readonly again: readonly BareOpening[];
}

/**
 * Measures the time from navigation to four painted planes of a volume of 512 × 512 × 384, against
 * a page that fetches the raw volume and paints a bare WebGL 2 4-up; in turns, in a browser with
 * both scripts cached.
 */
export async function openings(): Promise<Times> {
  await using bench = await startReadingBench();
  const [product, bare, again] = [[], [], []] as [Opening[], BareOpening[], BareOpening[]];
  const measures = [
    async () => product.push(await openReading(bench)),
    async () => bare.push(await openBare(bench)),
    async () => again.push(await openBare(bench)),
  ];
  // Warms up the script caches and the store's check of the file.
  for (const measure of measures) await measure();
  for (const list of [product, bare, again]) list.length = 0;
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (let step = 0; step < measures.length; step += 1)
      await measures[(turn + step) % measures.length]?.();
  }
  return { product, bare, again };
}

/** Returns a figure from pairs of times. */
export function ratioFigure(
  labels: { name: string; target: string; what: string; unit: string },
  productMs: readonly number[],
  peerMs: readonly number[],
  more: Readonly<Record<string, unknown>>,
): Figure {
  const ratios = productMs.map((ms, at) => ms / (peerMs[at] ?? Number.NaN));
  return {
    name: labels.name,
    target: labels.target,
    unit: labels.unit,
    figure: round(median(ratios)),
    against: { what: labels.what, ms: round(median(peerMs)) },
    runs: productMs.length,
    spread: quartiles(ratios),
    machine: machine(),
    more: { ms: round(median(productMs)), loadOfMachine: loadOfMachine(), ...more },
  };
}

export async function firstSlice(): Promise<readonly Figure[]> {
  const { product, bare, again } = await openings();
  const bareMs = bare.map(({ paintedMs }) => paintedMs);
  const noise = again.map(({ paintedMs }, at) => paintedMs / (bareMs[at] ?? Number.NaN));
  const figureOf = (name: string, target: string, pick: (opening: Opening) => number): Figure =>
    ratioFigure(
      {
        name,
        target,
        unit: 'times the time of the peer',
        what: 'a page that fetches and paints a bare 4-up',
      },
      product.map(pick),
      bareMs,
      {
        noise: { figure: round(median(noise)), spread: quartiles(noise) },
        ownViewsCompleteMs: round(median(product.map(({ ownMs }) => ownMs))),
      },
    );
  return [
    figureOf('first-slice/coarse', '≤ 0.6', ({ firstMs }) => firstMs),
    figureOf('first-slice/full', '≤ 1.5', ({ completeMs }) => completeMs),
  ];
}

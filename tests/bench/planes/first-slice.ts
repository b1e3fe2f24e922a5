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
 * a bare page that fetches the raw volume and paints four planes with WebGL 2. The pages take turns
 * in a browser that has cached the scripts of both.
 */
export async function measureOpenings(): Promise<Times> {
  await using bench = await startReadingBench();
  const product: Opening[] = [];
  const bare: BareOpening[] = [];
  const again: BareOpening[] = [];
  const measures = [
    async () => product.push(await openReading(bench)),
    async () => bare.push(await openBare(bench)),
    async () => again.push(await openBare(bench)),
  ];
  // Warms up the script caches and the store's check of the file.
  for (const measure of measures) await measure();
  for (const list of [product, bare, again]) list.length = 0;
  for (let roundIdx = 0; roundIdx < ROUNDS; roundIdx += 1) {
    for (let step = 0; step < measures.length; step += 1)
      await measures[(roundIdx + step) % measures.length]?.();
  }
  return { product, bare, again };
}

/** Returns the figure of the ratios of product to peer; times of the same index are compared. */
export function ratioFigure(
  labels: { name: string; target: string; what: string; unit: string },
  productMs: readonly number[],
  peerMs: readonly number[],
  more: Readonly<Record<string, unknown>>,
): Figure {
  const ratios = productMs.map((ms, i) => ms / (peerMs[i] ?? Number.NaN));
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
  const { product, bare, again } = await measureOpenings();
  const bareMs = bare.map(({ paintedMs }) => paintedMs);
  const noise = again.map(({ paintedMs }, i) => paintedMs / (bareMs[i] ?? Number.NaN));
  const figureOf = (name: string, target: string, pick: (opening: Opening) => number): Figure =>
    ratioFigure(
      {
        name,
        target,
        unit: 'times the time of the peer',
        what: 'a bare page that fetches the volume and paints four planes',
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

import { type Figure, machine, median, quantile, quartiles, round } from '../support/figure.ts';
import { type PanelKind, startPanelsBench } from './panels-bench.ts';
import { loadOfMachine } from './reading-bench.ts';

const ROUNDS = 9;
const STEPS = 25;
const P95 = 0.95;

type Motion = 'move' | 'rotate';

/**
 * Returns the p95 in ms of each round for each contestant in `kinds`. A contestant listed twice
 * measures the noise.
 */
export async function panelRounds(
  motion: Motion,
  kinds: readonly PanelKind[],
  withFrame: boolean,
): Promise<readonly (readonly number[])[]> {
  await using bench = await startPanelsBench(kinds.includes('legacy'));
  const rounds: number[][] = kinds.map(() => []);
  for (const kind of kinds) await bench.times(kind, motion, STEPS, withFrame);
  for (let roundIdx = 0; roundIdx < ROUNDS; roundIdx += 1) {
    for (let step = 0; step < kinds.length; step += 1) {
      const kindIdx = (roundIdx + step) % kinds.length;
      const durationsMs = await bench.times(kinds[kindIdx] ?? 'own', motion, STEPS, withFrame);
      rounds[kindIdx]?.push(quantile(durationsMs, P95));
    }
  }
  return rounds;
}

/**
 * Returns the figure of the product against the peer.
 * @param rounds rounds of the product, of the peer, and of the peer again for the noise
 */
export function panelFigure(
  labels: { name: string; target: string; what: string },
  rounds: readonly (readonly number[])[],
): Figure {
  const [productMs = [], peerMs = [], again = []] = rounds;
  const ratios = productMs.map((ms, i) => ms / (peerMs[i] ?? Number.NaN));
  const noise = again.map((ms, i) => ms / (peerMs[i] ?? Number.NaN));
  return {
    name: labels.name,
    target: labels.target,
    unit: 'times the p95 of the peer',
    figure: round(median(ratios)),
    against: { what: labels.what, ms: round(median(peerMs)) },
    runs: ratios.length,
    spread: quartiles(ratios),
    machine: machine(),
    more: {
      ms: round(median(productMs)),
      steps: STEPS,
      loadOfMachine: loadOfMachine(),
      noise: { figure: round(median(noise)), spread: quartiles(noise) },
    },
  };
}

/**
 * Measures four linked panels of 512 × 512 that move by a step, until their pixels can be read.
 * Compares the product with four orthographic panels of the drawing library in the same page, with
 * and without the wait for the animation frame, and with a bare shader as the minimum.
 */
export async function linkedScroll(): Promise<readonly Figure[]> {
  const legacy = 'orthographic panels of the drawing library';
  const target = '≤ 0.6';
  const plain = await panelRounds('move', ['own', 'legacy', 'legacy', 'bare'], false);
  const framed = await panelRounds('move', ['own', 'legacy', 'legacy'], true);
  const productMs = plain[0] ?? [];
  const bareMs = plain[3] ?? [];
  return [
    panelFigure({ name: 'linked-scroll', target, what: legacy }, plain),
    panelFigure({ name: 'linked-scroll/with-frame', target, what: legacy }, framed),
    panelFigure({ name: 'linked-scroll/bare', target: 'none', what: 'a bare WebGL 2 shader' }, [
      productMs,
      bareMs,
      bareMs,
    ]),
  ];
}

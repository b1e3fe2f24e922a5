import { type Figure, machine, median, quantile, quartiles, round } from '../support/figure.ts';
import { type PanelKind, startPanelsBench } from './panels-bench.ts';
import { loadOfMachine } from './reading-bench.ts';

const ROUNDS = 9;
const STEPS = 25;
const P95 = 0.95;

type Motion = 'move' | 'rotate';

/** Returns the p95 of each round by contestant; the repeated contestant measures the noise. */
export async function panelRounds(
  motion: Motion,
  kinds: readonly PanelKind[],
  withFrame: boolean,
): Promise<readonly (readonly number[])[]> {
  await using bench = await startPanelsBench(kinds.includes('legacy'));
  const rounds: number[][] = kinds.map(() => []);
  for (const kind of kinds) await bench.times(kind, motion, STEPS, withFrame);
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (let step = 0; step < kinds.length; step += 1) {
      const at = (turn + step) % kinds.length;
      const durationsMs = await bench.times(kinds[at] ?? 'own', motion, STEPS, withFrame);
      rounds[at]?.push(quantile(durationsMs, P95));
    }
  }
  return rounds;
}

/**
 * Returns the figure of the product against the second contestant; the third is the second again.
 */
export function panelFigure(
  labels: { name: string; target: string; what: string },
  [productMs = [], peerMs = [], again = []]: readonly (readonly number[])[],
): Figure {
  const ratios = productMs.map((ms, at) => ms / (peerMs[at] ?? Number.NaN));
  const noise = again.map((ms, at) => ms / (peerMs[at] ?? Number.NaN));
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
  const [productMs = [], , , bare = []] = plain;
  return [
    panelFigure({ name: 'linked-scroll', target, what: legacy }, plain),
    panelFigure({ name: 'linked-scroll/with-frame', target, what: legacy }, framed),
    panelFigure({ name: 'linked-scroll/bare', target: 'none', what: 'a bare WebGL 2 shader' }, [
      productMs,
      bare,
      bare,
    ]),
  ];
}

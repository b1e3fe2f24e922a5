import { scannedVolumeGeometry } from '#geometry';
import { type SweepPlan, sweepPlans } from '../../extensions/scanner/model/index.ts';
import { openKernel } from '../../extensions/scanner/reconstruction/kernels/kernel-memory.ts';
import type { RawSweep } from '../../extensions/scanner/reconstruction/raw-sweep.ts';
import { runSlabs } from '../../extensions/scanner/reconstruction/run-slabs.ts';
import { lots, sweepOf } from '../fom/rec-support.ts';
import { type Figure, machine, median, quartiles, round } from './figure.ts';

const ROUNDS = 9;
const SIZES = [512, 320, 512] as const;
const SPACING_MM = [0.3125, 0.140_625, 0.3125] as const;

/**
 * One sweep of 360 half planes, 512 deep × 256 radial, into 512 × 320 × 512 voxels on one thread,
 * against copying as many bytes. Counted is all that a volume takes once the memory is there:
 * taking the frames in, resampling, columns, and turning them x fastest.
 */
export async function reconstruct(): Promise<readonly Figure[]> {
  const [plan] = sweepPlans('FULL', { lines: 256, samples: 512 }, 45);
  if (plan === undefined) throw new Error('There is no central sweep');
  const sweep = noisySweep({ ...plan, frame: { ...plan.frame, lateralPitchMm: 80 / 256 } });
  const [plain, masked, two] = [open(sweep, 1, false), open(sweep, 1, true), open(sweep, 2, false)];
  const copied = new Uint8Array(SIZES[0] * SIZES[1] * SIZES[2]);
  const from = new Uint8Array(copied.length).fill(7);
  const copy = (): number => timed(() => copied.set(from));
  const cold = await plain();
  for (const once of [masked, two, copy]) await once();
  const rounds: Record<'plain' | 'masked' | 'two' | 'copy' | 'again', number[]> = {
    ...{ plain: [], masked: [], two: [], copy: [], again: [] },
  };
  for (let at = 0; at < ROUNDS; at += 1) {
    const turns = [
      async () => rounds.plain.push(await plain()),
      async () => rounds.copy.push(copy()),
      async () => rounds.masked.push(await masked()),
      async () => rounds.again.push(copy()),
      async () => rounds.two.push(await two()),
    ];
    for (let step = 0; step < turns.length; step += 1) await turns[(at + step) % turns.length]?.();
  }
  return figures(rounds, cold);
}

function figures(
  rounds: Record<'plain' | 'masked' | 'two' | 'copy' | 'again', number[]>,
  cold: number,
): readonly Figure[] {
  // The mean of the copies before and after: either alone is noisier than what is compared.
  const copies = rounds.copy.map((ms, at) => (ms + (rounds.again[at] ?? ms)) / 2);
  const against = { what: 'copying the bytes of the volume', ms: round(median(copies)) };
  const noise = rounds.again.map((ms, at) => ms / (rounds.copy[at] ?? Number.NaN));
  const figureOf = (name: string, target: string, times: readonly number[]): Figure => {
    const ratios = times.map((ms, at) => ms / (copies[at] ?? Number.NaN));
    return {
      ...{
        name,
        target,
        unit: 'times the time of the copy',
        figure: round(median(ratios)),
        against,
      },
      ...{ runs: times.length, spread: quartiles(ratios), machine: machine() },
      more: {
        ms: round(median(times)),
        firstMs: round(cold),
        noise: {
          what: 'the copy against itself',
          figure: round(median(noise)),
          spread: quartiles(noise),
        },
      },
    };
  };
  return [
    figureOf('reconstruct/with-mask', 'no target', rounds.masked),
    figureOf('reconstruct/two-threads', 'no target', rounds.two),
    figureOf('reconstruct', '≤ 6', rounds.plain),
  ];
}

/** Opened once for all rounds: like the copy's, its memory has been touched before it is timed. */
function open(sweep: RawSweep, threads: number, coverage: boolean): () => Promise<number> {
  const geometry = scannedVolumeGeometry(SIZES, SPACING_MM, 80);
  const kernels = openKernel([sweep], { geometry, threads, coverage });
  if (kernels === null) throw new Error('This machine has not enough memory');
  return async () => {
    const began = performance.now();
    kernels.load();
    await runSlabs(kernels, SIZES[2], async () => undefined);
    return performance.now() - began;
  };
}

function timed(act: () => void): number {
  const began = performance.now();
  act();
  return performance.now() - began;
}

function noisySweep(plan: SweepPlan): RawSweep {
  const lot = lots(3);
  const data = new Uint8Array(plan.clockDeg.length * plan.frame.lines * plan.frame.samples);
  for (let at = 0; at < data.length; at += 1) data[at] = 256 * lot();
  return sweepOf(plan, data);
}

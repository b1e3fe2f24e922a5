import { loadavg } from 'node:os';
import { scannedVolumeGeometry } from '#geometry';
import { type SweepPlan, sweepPlans } from '../../extensions/scanner/model/index.ts';
import { openKernel } from '../../extensions/scanner/reconstruction/kernels/kernel-memory.ts';
import { runSlabs } from '../../extensions/scanner/reconstruction/run-slabs.ts';
import type { RawSweep } from '../../extensions/scanner/reconstruction/sweeps/raw-sweep.ts';
import { seededRandom, sweepOf } from '../fom/rec-support.ts';
import { type Figure, machine, median, quartiles, round } from './support/figure.ts';

const ROUNDS = 9;
const SIZES = [512, 320, 512] as const;
const SPACING_MM = [0.3125, 0.140_625, 0.3125] as const;

type Turn = 'plain' | 'masked' | 'two' | 'copy' | 'again';

interface Time {
  readonly wallMs: number;
  /** Processor time of all threads of this process. */
  readonly processorMs: number;
}

/**
 * Measures the reconstruction of a sweep of 360 half planes, 512 deep × 256 radial, into 512 × 320
 * × 512 voxels on one thread, against copying as many bytes. Includes all work after the
 * allocation: reading the frames, resampling, columns, and reordering with x fastest. The ratios
 * use processor time, because other processes delay a reconstruction more than a short copy.
 */
export async function reconstruct(): Promise<readonly Figure[]> {
  const [plan] = sweepPlans('FULL', { lines: 256, samples: 512 }, 45);
  if (plan === undefined) throw new Error('The protocol has no central sweep');
  const sweep = noisySweep({ ...plan, frame: { ...plan.frame, lateralPitchMm: 80 / 256 } });
  const copied = new Uint8Array(SIZES[0] * SIZES[1] * SIZES[2]);
  const source = new Uint8Array(copied.length).fill(7);
  const copy = async () => copied.set(source);
  const runsByTurn: Readonly<Record<Turn, () => Promise<void>>> = {
    plain: prepareRun(sweep, 1, false),
    copy,
    masked: prepareRun(sweep, 1, true),
    again: copy,
    two: prepareRun(sweep, 2, false),
  };
  const first = await measureRun(runsByTurn.plain);
  for (const run of Object.values(runsByTurn)) await run();
  const turns = Object.keys(runsByTurn) as Turn[];
  const rounds: Record<Turn, Time[]> = { plain: [], copy: [], masked: [], again: [], two: [] };
  for (let roundIdx = 0; roundIdx < ROUNDS; roundIdx += 1) {
    for (let step = 0; step < turns.length; step += 1) {
      const turn = turns[(roundIdx + step) % turns.length] ?? 'copy';
      rounds[turn].push(await measureRun(runsByTurn[turn]));
    }
  }
  return figures(rounds, first);
}

function figures(rounds: Readonly<Record<Turn, readonly Time[]>>, first: Time): readonly Figure[] {
  const { copy, again } = rounds;
  const noise = again.map((time, i) => time.processorMs / (copy[i]?.processorMs ?? Number.NaN));
  const figureOf = (name: string, target: string, turn: Turn, kind: keyof Time): Figure => {
    // The mean of two copies, because a single copy has more noise than the reconstruction.
    const peers = copy.map((time, i) => (time[kind] + (again[i]?.[kind] ?? Number.NaN)) / 2);
    const times = rounds[turn];
    const ratios = times.map((time, i) => time[kind] / (peers[i] ?? Number.NaN));
    const wallRatios = times.map((time, i) => time.wallMs / (copy[i]?.wallMs ?? Number.NaN));
    return {
      name,
      target,
      figure: round(median(ratios)),
      runs: times.length,
      unit:
        kind === 'wallMs'
          ? 'times the duration of the copy'
          : 'times the processor time of the copy',
      against: { what: 'copying the bytes of the volume', ms: round(median(peers)) },
      spread: quartiles(ratios),
      machine: machine(),
      more: {
        ms: round(median(times.map((time) => time[kind]))),
        wallMs: round(median(times.map((time) => time.wallMs))),
        ratioOfWallTimes: round(median(wallRatios)),
        loadOfMachine: round(loadavg()[0] ?? Number.NaN),
        firstOfProcessMs: round(first.processorMs),
        noise: {
          what: 'the copy against itself',
          figure: round(median(noise)),
          spread: quartiles(noise),
        },
      },
    };
  };
  return [
    figureOf('reconstruct/with-mask', 'no target', 'masked', 'processorMs'),
    figureOf('reconstruct/two-threads', 'no target', 'two', 'wallMs'),
    figureOf('reconstruct', '≤ 6', 'plain', 'processorMs'),
  ];
}

/**
 * Allocates memory once for all rounds, so that its pages are touched before timing, like those of
 * the copy.
 */
function prepareRun(sweep: RawSweep, threads: number, coverage: boolean): () => Promise<void> {
  const geometry = scannedVolumeGeometry(SIZES, SPACING_MM, 80);
  const kernels = openKernel([sweep], { geometry, threads, coverage });
  if (kernels === null) throw new Error('Not enough memory');
  return async () => {
    kernels.load();
    await runSlabs(kernels, SIZES[2], async () => undefined);
  };
}

async function measureRun(run: () => Promise<void>): Promise<Time> {
  const startMs = performance.now();
  const startUsage = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(startUsage);
  return { wallMs: performance.now() - startMs, processorMs: (user + system) / 1000 };
}

function noisySweep(plan: SweepPlan): RawSweep {
  const random = seededRandom(3);
  const data = new Uint8Array(plan.clockDeg.length * plan.frame.lines * plan.frame.samples);
  for (let i = 0; i < data.length; i += 1) data[i] = 256 * random();
  return sweepOf(plan, data);
}

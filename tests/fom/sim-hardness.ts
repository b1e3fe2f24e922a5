import { loadavg } from 'node:os';
import type { Vec3 } from '#geometry';
import {
  createPhantom,
  type LesionKind,
  type TrueLesion,
} from '../../extensions/scanner/simulator/index.ts';
import { machine, quantile, round } from '../bench/support/figure.ts';
import { type Blob, detectBlobs } from './blob-detector.ts';
import type { Fom } from './fom-figure.ts';
import {
  bootstrap,
  FALSE_POSITIVES,
  meanSensitivity,
  type Reading,
  sensitivityAt,
} from './froc.ts';
import { ON_A_PHANTOM } from './rec-support.ts';
import { scanVolume } from './scan-volume.ts';

/** Breasts that the numbers of the phantom were chosen by, and those that the figure is of. */
const TUNED_ON = { from: 1, count: 40 } as const;
const TOLD_ON = { from: 101, count: 40 } as const;
const SCAN = { size: { lines: 128, samples: 160 }, everyDeg: 3, voxelMm: 1 } as const;
/** A blob this close to a lesion has hit it. */
const NEAR_MM = 1;
const ROUNDS = 1000;

interface Volume extends Reading {
  readonly kinds: readonly LesionKind[];
}

/** How hard the phantoms are: what a plain detector of dark blobs finds in them. */
export const simHardness: Fom = async () => {
  const told = await volumesOf(TOLD_ON);
  const tuned = await volumesOf(TUNED_ON);
  const drawn = bootstrap(told, ROUNDS);
  return [
    {
      name: 'sim-hardness',
      figure: round(meanSensitivity(told)),
      unit: 'mean sensitivity of a plain blob detector at 1/8 to 8 false answers a volume',
      target: '0.5 ± 0.1',
      against: null,
      runs: told.length,
      spread: [round(quantile(drawn, 0.025)), round(quantile(drawn, 0.975))],
      machine: machine(),
      more: {
        what: ON_A_PHANTOM,
        spreadIs: '95 % of bootstraps by volume',
        load: loadavg(),
        seeds: `${TOLD_ON.from}–${TOLD_ON.from + TOLD_ON.count - 1}, not looked at before`,
        sensitivityAt: sensitivities(told),
        lesions: told.flatMap(({ hits }) => hits).length,
        volumesWithout: told.filter(({ hits }) => hits.length === 0).length,
        foundOfAt1: byKind(told),
        tunedOn: {
          seeds: `${TUNED_ON.from}–${TUNED_ON.from + TUNED_ON.count - 1}`,
          figure: round(meanSensitivity(tuned)),
          sensitivityAt: sensitivities(tuned),
          foundOfAt1: byKind(tuned),
        },
      },
    },
  ];
};

async function volumesOf({ from, count }: { from: number; count: number }): Promise<Volume[]> {
  const volumes: Volume[] = [];
  for (let seed = from; seed < from + count; seed += 1) {
    const phantom = createPhantom(seed, seed % 2 === 0 ? 'R' : 'L');
    const blobs = detectBlobs(await scanVolume(phantom, SCAN));
    const { lesions } = phantom.truth;
    volumes.push({ ...judge(blobs, lesions), kinds: lesions.map(({ kind }) => kind) });
  }
  return volumes;
}

function judge(blobs: readonly Blob[], lesions: readonly TrueLesion[]): Reading {
  const hits = lesions.map((lesion) => {
    const scores = blobs.filter(({ centreMm }) => hit(lesion, centreMm)).map(({ score }) => score);
    return scores.length === 0 ? null : Math.max(...scores);
  });
  const wrong = blobs.filter(({ centreMm }) => !lesions.some((lesion) => hit(lesion, centreMm)));
  return { hits, wrong: wrong.map(({ score }) => score) };
}

function hit(lesion: TrueLesion, [x, y, z]: Vec3): boolean {
  const steps = [-NEAR_MM, 0, NEAR_MM];
  return steps.some((dx) =>
    steps.some((dy) => steps.some((dz) => lesion.contains([x + dx, y + dy, z + dz]))),
  );
}

const sensitivities = (volumes: readonly Reading[]) =>
  Object.fromEntries(FALSE_POSITIVES.map((fp) => [fp, round(sensitivityAt(volumes, fp))]));

/** '7/9' by kind, at one false answer a volume. */
function byKind(volumes: readonly Volume[]): Readonly<Record<string, string>> {
  const kinds = [...new Set(volumes.flatMap((volume) => volume.kinds))].sort();
  const wrong = volumes.flatMap((volume) => volume.wrong).sort((a, b) => b - a);
  const least = wrong[volumes.length] ?? 0;
  return Object.fromEntries(
    kinds.map((kind) => {
      const scores = volumes.flatMap(({ hits, kinds: own }) =>
        hits.filter((_, i) => own[i] === kind),
      );
      const found = scores.filter((score) => score !== null && score > least).length;
      return [kind, `${found}/${scores.length}`];
    }),
  );
}

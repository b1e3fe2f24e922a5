import { loadavg } from 'node:os';
import { unwrap } from '#foundation';
import { detectLesions, openLesionDetector } from '../../extensions/ai-findings/detection/index.ts';
import { dbVolume } from '../../extensions/ai-findings/volume-features/index.ts';
import { machine, median, quartiles, round } from '../bench/support/figure.ts';
import { phantomVolume } from '../training/phantom-volumes.ts';
import { TUNING_SEEDS } from '../training/seeds.ts';
import type { Fom } from './fom-figure.ts';
import { ON_A_PHANTOM } from './rec-support.ts';

const RUNS = 7;
const MS_PER_S = 1000;

/** Time of the detector for one volume of 0.5 mm voxels, on one thread. */
export const detTime: Fom = async () => {
  const volume = unwrap(dbVolume(await phantomVolume(TUNING_SEEDS.from, 'default')));
  const detector = await openLesionDetector();
  await detectLesions(volume, detector);
  const wall: number[] = [];
  const processor: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    const before = process.cpuUsage();
    await detectLesions(volume, detector);
    const used = process.cpuUsage(before);
    wall.push((performance.now() - start) / MS_PER_S);
    processor.push((used.user + used.system) / 1e6);
  }
  await detector.network.dispose();
  return [
    {
      name: 'det-time',
      figure: round(median(processor)),
      unit: 's of processor time per volume',
      target: '≤ 1',
      against: null,
      runs: RUNS,
      spread: quartiles(processor),
      machine: machine(),
      more: {
        what: ON_A_PHANTOM,
        sizes: volume.sizes,
        wallSeconds: { median: round(median(wall)), quartiles: quartiles(wall) },
        load: loadavg(),
      },
    },
  ];
};

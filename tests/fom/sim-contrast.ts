import { frameSimulator } from '../../extensions/scanner/simulator/index.ts';
import { TISSUE } from '../../extensions/scanner/simulator/phantom/tissue.ts';
import { blockPhantom, meanOf } from '../../extensions/scanner/simulator/test-support/block.ts';
import { machine, quartiles, round } from '../bench/support/figure.ts';
import { type Fom, mean, standardDeviation } from './fom-figure.ts';
import { BLOCK_FRAME, PLAIN, sampleAt } from './uniform-block.ts';

const INSERT_DB = -6;
const RADIUS_MM = 7;
const AT = { depthMm: 25, distanceMm: 14 };
/**
 * Frames through the insert, far enough apart for independent speckle: 0° and 12° to either side.
 */
const CLOCK_DEG = [-12, 0, 12];
const SEEDS = Array.from({ length: 40 }, (_, i) => 21 + i);
const line = (mm: number): number => Math.round(mm / BLOCK_FRAME.lateralPitchMm);

/**
 * Contrast of a gland ball with half the echo amplitude, measured from the grey levels of the
 * B-mode image.
 */
export const simContrast: Fom = async () => {
  const read = SEEDS.map(insertDb);
  return [
    {
      name: 'sim-contrast',
      figure: round(mean(read)),
      unit: 'dB, measured from the grey levels of an insert of −6 dB',
      target: '−6 ± 0.3',
      against: { what: 'the insert', value: INSERT_DB },
      runs: read.length,
      spread: quartiles(read),
      machine: machine(),
      more: {
        standardErrorOfMean: round(standardDeviation(read) / Math.sqrt(read.length - 1)),
        radiusMm: RADIUS_MM,
        frames: `${read.length} blocks, ${CLOCK_DEG.length} frames each`,
      },
    },
  ];
};

/**
 * Returns the level of the insert relative to gland beside it at the same depths, where the beam is
 * equal.
 */
function insertDb(seed: number): number {
  const block = blockPhantom(36, seed, ([x, y, z]) =>
    Math.hypot(x, y - AT.depthMm, z - AT.distanceMm) < RADIUS_MM ? TISSUE.solid : TISSUE.gland,
  );
  const { amplitude, attenuation, impedance, speed } = block.field.acoustics;
  amplitude[TISSUE.solid] = 10 ** (INSERT_DB / 20);
  // Only the scatterers differ, to exclude shadows, mirror echoes and refraction.
  attenuation[TISSUE.solid] = attenuation[TISSUE.gland]!;
  impedance[TISSUE.solid] = impedance[TISSUE.gland]!;
  speed[TISSUE.solid] = speed[TISSUE.gland]!;
  const generator = frameSimulator(block, BLOCK_FRAME, PLAIN);
  return mean(
    CLOCK_DEG.map((clockDeg, at) => contrastDb(generator.frameAt(clockDeg, 3 * seed + at))),
  );
}

function contrastDb(image: Uint8Array): number {
  const level = (fromMm: number, toMm: number): number =>
    meanOf(
      image,
      BLOCK_FRAME.samples,
      [line(fromMm), line(toMm)],
      [sampleAt(AT.depthMm - 3), sampleAt(AT.depthMm + 3)],
    );
  const around = (level(0, 5) + level(23, 28)) / 2;
  const insert = level(AT.distanceMm - 4, AT.distanceMm + 4);
  return ((insert - around) * PLAIN.dynamicRangeDb) / 255;
}

import { frameSimulator } from '../../extensions/scanner/simulator/index.ts';
import { TISSUE } from '../../extensions/scanner/simulator/phantom/tissue.ts';
import { blockPhantom, meanOf } from '../../extensions/scanner/simulator/test-support/block.ts';
import { machine, quartiles, round } from '../bench/support/figure.ts';
import { type Fom, mean, standardDeviation } from './fom-figure.ts';
import { BLOCK_FRAME, PLAIN, sampleAt } from './uniform-block.ts';

const INSERT_DB = -6;
const RADIUS_MM = 7;
/** Centre of the insert: depth, and distance from the rotation axis. */
const CENTRE = { depthMm: 25, distanceMm: 14 };
/**
 * Frames through the insert, far enough apart for independent speckle: 0° and 12° to either side.
 */
const CLOCK_DEG = [-12, 0, 12];
const SEEDS = Array.from({ length: 40 }, (_, i) => 21 + i);
const lineAt = (mm: number): number => Math.round(mm / BLOCK_FRAME.lateralPitchMm);

/**
 * Contrast of a gland ball with half the echo amplitude, measured from the grey levels of the
 * B-mode image.
 */
export const simContrast: Fom = async () => {
  const contrastsDb = SEEDS.map(insertDb);
  return [
    {
      name: 'sim-contrast',
      figure: round(mean(contrastsDb)),
      unit: 'dB, measured from the grey levels of an insert of −6 dB',
      target: '−6 ± 0.3',
      against: { what: 'the insert', value: INSERT_DB },
      runs: contrastsDb.length,
      spread: quartiles(contrastsDb),
      machine: machine(),
      more: {
        standardErrorOfMean: round(
          standardDeviation(contrastsDb) / Math.sqrt(contrastsDb.length - 1),
        ),
        radiusMm: RADIUS_MM,
        frames: `${contrastsDb.length} blocks, ${CLOCK_DEG.length} frames each`,
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
    Math.hypot(x, y - CENTRE.depthMm, z - CENTRE.distanceMm) < RADIUS_MM
      ? TISSUE.solid
      : TISSUE.gland,
  );
  const { amplitude, attenuation, impedance, speed } = block.field.acoustics;
  amplitude[TISSUE.solid] = 10 ** (INSERT_DB / 20);
  // Only the scatterers differ, to exclude shadows, mirror echoes and refraction.
  attenuation[TISSUE.solid] = attenuation[TISSUE.gland]!;
  impedance[TISSUE.solid] = impedance[TISSUE.gland]!;
  speed[TISSUE.solid] = speed[TISSUE.gland]!;
  const generator = frameSimulator(block, BLOCK_FRAME, PLAIN);
  return mean(
    CLOCK_DEG.map((clockDeg, i) => contrastDb(generator.frameAt(clockDeg, 3 * seed + i))),
  );
}

/** Returns the level of the insert relative to the gland on both sides, in one frame. */
function contrastDb(image: Uint8Array): number {
  const level = (fromMm: number, toMm: number): number =>
    meanOf(
      image,
      BLOCK_FRAME.samples,
      [lineAt(fromMm), lineAt(toMm)],
      [sampleAt(CENTRE.depthMm - 3), sampleAt(CENTRE.depthMm + 3)],
    );
  const surroundings = (level(0, 5) + level(23, 28)) / 2;
  const insert = level(CENTRE.distanceMm - 4, CENTRE.distanceMm + 4);
  return ((insert - surroundings) * PLAIN.dynamicRangeDb) / 255;
}

import { type SkinMap, skinDepthAt } from '../../extensions/scanner/reconstruction/index.ts';
import {
  createPhantom,
  MIN_CONTACT_RADIUS_MM,
  type Phantom,
} from '../../extensions/scanner/simulator/index.ts';
import { machine, quantile, quartiles, round } from '../bench/support/figure.ts';
import { detectSkin } from './detect-skin.ts';
import { type Fom, mean } from './fom-figure.ts';
import { ON_A_PHANTOM } from './rec-support.ts';

const SEEDS = [2, 7, 12, 31] as const;
const GRID_MM = 1;

/** Distance of the detected skin from the phantom's own skin over the contact area. */
export const skin: Fom = async () => {
  const errors: number[] = [];
  const missing: number[] = [];
  for (const [i, seed] of SEEDS.entries()) {
    const phantom = createPhantom(seed, i % 2 === 0 ? 'R' : 'L');
    const comparison = compare(await detectSkin(phantom), phantom);
    errors.push(...comparison.errors);
    missing.push(comparison.missing);
  }
  const sizes = errors.map(Math.abs);
  const shared = { unit: 'mm', against: null, runs: SEEDS.length, machine: machine() };
  const more = {
    what: ON_A_PHANTOM,
    meanSignedMm: round(mean(errors)),
    missingWithinContact: round(mean(missing)),
    places: errors.length,
  };
  const spread = quartiles(sizes);
  return [
    { ...shared, name: 'skin/mean', figure: round(mean(sizes)), target: '≤ 0.2', spread, more },
    {
      ...shared,
      name: 'skin/p95',
      figure: round(quantile(sizes, 0.95)),
      target: '≤ 0.5',
      spread,
      more,
    },
  ];
};

/** Compares depths, because the skin is nearly level. */
function compare(map: SkinMap, { truth }: Phantom) {
  const errors: number[] = [];
  let pointCount = 0;
  for (let x = -MIN_CONTACT_RADIUS_MM; x <= MIN_CONTACT_RADIUS_MM; x += GRID_MM) {
    for (let z = -MIN_CONTACT_RADIUS_MM; z <= MIN_CONTACT_RADIUS_MM; z += GRID_MM) {
      if (Math.hypot(x, z) > MIN_CONTACT_RADIUS_MM) continue;
      pointCount += 1;
      const error = skinDepthAt(map, x, z) - truth.skinDepthMm(x, z);
      if (!Number.isNaN(error)) errors.push(error);
    }
  }
  return { errors, missing: 1 - errors.length / pointCount };
}

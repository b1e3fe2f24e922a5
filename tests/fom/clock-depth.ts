import { locationFields } from '#findings';
import { unwrap } from '#foundation';
import { mmToPosition, type SkinSurface, scannedVolumeGeometry, type Vec3 } from '#geometry';
import { readNrrd, skinFromNrrd } from '#volume';
import { skinNrrd } from '../../extensions/scanner/reconstruction/index.ts';
import {
  createPhantom,
  MIN_CONTACT_RADIUS_MM,
  type Phantom,
} from '../../extensions/scanner/simulator/index.ts';
import { machine, quantile, quartiles, round } from '../bench/support/figure.ts';
import { pointMark } from './clock-mark.ts';
import { detectSkin } from './detect-skin.ts';
import type { FomFigure } from './fom-figure.ts';

const SEEDS = [2, 7] as const;
const GEOMETRY = scannedVolumeGeometry([281, 90, 281], [0.5, 0.5, 0.5], 70);
/** Spacing of the points that are measured besides the lesions, and their depth below the skin. */
const GRID_MM = 8;
const GRID_DEPTH_MM = 12;

interface DepthReading {
  readonly errorMm: number;
  readonly fromSkin: boolean;
}

/** Depth of a mark from the detected and stored skin, against the phantom's own skin. */
export const clockDepth = async (): Promise<readonly FomFigure[]> => {
  const readings: DepthReading[] = [];
  for (const [i, seed] of SEEDS.entries()) {
    const side = i % 2 === 0 ? 'R' : 'L';
    const phantom = createPhantom(seed, side);
    const stored = await readNrrd(skinNrrd(await detectSkin(phantom), side));
    const skin = unwrap(skinFromNrrd(unwrap(stored)));
    readings.push(...pointsOf(phantom).map((pointMm) => readDepth(phantom, skin, pointMm)));
  }
  const errors = readings.filter(({ fromSkin }) => fromSkin).map(({ errorMm }) => errorMm);
  return [
    {
      name: 'clock/depth-below-skin',
      unit: 'mm',
      target: '≤ 0.6',
      against: null,
      figure: round(quantile(errors, 0.95)),
      spread: quartiles(errors),
      runs: SEEDS.length,
      machine: machine(),
      more: {
        what: 'lesions and a grid of points in phantoms, marked at their true centre; depth below the reconstructed skin compared with depth below the true skin',
        worst: round(Math.max(...errors)),
        points: readings.length,
        shareFromSkin: round(errors.length / readings.length),
      },
    },
  ];
};

/**
 * Returns the centres of the lesions, and points at one depth below the true skin over the whole
 * contact area.
 */
function pointsOf({ truth }: Phantom): readonly Vec3[] {
  const grid: Vec3[] = [];
  for (let x = -MIN_CONTACT_RADIUS_MM; x <= MIN_CONTACT_RADIUS_MM; x += GRID_MM) {
    for (let z = -MIN_CONTACT_RADIUS_MM; z <= MIN_CONTACT_RADIUS_MM; z += GRID_MM) {
      if (Math.hypot(x, z) <= MIN_CONTACT_RADIUS_MM)
        grid.push([x, truth.skinDepthMm(x, z) + GRID_DEPTH_MM, z]);
    }
  }
  return [...truth.lesions.map(({ centreMm }) => centreMm), ...grid];
}

/** Reads the depth of a mark at a point and compares it with the true depth. */
function readDepth({ truth }: Phantom, skin: SkinSurface, pointMm: Vec3): DepthReading {
  const nipple = mmToPosition(GEOMETRY, null, truth.nippleMm, 0);
  const position = mmToPosition(GEOMETRY, truth.nippleMm, pointMm, 0);
  const mark = pointMark(GEOMETRY, 'COR', truth.nippleMm, position, pointMm);
  const { side } = truth;
  const fields = locationFields([mark], { side, nipple, geometry: GEOMETRY, skin });
  if (fields.depthUm === null) throw new Error('The mark has no depth');
  const trueMm = pointMm[1] - truth.skinDepthMm(pointMm[0], pointMm[2]);
  const errorMm = Math.abs(fields.depthUm / 1000 - trueMm);
  return { errorMm, fromSkin: fields.depthReference === 'skin' };
}

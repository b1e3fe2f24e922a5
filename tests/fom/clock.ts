import type { Mark, ScanSide } from '#contracts';
import { locationFields } from '#findings';
import {
  clockText,
  type ImageFrame,
  imageFrame,
  imageToMm,
  mmToPosition,
  type NormalisedPoint,
  type PlanePosition,
  scannedVolumeGeometry,
  type Vec3,
  VOLUME_PLANES,
  type VolumePlane,
  voxelToMm,
} from '#geometry';
import {
  positionAfterClick,
  stepPlane,
} from '../../extensions/breast-planes/model/planes/linked-position.ts';
import type { LoadedVolume } from '../../extensions/breast-planes/model/planes/loaded-volume.ts';
import { DEFAULT_PRESENTATION } from '../../extensions/breast-planes/model/planes/plane-presentation.ts';
import { resliceImage } from '../../extensions/breast-planes/rendering/planes/reslice-image.ts';
import { machine, quantile, quartiles, round } from '../bench/support/figure.ts';
import { clockDepth } from './clock-depth.ts';
import { allLocations, type TrueLocation } from './clock-locations.ts';
import { markAt } from './clock-mark.ts';
import { type Fom, mean } from './fom-figure.ts';

/** All axes differ, so that swapped axes are detected. */
const GEOMETRY = scannedVolumeGeometry([150, 64, 132], [0.8, 0.6, 0.9], 58);
const BALL_RADIUS_MM = 2.4;
/** Grey levels outside and inside of the ball. */
const BACKGROUND = 40;
const BRIGHT = 220;
/** Pixels per mm of a displayed image, and of an image during scrolling. */
const VIEWED_PX_PER_MM = 2;
const SCROLLED_PX_PER_MM = 1;
const WHAT =
  'a bright ball at a known hour, distance and depth: located in the images of the four planes as a reader locates it, marked there, and read from the location text';

/** Location of a ball as read from the mark in a single plane. */
interface LocationReading {
  readonly hourCorrect: boolean;
  readonly quadrantCorrect: boolean;
  /** Largest difference along any axis, in voxels of that axis. */
  readonly voxels: number;
  readonly distanceMm: number;
  readonly depthMm: number;
}

/** Side, hour, distance and depth as read from locations all around both breasts. */
export const clock: Fom = async () => {
  const volume = emptyVolume();
  const readings = (['L', 'R'] as const).flatMap((side) =>
    allLocations(side).flatMap((location) => {
      paint(volume, location.ballMm, BRIGHT);
      const results = readLocation(volume, side, location);
      paint(volume, location.ballMm, BACKGROUND);
      return results;
    }),
  );
  const shared = { against: null, runs: readings.length, machine: machine() };
  const share = (isCorrect: (reading: LocationReading) => boolean): number =>
    round((100 * readings.filter(isCorrect).length) / readings.length);
  const worst = (errorOf: (reading: LocationReading) => number) => {
    const errors = readings.map(errorOf);
    return {
      figure: round(Math.max(...errors)),
      spread: quartiles(errors),
      more: { what: WHAT, p95: round(quantile(errors, 0.95)) },
    };
  };
  const noSpread: [number, number] = [0, 0];
  return [
    {
      ...shared,
      name: 'clock/hour',
      unit: '% correct',
      target: '= 100',
      spread: noSpread,
      figure: share((reading) => reading.hourCorrect),
      more: { what: WHAT },
    },
    {
      ...shared,
      name: 'clock/quadrant',
      unit: '% correct',
      target: '= 100',
      spread: noSpread,
      figure: share((reading) => reading.quadrantCorrect),
      more: { what: WHAT },
    },
    {
      ...shared,
      name: 'clock/place',
      unit: 'voxels',
      target: '≤ 1',
      ...worst((reading) => reading.voxels),
    },
    {
      ...shared,
      name: 'clock/distance',
      unit: 'mm',
      target: '≤ 0.9',
      ...worst((reading) => reading.distanceMm),
    },
    {
      ...shared,
      name: 'clock/depth',
      unit: 'mm',
      target: '≤ 0.6',
      ...worst((reading) => reading.depthMm),
    },
    ...(await clockDepth()),
  ];
};

/**
 * Reads a ball: finds it in the coronals, moves the other planes there, and marks it in each of the
 * four planes.
 */
function readLocation(
  volume: LoadedVolume,
  side: ScanSide,
  location: TrueLocation,
): readonly LocationReading[] {
  const { nippleMm } = location;
  const start = mmToPosition(GEOMETRY, nippleMm, nippleMm, 45);
  const coronal = brightestCoronal(volume, nippleMm, start);
  const inCoronal = centreOf(volume, frameOf('COR', nippleMm, coronal));
  const clicked = imageToMm(frameOf('COR', nippleMm, coronal), inCoronal.u, inCoronal.v);
  const position = positionAfterClick(GEOMETRY, nippleMm, coronal, 'COR', clicked);
  return VOLUME_PLANES.map((plane) => {
    const frame = frameOf(plane, nippleMm, position);
    return compareWithTruth(
      markAt(plane, frame, position, centreOf(volume, frame)),
      side,
      location,
    );
  });
}

function compareWithTruth(mark: Mark, side: ScanSide, location: TrueLocation): LocationReading {
  const nipple = mmToPosition(GEOMETRY, null, location.nippleMm, 0);
  const fields = locationFields([mark], { side, nipple, geometry: GEOMETRY, skin: null });
  const { clockPositionSec, quadrant, distanceFromNippleUm, depthUm } = fields;
  if (clockPositionSec === null || distanceFromNippleUm === null || depthUm === null) {
    throw new Error('The mark has no location');
  }
  // The clock position is stored in seconds; twelve hours have 43 200.
  const deg = (clockPositionSec / 43_200) * 360;
  const [point] = mark.markViewParams.points;
  const centre = imageToMm(mark.frame, point?.u ?? Number.NaN, point?.v ?? Number.NaN);
  return {
    hourCorrect: clockText(deg, 60) === location.hour,
    quadrantCorrect: quadrant === location.quadrant,
    voxels: Math.max(
      ...([0, 1, 2] as const).map(
        (axis) => Math.abs(centre[axis] - location.ballMm[axis]) / GEOMETRY.spacingMm[axis],
      ),
    ),
    distanceMm: Math.abs(distanceFromNippleUm / 1000 - location.distanceMm),
    depthMm: Math.abs(depthUm / 1000 - location.depthMm),
  };
}

const frameOf = (plane: VolumePlane, nippleMm: Vec3, position: PlanePosition): ImageFrame =>
  imageFrame(GEOMETRY, plane, nippleMm, position);

/** Scrolls through all coronals to the middle of those in which the ball is largest. */
function brightestCoronal(
  volume: LoadedVolume,
  nippleMm: Vec3,
  start: PlanePosition,
): PlanePosition {
  const areas: number[] = [];
  for (let depth = 0; depth < GEOMETRY.sizes[1]; depth++) {
    const position = stepPlane(GEOMETRY, { ...start, depth: 0 }, 'COR', depth);
    areas.push(brightPixels(volume, frameOf('COR', nippleMm, position), SCROLLED_PX_PER_MM).length);
  }
  const largest = Math.max(...areas);
  const depth = (areas.indexOf(largest) + areas.lastIndexOf(largest)) / 2;
  return { ...start, depth: Math.floor(depth) };
}

/** Returns the centre of the bright area of an image, which a reader would point at. */
function centreOf(volume: LoadedVolume, frame: ImageFrame): NormalisedPoint {
  const pixels = brightPixels(volume, frame, VIEWED_PX_PER_MM);
  if (pixels.length === 0) throw new Error('The ball is not in the image');
  return { u: mean(pixels.map(({ u }) => u)), v: mean(pixels.map(({ v }) => v)) };
}

function brightPixels(
  volume: LoadedVolume,
  frame: ImageFrame,
  pxPerMm: number,
): readonly NormalisedPoint[] {
  const widthPx = Math.round(frame.widthMm * pxPerMm);
  const heightPx = Math.round(frame.heightMm * pxPerMm);
  const image = resliceImage({
    volume,
    frame,
    pxPerMm,
    widthPx,
    heightPx,
    presentation: DEFAULT_PRESENTATION,
  });
  const bright: NormalisedPoint[] = [];
  for (const [index, greyLevel] of image.entries()) {
    if (greyLevel < (BACKGROUND + BRIGHT) / 2) continue;
    const u = 0.5 + ((index % widthPx) + 0.5 - widthPx / 2) / (pxPerMm * frame.widthMm);
    const v = 0.5 + (Math.floor(index / widthPx) + 0.5 - heightPx / 2) / (pxPerMm * frame.heightMm);
    bright.push({ u, v });
  }
  return bright;
}

function emptyVolume(): LoadedVolume {
  const [nx, ny, nz] = GEOMETRY.sizes;
  return { id: 'clock', geometry: GEOMETRY, voxels: new Uint8Array(nx * ny * nz).fill(BACKGROUND) };
}

/** Sets the voxels of a ball to a grey level. */
function paint({ voxels }: LoadedVolume, ballMm: Vec3, value: number): void {
  const [nx, ny, nz] = GEOMETRY.sizes;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const [x, y, z] = voxelToMm(GEOMETRY, [i, j, k]);
        const distanceMm = Math.hypot(x - ballMm[0], y - ballMm[1], z - ballMm[2]);
        if (distanceMm <= BALL_RADIUS_MM) voxels[i + nx * (j + ny * k)] = value;
      }
    }
  }
}

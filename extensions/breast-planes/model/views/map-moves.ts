import { type PlanePosition, positionToMm, type Vec3, type VolumeGeometry } from '#geometry';
import { positionThrough } from '../planes/linked-position.ts';
import {
  type ColumnLocation,
  columnAt,
  type MinimumProjection,
} from '../planes/minimum-projection.ts';
import { nearestInSoundField } from '../planes/sound-field.ts';

/** The planes that a map moves. */
export interface MovingPlanes {
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3 | null;
  readonly position: PlanePosition;
}

/**
 * Returns the position through a location of the map, at the depth of the darkest tissue there; at the
 * present depth, within the sound field, where the map has no tissue.
 */
export function positionOnMap(
  planes: MovingPlanes,
  projection: MinimumProjection,
  { xMm, zMm }: ColumnLocation,
): PlanePosition {
  const column = columnAt(projection, { xMm, zMm });
  const depthMm = column === null ? Number.NaN : (projection.depthsMm[column] ?? Number.NaN);
  const presentMm = positionToMm(planes.volume, planes.position);
  return through(planes, [xMm, Number.isNaN(depthMm) ? presentMm[1] : depthMm, zMm]);
}

/** Returns the position moved by millimetres along the map, within the sound field. */
export function movedOnMap(planes: MovingPlanes, by: ColumnLocation): PlanePosition {
  const [x, y, z] = positionToMm(planes.volume, planes.position);
  return through(planes, [x + by.xMm, y, z + by.zMm]);
}

function through({ volume, nippleMm, position }: MovingPlanes, pointMm: Vec3): PlanePosition {
  return positionThrough(volume, nippleMm, nearestInSoundField(volume, pointMm), position.rad);
}

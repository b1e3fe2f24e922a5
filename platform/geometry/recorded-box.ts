import { cross, dot, length, scale, subtract, type Vec3 } from './vec3.ts';
import { rotationAxisMm, transducerFaceMm, type VolumeGeometry } from './volume-geometry.ts';

/** A plane in patient axes: a point on it and the unit direction into the breast. */
export interface TransducerFace {
  readonly pointMm: Vec3;
  readonly inward: Vec3;
}

/**
 * Returns the transducer face of a volume: the face of its recorded box, or the outer side of the
 * first depth layer.
 */
export function transducerFace(volume: VolumeGeometry): TransducerFace {
  if (volume.recordedBox === undefined) {
    const { x, z } = rotationAxisMm(volume);
    return { pointMm: [x, transducerFaceMm(volume), z], inward: [0, 1, 0] };
  }
  const { cornerMm, edgesMm } = volume.recordedBox;
  const normal = cross(edgesMm[2], edgesMm[0]);
  const sign = dot(normal, edgesMm[1]) < 0 ? -1 : 1;
  return { pointMm: cornerMm, inward: scale(normal, sign / length(normal)) };
}

/** Returns the distance of a point from a face in mm; negative outside the breast. */
export const depthFromFaceMm = ({ pointMm, inward }: TransducerFace, atMm: Vec3): number =>
  dot(subtract(atMm, pointMm), inward);

/** Returns y of a face at x and z, in mm. */
export function faceYMm(face: TransducerFace, x: number, z: number): number {
  const [, y] = face.pointMm;
  return y - depthFromFaceMm(face, [x, y, z]) / face.inward[1];
}

/**
 * Returns by how far a point lies outside the recorded box, in mm along each edge: 0 inside,
 * negative before the corner, positive beyond the opposite side. All 0 without a box.
 */
export function outsideBoxMm({ recordedBox }: VolumeGeometry, pointMm: Vec3): Vec3 {
  if (recordedBox === undefined) return [0, 0, 0];
  const fromCorner = subtract(pointMm, recordedBox.cornerMm);
  const beyond = (edge: Vec3): number => {
    const [sizeMm, atMm] = [length(edge), dot(fromCorner, edge) / length(edge)];
    return atMm < 0 ? atMm : Math.max(0, atMm - sizeMm);
  };
  const [left, depth, head] = recordedBox.edgesMm;
  return [beyond(left), beyond(depth), beyond(head)];
}

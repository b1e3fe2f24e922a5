import type { Scan } from '#contracts';
import { withinSentence } from '#foundation';
import {
  clockAngleDeg,
  clockText,
  type PlanePosition,
  positionToMm,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import { locationTexts } from '../../texts/location-texts.ts';
import { viewTexts } from '../../texts/view-texts.ts';
import { formatPosition, PLANE_TITLE } from './plane-text.ts';

/** A plane to be saved as an image. */
export interface CapturedPlane {
  readonly plane: VolumePlane;
  readonly scan: Pick<Scan, 'id' | 'label'>;
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3 | null;
  readonly position: PlanePosition;
}

/**
 * Returns the caption of a saved image: side, plane and slab, then clock position and distance of
 * the linked position and the position of the plane. Contains no patient data.
 */
export function captionOf(shown: CapturedPlane, slab: string): readonly string[] {
  const { plane, scan, volume, nippleMm, position } = shown;
  const { name, value, unit } = formatPosition(volume, nippleMm, position, plane);
  const planePosition = plane === 'RAD' ? `${name} ${value}` : `${name} ${value} ${unit}`;
  return [
    [scan.label, PLANE_TITLE[plane], slab].join(' · '),
    [...fromNipple(positionToMm(volume, position), nippleMm), withinSentence(planePosition)].join(
      ' · ',
    ),
  ];
}

function fromNipple(pointMm: Vec3, nippleMm: Vec3 | null): readonly string[] {
  if (nippleMm === null) return [locationTexts.noNipple];
  const [dx, dz] = [pointMm[0] - nippleMm[0], pointMm[2] - nippleMm[2]];
  const clock = clockText(clockAngleDeg(dx, dz), 1);
  return [clock, locationTexts.fromNipple(Math.round(Math.hypot(dx, dz)))];
}

/**
 * Returns the file name of a saved image, e.g. 'breast-R-coronal-01a1fe5b-marked.png'; contains
 * part of the scan id, never the patient's name.
 */
export function imageFileName(
  { scan, plane }: Pick<CapturedPlane, 'scan' | 'plane'>,
  kind: 'marked' | 'clean',
): string {
  const parts = ['breast', scan.label.replaceAll(' ', '-'), PLANE_TITLE[plane].toLowerCase()];
  return viewTexts.image.file([...parts, scan.id.slice(0, 8), kind]);
}

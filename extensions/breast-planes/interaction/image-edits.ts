import type { Scan } from '#contracts';
import { type ExtensionContext, noticesToken, studyToken, viewStateToken } from '#core';
import { checkNippleMark } from '#findings';
import {
  add,
  cross,
  imageToMm,
  isInsideImage,
  type NormalisedPoint,
  offPlaneMm,
  type PlanePosition,
  scale,
  type Vec3,
  VOLUME_PLANES,
} from '#geometry';
import { nippleServicesOf, placeNipple } from '../commands/findings/place-nipple.ts';
import {
  positionAfterClick,
  positionKey,
  positionThrough,
} from '../model/planes/linked-position.ts';
import { clampToSoundField, isInSoundField } from '../model/planes/sound-field.ts';
import { markRejections } from '../state/findings/mark-rejections.ts';
import { nipplePlacingToken } from '../state/views/nipple-placing.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { readingToken } from '../state/volumes/reading-state.ts';
import { readingTexts } from '../texts/reading-texts.ts';

/**
 * Moves every other plane through a point of the image, clamped to the sound field; on a raw frame,
 * every plane. A single image moves no plane.
 */
export function moveOtherPlanes(
  context: ExtensionContext,
  ready: ReadyImage,
  at: NormalisedPoint,
): void {
  const { volume, nippleMm, position, scan, frame } = ready;
  if (volume === null) return;
  const pointMm = clampToSoundField(volume, frame, imageToMm(frame, at.u, at.v));
  const plane = VOLUME_PLANES.find((known) => known === ready.plane);
  const newPosition =
    plane === undefined
      ? positionThrough(volume, nippleMm, pointMm, position.rad)
      : positionAfterClick(volume, nippleMm, position, plane, pointMm);
  context.use(viewStateToken).setPosition(scan.id, newPosition);
}

/**
 * Moves the other planes through the centre of a new mark if only one plane of its scan is on the
 * screen, so that the other planes show the finding once they are hung. Otherwise moves no plane.
 */
export function moveHiddenPlanes(
  context: ExtensionContext,
  ready: ReadyImage,
  points: readonly NormalisedPoint[],
): void {
  const cells = Object.values(context.tryUse(readingToken)?.store.getState().cells ?? {});
  const shown = cells.filter(({ scanId }) => scanId === ready.scan.id);
  const isPlane = VOLUME_PLANES.some((plane) => plane === ready.plane);
  if (!isPlane || shown.length !== 1 || points.length === 0) return;
  const mean = (coordinate: (point: NormalisedPoint) => number): number =>
    points.reduce((sum, point) => sum + coordinate(point), 0) / points.length;
  moveOtherPlanes(context, ready, { u: mean(({ u }) => u), v: mean(({ v }) => v) });
}

/** Returns the slice coordinate of a plane or the number of a raw frame; null if unknown. */
function imageNumberOf(ready: ReadyImage): number | null {
  const plane = VOLUME_PLANES.find((known) => known === ready.plane);
  return plane === undefined ? (ready.imageNumber ?? null) : ready.position[positionKey(plane)];
}

/**
 * Sets the nipple at the clicked point; the angle of the location is measured about the rotation
 * axis. Stays in placing mode after a rejection.
 */
export function setNippleAt(
  context: ExtensionContext,
  ready: ReadyImage,
  at: NormalisedPoint,
): void {
  const location = nippleLocationAt(context, ready, at);
  if (location === null) return;
  context.use(viewStateToken).set({ isPlacingNipple: false });
  saveNipple(context, ready, location, (scan) => {
    void context.tryUse(nipplePlacingToken)?.finish(scan);
  });
}

/**
 * Moves the nipple to a point of the image and keeps the nipple's distance from the image plane,
 * because a point of the image does not define that distance.
 */
export function moveNippleTo(
  context: ExtensionContext,
  ready: ReadyImage,
  at: NormalisedPoint,
): void {
  const { frame, nippleMm } = ready;
  const offMm = nippleMm === null ? 0 : offPlaneMm(frame, nippleMm);
  const normal = cross(frame.down, frame.right);
  const location = nippleLocationAt(context, ready, at, scale(normal, offMm));
  if (location !== null) saveNipple(context, ready, location);
}

/**
 * Returns the nipple location for a point of the image plus an offset in the patient, or null after
 * a notice with the reason.
 */
function nippleLocationAt(
  context: ExtensionContext,
  ready: ReadyImage,
  at: NormalisedPoint,
  offsetMm: Vec3 = [0, 0, 0],
): PlanePosition | null {
  const notices = context.use(noticesToken);
  if (context.use(studyToken).store.getState().targetScanId !== ready.scan.id) {
    notices.show('user-error', readingTexts.nipple.openScan);
    return null;
  }
  const { volume, frame } = ready;
  if (volume === null) {
    notices.show('user-error', markRejections.noLocation);
    return null;
  }
  const pointMm = add(imageToMm(frame, at.u, at.v), offsetMm);
  const isInside = isInsideImage(at) && isInSoundField(volume, pointMm);
  const location = isInside ? positionThrough(volume, null, pointMm, 0) : null;
  const checked = checkNippleMark(location, imageNumberOf(ready));
  if (!checked.ok)
    notices.show('user-error', `${checked.problem.title}. ${checked.problem.detail}`);
  return checked.ok ? location : null;
}

function saveNipple(
  context: ExtensionContext,
  ready: ReadyImage,
  location: PlanePosition,
  onSaved: (scan: Scan) => void = () => undefined,
): void {
  const notices = context.use(noticesToken);
  const study = context.use(studyToken);
  placeNipple(nippleServicesOf(context, study), ready.scan, location).then(
    (result) => {
      if (!result.ok) return notices.showProblem(result.problem);
      notices.show('success', readingTexts.nipple.set);
      onSaved(ready.scan);
    },
    (thrown: unknown) =>
      context.log.log('error', 'Could not set the nipple', { why: String(thrown) }),
  );
}

import { type ExtensionContext, noticesToken, studyToken, viewStateToken } from '#core';
import { checkNippleMark } from '#findings';
import { imageToMm, isInsideImage, type NormalisedPoint, VOLUME_PLANES } from '#geometry';
import { nippleServicesOf, placeNipple } from '../commands/place-nipple.ts';
import { positionAfterClick, positionKey, positionThrough } from '../model/linked-position.ts';
import type { ReadyImage } from '../state/ready-image.ts';
import { readingTexts } from '../texts/reading-texts.ts';

/** Every other plane goes through the place under the pointer. */
export function moveOthers(
  context: ExtensionContext,
  ready: ReadyImage,
  at: NormalisedPoint,
): void {
  const { volume, nippleMm, position, scan, frame } = ready;
  const placeMm = imageToMm(frame, at.u, at.v);
  const plane = VOLUME_PLANES.find((known) => known === ready.plane);
  const moved =
    plane === undefined
      ? positionThrough(volume, nippleMm, placeMm, position.rad)
      : positionAfterClick(volume, nippleMm, position, plane, placeMm);
  context.use(viewStateToken).setPosition(scan.id, moved);
}

/** The number of the image that is shown: a slice's place, or a raw frame's number. */
function imageNumberOf(ready: ReadyImage): number | null {
  const plane = VOLUME_PLANES.find((known) => known === ready.plane);
  return plane === undefined ? (ready.imageNumber ?? null) : ready.position[positionKey(plane)];
}

/** Sets the nipple where somebody clicked; its own angle counts about the rotation axis. */
export function setNippleAt(
  context: ExtensionContext,
  ready: ReadyImage,
  at: NormalisedPoint,
): void {
  context.use(viewStateToken).set({ placingNipple: false });
  const notices = context.use(noticesToken);
  const study = context.use(studyToken);
  if (study.store.getState().targetScanId !== ready.scan.id) {
    notices.show('user-error', readingTexts.nipple.openScan);
    return;
  }
  const location = isInsideImage(at)
    ? positionThrough(ready.volume, null, imageToMm(ready.frame, at.u, at.v), 0)
    : null;
  const checked = checkNippleMark(location, imageNumberOf(ready));
  if (!checked.ok)
    notices.show('user-error', `${checked.problem.title}. ${checked.problem.detail}`);
  if (!checked.ok || location === null) return;
  placeNipple(nippleServicesOf(context, study), ready.scan, location).then(
    (set) => {
      if (set.ok) notices.show('success', readingTexts.nipple.set);
      else notices.showProblem(set.problem);
    },
    (thrown: unknown) =>
      context.log.log('error', 'Setting the nipple threw', { why: String(thrown) }),
  );
}

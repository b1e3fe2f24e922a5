import {
  type ExtensionContext,
  noticesToken,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import { newId } from '#foundation';
import type { Vec3 } from '#geometry';
import { sameFrame } from '../model/image-layout.ts';
import { lengthMark } from '../model/length-mark.ts';
import { positionThrough } from '../model/linked-position.ts';
import { type LengthGesture, lengthTool } from '../state/length-tool.ts';
import type { ReadyPlane } from '../state/ready-image.ts';
import { readingTexts } from '../texts/reading-texts.ts';

/** Whether a mark may begin here; says why not. */
export function mayDraw(context: ExtensionContext, scanId: string): boolean {
  const notices = context.use(noticesToken);
  if (!context.use(sessionToken).can(['ANTN_CREATE'])) {
    notices.show('user-error', readingTexts.marks.notYourRole);
    return false;
  }
  return isOpened(context, scanId, readingTexts.marks.openScan);
}

/** The document takes every edit for the opened scan: on a picture of another one, `why` is said. */
function isOpened(context: ExtensionContext, scanId: string, why: string): boolean {
  if (context.use(studyToken).store.getState().targetScanId === scanId) return true;
  context.use(noticesToken).show('user-error', why);
  return false;
}

/** Makes a finding of a drawn length; nothing when it was a click or the plane moved meanwhile. */
export function saveLength(
  context: ExtensionContext,
  { plane, frame, position }: ReadyPlane,
  gesture: LengthGesture,
): void {
  const [start, end] = lengthTool.end(gesture) ?? [];
  if (start === undefined || end === undefined) return;
  const notices = context.use(noticesToken);
  if (!sameFrame(gesture.frame, frame)) {
    notices.show('user-error', readingTexts.marks.planeMoved);
    return;
  }
  const mark = lengthMark(newId(), plane, frame, position, start, end);
  const added = context.use(studyToken).addFinding(mark);
  if (!added.ok) notices.showProblem(added.problem);
}

/** Sets the nipple where somebody clicked; its own angle counts about the rotation axis. */
export function setNippleAt(context: ExtensionContext, plane: ReadyPlane, pointMm: Vec3): void {
  context.use(viewStateToken).set({ placingNipple: false });
  const notices = context.use(noticesToken);
  if (!isOpened(context, plane.scan.id, readingTexts.nipple.openScan)) return;
  const location = positionThrough(plane.volume, null, pointMm, 0);
  context
    .use(studyToken)
    .setNipple(location)
    .then(
      (set) => {
        if (set.ok) notices.show('success', readingTexts.nipple.set);
        else notices.showProblem(set.problem);
      },
      (thrown: unknown) =>
        context.log.log('error', 'Setting the nipple threw', { why: String(thrown) }),
    );
}

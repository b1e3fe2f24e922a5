import { type Problem, problem } from '#foundation';
import { pictureTexts } from '../texts/picture-texts.ts';

/** A scene could not be drawn this time; `detail` says what went wrong. */
export const sceneNotDrawn = (detail: string): Problem =>
  problem(
    'SCENE_NOT_DRAWN',
    pictureTexts.drawing.failed,
    detail,
    pictureTexts.drawing.next,
    'breast-planes',
  );

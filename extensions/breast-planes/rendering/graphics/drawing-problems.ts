import { type Problem, problem } from '#foundation';
import { imageTexts } from '../../texts/image-texts.ts';

const { drawing } = imageTexts;

/** Neither 3D views nor GPU rendering of planes are available. */
export const noWebGl2 = (): Problem =>
  problem(
    'NO_WEBGL2',
    drawing.noWebGl.title,
    drawing.noWebGl.detail,
    drawing.noWebGl.next,
    'breast-planes',
  );

/** The code of the library could not be loaded; `detail` contains the cause. */
export const cornerstoneNotLoaded = (detail: string): Problem =>
  problem('CORNERSTONE_NOT_LOADED', drawing.notLoaded, detail, drawing.nextLoad, 'breast-planes');

/** The cell of a viewport shows no plane, or closes before its image is complete. */
export const noPlane = (): Problem =>
  problem('NO_PLANE', drawing.noPlane.title, '', drawing.noPlane.next, 'breast-planes');

const failed = (code: string, detail: string): Problem =>
  problem(code, drawing.failed, detail, drawing.next, 'breast-planes');

/** A plane could not be drawn this time; `detail` contains the cause. */
export const notDrawn = (detail: string): Problem => failed('PLANE_NOT_DRAWN', detail);

/** A 3D scene could not be drawn this time; `detail` contains the cause. */
export const sceneNotDrawn = (detail: string): Problem => failed('SCENE_NOT_DRAWN', detail);

import { type ExtensionContext, noticesToken } from '#core';
import { messageOf, problem } from '#foundation';
import { saveFile } from '#ui';
import { spaceTexts } from '../../texts/space-texts.ts';

/** Content of a saved image. */
export interface ViewImageContent {
  readonly canvas: HTMLCanvasElement | null;
  /** Element that sets the size of the image. */
  readonly view: HTMLElement | null;
  /** Svg overlays over the canvas, lowest first. */
  readonly overlays: readonly SVGSVGElement[];
  /** Caption lines at the bottom of the image. */
  readonly caption: readonly string[];
  /** Space below the caption in CSS pixels, e.g. for a scale bar. */
  readonly footPx?: number;
  readonly name: string;
}

/** Saves the content of a view as a PNG file; shows a problem and returns false if saving fails. */
export async function saveViewImage(
  context: ExtensionContext,
  content: ViewImageContent,
): Promise<boolean> {
  try {
    saveFile(await renderViewImage(content), content.name);
    return true;
  } catch (thrown) {
    context
      .use(noticesToken)
      .showProblem(
        problem(
          'PICTURE_FAILED',
          spaceTexts.surface.imageFailed,
          messageOf(thrown),
          spaceTexts.surface.imageFailedNext,
          'breast-planes',
        ),
      );
    return false;
  }
}

async function renderViewImage(content: ViewImageContent): Promise<Blob> {
  const { canvas, view, overlays, caption, footPx = 8 } = content;
  if (canvas === null || view === null) throw new Error('No image');
  const { clientWidth: width, clientHeight: height } = view;
  const output = document.createElement('canvas');
  output.width = width * devicePixelRatio;
  output.height = height * devicePixelRatio;
  const context2d = output.getContext('2d');
  if (context2d === null) throw new Error('No 2D context');
  context2d.drawImage(canvas, 0, 0, output.width, output.height);
  for (const overlay of overlays) {
    context2d.drawImage(await renderSvg(overlay, width, height), 0, 0, output.width, output.height);
  }
  drawCaption(context2d, caption, output.height - footPx * devicePixelRatio);
  const blob = await new Promise<Blob | null>((resolve) => output.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('No PNG');
  return blob;
}

/** Height of a caption line in CSS pixels. */
const LINE_PX = 18;

/**
 * Draws white text with a black outline, readable on tissue and on black. `bottomPx` is the baseline
 * of the last line in pixels of the canvas.
 */
function drawCaption(
  context2d: CanvasRenderingContext2D,
  caption: readonly string[],
  bottomPx: number,
): void {
  const scale = devicePixelRatio;
  context2d.font = `${13 * scale}px ${getComputedStyle(document.body).fontFamily}`;
  context2d.lineWidth = 3 * scale;
  context2d.strokeStyle = 'black';
  context2d.fillStyle = 'white';
  caption.forEach((line, index) => {
    const y = bottomPx - (caption.length - 1 - index) * LINE_PX * scale;
    context2d.strokeText(line, 22 * scale, y);
    context2d.fillText(line, 22 * scale, y);
  });
}

const COPIED_STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'paint-order',
  // The `font` shorthand is empty with tabular numbers, so the longhand properties are copied.
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'opacity',
];

/**
 * Renders an svg of the page as an image. Style sheets do not apply to the image, so computed
 * styles are copied to each element.
 */
async function renderSvg(
  svg: SVGSVGElement,
  width: number,
  height: number,
): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const sources = [...svg.querySelectorAll('*')];
  copy.querySelectorAll('*').forEach((element, index) => {
    const source = sources[index];
    if (source === undefined) return;
    const style = getComputedStyle(source);
    element.setAttribute(
      'style',
      COPIED_STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'),
    );
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

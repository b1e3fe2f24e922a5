import { type ExtensionContext, noticesToken } from '#core';
import { messageOf, problem } from '#foundation';
import { saveFile } from '#ui';
import { spaceTexts } from '../texts/space-texts.ts';

/** Saves what a view shows as a PNG: the canvas, and the letters and marks that lie over it. */
export async function savePicture(
  canvas: HTMLCanvasElement | null,
  view: HTMLElement | null,
  name: string,
  context: ExtensionContext,
): Promise<void> {
  try {
    if (canvas === null || view === null) throw new Error('No picture');
    const { clientWidth: width, clientHeight: height } = view;
    const page = document.createElement('canvas');
    page.width = width * devicePixelRatio;
    page.height = height * devicePixelRatio;
    const pen = page.getContext('2d');
    if (pen === null) throw new Error('No 2D context');
    pen.drawImage(canvas, 0, 0, page.width, page.height);
    const overlay = view.querySelector('svg');
    if (overlay !== null)
      pen.drawImage(await rendered(overlay, width, height), 0, 0, page.width, page.height);
    const blob = await new Promise<Blob | null>((resolve) => page.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('No PNG');
    saveFile(blob, name);
  } catch (thrown) {
    context
      .use(noticesToken)
      .showProblem(
        problem(
          'PICTURE_FAILED',
          spaceTexts.surface.pictureFailed,
          messageOf(thrown),
          spaceTexts.surface.pictureNext,
          'breast-planes',
        ),
      );
  }
}

const DRAWN_BY = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'paint-order',
  'font',
  'text-anchor',
  'dominant-baseline',
  'opacity',
];

/** An svg of the page as a picture of its own: style sheets do not come along, so each part carries its style. */
async function rendered(
  svg: SVGSVGElement,
  width: number,
  height: number,
): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg, copy].map((root) => [...root.querySelectorAll<SVGElement>('*')]);
  to?.forEach((part, n) => {
    const source = from?.[n];
    if (source === undefined) return;
    const style = getComputedStyle(source);
    part.setAttribute(
      'style',
      DRAWN_BY.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'),
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

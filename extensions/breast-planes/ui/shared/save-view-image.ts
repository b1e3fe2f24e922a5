import type { Scan } from '#contracts';
import { type ExtensionContext, noticesToken } from '#core';
import { messageOf, problem } from '#foundation';
import { saveFile } from '#ui';
import { readImageSubject } from '../../loading/read-image-subject.ts';
import { subjectLines, wrapLine } from '../../model/findings/image-caption.ts';
import type { ViewSize } from '../../model/planes/image-layout.ts';
import { spaceTexts } from '../../texts/space-texts.ts';

/** An image without its caption. */
export interface ViewImage {
  readonly canvas: HTMLCanvasElement;
  /** Addresses of the overlays as svg images of the size of the canvas, lowest first. */
  readonly overlays: readonly string[];
  /** Pixels of the canvas for each CSS pixel of texts. */
  readonly scale: number;
}

/** Content of a saved image. */
export interface ViewImageContent {
  /** Copies or renders the image; called at once, before the view can change. */
  image(): ViewImage | Promise<ViewImage>;
  /** Scan of the image; its patient, study, day and side are written below every image. */
  readonly scan: Scan;
  /** Caption lines below those of the scan. */
  readonly caption: readonly string[];
  readonly name: string;
}

/**
 * Parts of an overlay that belong to the screen alone, such as handles and drawings in progress;
 * saved images leave them out.
 */
const SCREEN_ONLY = '[data-screen-only]';

/**
 * Saves an image as a PNG file, with the caption below the image; shows a problem and
 * returns false if saving fails.
 */
export async function saveViewImage(
  context: ExtensionContext,
  content: ViewImageContent,
): Promise<boolean> {
  const failed = (detail: string): false => {
    const { imageFailed, imageFailedNext } = spaceTexts.surface;
    const cause = problem('PICTURE_FAILED', imageFailed, detail, imageFailedNext, 'breast-planes');
    context.use(noticesToken).showProblem(cause);
    return false;
  };
  try {
    const image = await content.image();
    const subject = await readImageSubject(context, content.scan);
    if (!subject.ok) return failed(subject.problem.detail);
    const caption = [...subjectLines(subject.value), ...content.caption];
    saveFile(await renderViewImage(image, caption), content.name);
    return true;
  } catch (thrown) {
    return failed(messageOf(thrown));
  }
}

/** View on the screen and the svg overlays over its canvas, lowest first. */
export interface ShownView {
  readonly canvas: HTMLCanvasElement | null;
  readonly view: HTMLElement | null;
  readonly overlays: readonly SVGSVGElement[];
}

/** Copies a view as it is on the screen. */
export function copyView({ canvas, view, overlays }: ShownView): ViewImage {
  if (canvas === null || view === null) throw new Error('No image');
  const { clientWidth: width, clientHeight: height } = view;
  const scale = devicePixelRatio;
  const copy = createCanvas(width * scale, height * scale);
  contextOf(copy).drawImage(canvas, 0, 0, copy.width, copy.height);
  return { canvas: copy, overlays: overlayAddresses(overlays, { width, height }), scale };
}

/** Returns the addresses of overlays as svg images, without overlays of the screen alone. */
export function overlayAddresses(
  overlays: readonly SVGSVGElement[],
  { width, height }: ViewSize,
): readonly string[] {
  return overlays
    .filter((svg) => !svg.matches(SCREEN_ONLY))
    .map((svg) => svgAddress(svg, width, height));
}

export function createCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context2d = canvas.getContext('2d');
  if (context2d === null) throw new Error('No 2D context');
  return context2d;
}

/** Size of the caption in CSS pixels. */
const CAPTION = { fontPx: 13, linePx: 18, paddingPx: 10 } as const;

async function renderViewImage(image: ViewImage, caption: readonly string[]): Promise<Blob> {
  const { canvas, overlays, scale } = image;
  const { width, height } = canvas;
  const font = `${CAPTION.fontPx * scale}px ${getComputedStyle(document.body).fontFamily}`;
  const measuring = contextOf(createCanvas(1, 1));
  measuring.font = font;
  const lines = caption.flatMap((line) =>
    wrapLine(
      line,
      width - 2 * CAPTION.paddingPx * scale,
      (text) => measuring.measureText(text).width,
    ),
  );
  const captionPx = (lines.length * CAPTION.linePx + 2 * CAPTION.paddingPx) * scale;
  const output = createCanvas(width, height + captionPx);
  const context2d = contextOf(output);
  context2d.fillStyle = 'black';
  context2d.fillRect(0, 0, output.width, output.height);
  context2d.drawImage(canvas, 0, 0);
  for (const address of overlays) {
    context2d.drawImage(await loadImage(address), 0, 0, width, height);
  }
  context2d.font = font;
  context2d.textBaseline = 'top';
  context2d.fillStyle = 'white';
  lines.forEach((line, index) => {
    const y = height + (CAPTION.paddingPx + index * CAPTION.linePx) * scale;
    context2d.fillText(line, CAPTION.paddingPx * scale, y);
  });
  const blob = await new Promise<Blob | null>((resolve) => output.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('No PNG');
  return blob;
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
 * Returns the address of an svg of the page as an image. Style sheets do not apply to the image, so
 * computed styles are copied to each element.
 */
function svgAddress(svg: SVGSVGElement, width: number, height: number): string {
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
  for (const element of copy.querySelectorAll(SCREEN_ONLY)) element.remove();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

import type { Page } from 'playwright-core';
import { VOLUME_PLANES } from '#geometry';
import type { ImagePlane, PointPx } from './expected-view.ts';
import { type Blob, findBlobs, type GreyImage } from './find-blobs.ts';

/** Half the level of the darkest ball. */
const THRESHOLD = 35;
const STABLE_READS = 40;
const READ_INTERVAL_MS = 60;

/** What a person sees of a plane; pixels count from the top left corner of the image area. */
export interface ShownView {
  readonly plane: ImagePlane;
  readonly width: number;
  readonly height: number;
  /** Offset of the image area in the page. */
  readonly leftPx: number;
  readonly topPx: number;
  readonly pxPerMm: number;
  readonly blobs: readonly Blob[];
  readonly letters: Readonly<Record<string, string>>;
  /** Where the lines of the other planes lie; null: not drawn. */
  readonly lineX: number | null;
  readonly lineY: number | null;
}

/** Canvas of a view as the page reports it. */
interface RawView {
  readonly plane: ImagePlane;
  readonly box: { readonly left: number; readonly top: number };
  readonly size: { readonly width: number; readonly height: number };
  readonly canvas: { readonly left: number; readonly top: number; readonly width: number };
  readonly widthPx: number;
  readonly heightPx: number;
  readonly greyLevels: string;
  readonly drawn: string;
  readonly letters: Readonly<Record<string, string>>;
  readonly lines: Readonly<Record<string, string>>;
}

/** Runs in the page: reads the canvases and overlays of the planes. */
function readRawViews(planes: readonly ImagePlane[]): readonly RawView[] {
  return planes.map((plane) => {
    const image = document.querySelector<HTMLElement>(`[data-testid=image-${plane}]`);
    const host = image?.querySelector<HTMLElement>('[data-drawn]');
    const canvas = [...(host?.querySelectorAll('canvas') ?? [])].find(({ width }) => width > 0);
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!image || !host || !canvas || !pixels) throw new Error(`No image of ${plane}`);
    let text = '';
    const part = new Uint8Array(canvas.width);
    for (let start = 0; start < pixels.length; start += 4 * canvas.width) {
      for (let x = 0; x < canvas.width; x += 1) part[x] = pixels[start + 4 * x] ?? 0;
      text += String.fromCharCode(...part);
    }
    const box = image.getBoundingClientRect();
    const on = canvas.getBoundingClientRect();
    const letters = [...image.querySelectorAll<SVGElement>('[data-edge]')].map((element) => [
      element.dataset.edge ?? '',
      element.textContent ?? '',
    ]);
    const lines = [...image.querySelectorAll<SVGElement>('[data-testid^=line-]')].map((line) => [
      line.dataset.testid?.slice(5) ?? '',
      line.querySelector('path')?.getAttribute('d') ?? '',
    ]);
    return {
      plane,
      box: { left: box.left, top: box.top },
      size: { width: box.width, height: box.height },
      canvas: { left: on.left - box.left, top: on.top - box.top, width: on.width },
      widthPx: canvas.width,
      heightPx: canvas.height,
      greyLevels: btoa(text),
      drawn: host.dataset.drawn ?? '',
      letters: Object.fromEntries(letters),
      lines: Object.fromEntries(lines),
    };
  });
}

/** Reads the planes as soon as their images no longer change. */
export async function readViews(
  page: Page,
  planes: readonly ImagePlane[] = VOLUME_PLANES,
): Promise<readonly ShownView[]> {
  let before = '';
  for (let read = 0; read < STABLE_READS; read += 1) {
    const views = await page.evaluate(readRawViews, planes);
    const now = JSON.stringify(views);
    if (now === before) return views.map(toShownView);
    before = now;
    await page.waitForTimeout(READ_INTERVAL_MS);
  }
  throw new Error('The images keep changing');
}

function toShownView(raw: RawView): ShownView {
  const cssPx = raw.canvas.width / raw.widthPx;
  const image: GreyImage = {
    width: raw.widthPx,
    height: raw.heightPx,
    levels: new Uint8Array(Buffer.from(raw.greyLevels, 'base64')),
  };
  const blobs = findBlobs(image, THRESHOLD).map((blob) => ({
    ...blob,
    x: raw.canvas.left + blob.x * cssPx,
    y: raw.canvas.top + blob.y * cssPx,
  }));
  return {
    plane: raw.plane,
    width: raw.size.width,
    height: raw.size.height,
    leftPx: raw.box.left,
    topPx: raw.box.top,
    // The fifth value of `data-drawn` is the scale.
    pxPerMm: Number(raw.drawn.split(' ')[4]),
    blobs,
    letters: raw.letters,
    lineX: startOf(raw.lines[VERTICAL[raw.plane] ?? ''])?.x ?? null,
    lineY: startOf(raw.lines[HORIZONTAL[raw.plane] ?? ''])?.y ?? null,
  };
}

/** Planes whose lines are vertical and horizontal in an image. */
const VERTICAL: Readonly<Partial<Record<ImagePlane, string>>> = {
  COR: 'SAG',
  TRA: 'SAG',
  SAG: 'TRA',
  ARAD: 'RAD',
};
const HORIZONTAL: Readonly<Partial<Record<ImagePlane, string>>> = {
  COR: 'TRA',
  TRA: 'COR',
  SAG: 'COR',
  RAD: 'COR',
  ARAD: 'COR',
};

/** Returns the first point of a path such as 'M12 34L56 78'. */
function startOf(path: string | undefined): PointPx | null {
  const match = /^M(-?[\d.]+) (-?[\d.]+)/.exec(path ?? '');
  return match === null ? null : { x: Number(match[1]), y: Number(match[2]) };
}

/** Decodes a PNG or JPEG file in the page; pixels in colour count as 0. */
export async function decodeImage(page: Page, base64: string): Promise<GreyImage> {
  const raw = await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('No 2D context');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = '';
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
      const isGrey = Math.max(r, g, b) - Math.min(r, g, b) <= 8;
      text += String.fromCharCode(isGrey ? r : 0);
    }
    return { width: bitmap.width, height: bitmap.height, greyLevels: btoa(text) };
  }, base64);
  const { width, height, greyLevels } = raw;
  return { width, height, levels: new Uint8Array(Buffer.from(greyLevels, 'base64')) };
}

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  type Finding,
  GENERATOR_COLOURS,
  type Mark,
  type MarkType,
  type PlaneView,
  type Scan,
} from '#contracts';
import { newId } from '#foundation';
import {
  type ImageFrame,
  imageFrame,
  imageToMm,
  mmToImage,
  mmToPosition,
  type NormalisedPoint,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import type { ApiReader } from '../product/api.ts';
import type { Spot } from './reading.ts';

/** Tool shortcuts of the reading page. */
export const TOOL_KEYS: Readonly<Record<MarkType, string>> = {
  ARROW: 'w',
  ELLIPTICAL: 'o',
  FREEHAND: 'd',
  LENGTH: 'm',
  TEXT: 't',
  SELECTMARK: 's',
  PLANELOCATOR: 'j',
  CROSS: 'c',
  BOUNDING_BOX: 'r',
};

/** Returns a length of `mm` millimetres, centred at `atMm` in the transverse plane. */
export function aLength(geometry: VolumeGeometry, atMm: Vec3, mm: number): Mark {
  const position = mmToPosition(geometry, null, atMm, 0);
  const frame = imageFrame(geometry, 'TRA', null, position);
  const pointAt = (xMm: number) => mmToImage(frame, [atMm[0] + xMm, atMm[1], atMm[2]]);
  return {
    id: newId(),
    markType: 'LENGTH',
    planeView: 'TRA',
    rep: true,
    frame,
    ...position,
    markViewParams: {
      points: [pointAt(-mm / 2), pointAt(mm / 2)],
      colour: GENERATOR_COLOURS.USER,
      unit: 'mm',
      lineWidth: 1.5,
      radius: 5,
      shape: 'line',
      generatedBy: 'USER',
    },
  };
}

/** A view of the page with the frame that maps its image to the patient. */
export interface Sheet {
  readonly page: Page;
  readonly plane: PlaneView;
  readonly frame: ImageFrame;
}

/** Returns the current image of a plane; `nippleMm` defines the radial plane. */
export async function sheetOf(
  page: Page,
  plane: VolumePlane,
  volume: VolumeGeometry,
  nippleMm: Vec3 | null = null,
): Promise<Sheet> {
  const positionText =
    (await page.getByTestId(`view-${plane}`).getAttribute('data-position')) ?? '';
  const coordinate = (key: string): number =>
    Number(new RegExp(`${key}=(\\S+)`).exec(positionText)?.[1]);
  const position = {
    sag: coordinate('sag'),
    tra: coordinate('tra'),
    depth: coordinate('depth'),
    rad: coordinate('rad'),
  };
  return { page, plane, frame: imageFrame(volume, plane, nippleMm, position) };
}

/**
 * Returns the position of an image point in its view. Images of planes are centred, and the view
 * states their scale.
 */
export async function spotIn(
  { page, plane, frame }: Sheet,
  { u, v }: NormalisedPoint,
): Promise<Spot & { readonly pxPerMm: number }> {
  if (plane === 'CEN' || plane === 'PER') return spotInFrame(page, plane, frame, { u, v });
  const shown = await page.getByTestId(`image-${plane}`).evaluate((element) => {
    const host = element.querySelector<HTMLElement>('[data-drawn]');
    const { width, height } = element.getBoundingClientRect();
    return { width, height, pxPerMm: Number(host?.dataset.drawn?.split(' ')[4]) };
  });
  return {
    x: Math.round(shown.width / 2 + (u - 0.5) * frame.widthMm * shown.pxPerMm),
    y: Math.round(shown.height / 2 + (v - 0.5) * frame.heightMm * shown.pxPerMm),
    pxPerMm: shown.pxPerMm,
  };
}

/** Returns the position of an image point in the view of a raw frame, from its canvas. */
async function spotInFrame(
  page: Page,
  sweep: 'CEN' | 'PER',
  { widthMm }: ImageFrame,
  { u, v }: NormalisedPoint,
): Promise<Spot & { readonly pxPerMm: number }> {
  const [imageBox, canvas] = await Promise.all(
    [`image-${sweep}`, `canvas-${sweep}`].map((id) => page.getByTestId(id).boundingBox()),
  );
  if (!imageBox || !canvas) throw new Error(`No ${sweep} frame is displayed`);
  return {
    x: Math.round(canvas.x - imageBox.x + u * canvas.width),
    y: Math.round(canvas.y - imageBox.y + v * canvas.height),
    pxPerMm: canvas.width / widthMm,
  };
}

/** Returns the position of an image point in CSS pixels of the page, for the mouse. */
export async function onPage(sheet: Sheet, at: NormalisedPoint): Promise<Spot> {
  const spot = await spotIn(sheet, at);
  const box = await sheet.page.getByTestId(`image-${sheet.plane}`).boundingBox();
  return { x: (box?.x ?? 0) + spot.x, y: (box?.y ?? 0) + spot.y };
}

const plus = (point: NormalisedPoint, u: number, v: number): NormalisedPoint => ({
  u: point.u + u,
  v: point.v + v,
});

/**
 * Returns the four corners of a rectangle, clockwise from the upper left corner `at`; `size` is the
 * share of the image's width and height.
 */
const corners = (at: NormalisedPoint, size: number) =>
  [at, plus(at, size, 0), plus(at, size, size), plus(at, 0, size)] as const;

/** Draws a path of page positions; a path with a single position is a press. */
export type Gesture = (path: readonly Spot[]) => Promise<void>;

const drawWithMouse =
  ({ mouse }: Page): Gesture =>
  async ([first, ...rest]) => {
    if (first === undefined) return;
    await mouse.move(first.x, first.y);
    await mouse.down();
    for (const { x, y } of rest) await mouse.move(x, y, { steps: 8 });
    await mouse.up();
  };

/** Draws a mark, with the mouse by default; `at` is its upper left corner in the image. */
export async function drawMark(
  sheet: Sheet,
  type: MarkType,
  at: NormalisedPoint,
  size = 0.08,
  gesture: Gesture = drawWithMouse(sheet.page),
): Promise<void> {
  const { page } = sheet;
  const [a, b, c, d] = corners(at, size);
  const drawAlong = async (...path: readonly NormalisedPoint[]): Promise<void> =>
    gesture(await Promise.all(path.map((point) => onPage(sheet, point))));
  await page.keyboard.press(TOOL_KEYS[type]);
  switch (type) {
    case 'ARROW':
    case 'LENGTH':
      return drawAlong(a, b);
    case 'ELLIPTICAL':
    case 'BOUNDING_BOX':
      return drawAlong(a, c);
    case 'CROSS':
      await drawAlong(a, b);
      return drawAlong(plus(at, size / 2, size / 2));
    case 'FREEHAND':
      return drawAlong(a, b, c, d);
    case 'TEXT':
      await drawAlong(a);
      await page.getByTestId('mark-words').fill('biopsy here');
      await page.getByTestId('mark-words').press('Enter');
      return;
    default:
      return drawAlong(a);
  }
}

/**
 * Returns the points that a drawn mark must contain, in the order of its points; for a freehand
 * outline its corners in any order.
 */
function expectedPoints(
  type: MarkType,
  at: NormalisedPoint,
  size: number,
): readonly NormalisedPoint[] {
  const [a, b, c, d] = corners(at, size);
  switch (type) {
    case 'ARROW':
    case 'LENGTH':
    case 'CROSS':
      return [a, b];
    case 'BOUNDING_BOX':
      return [a, c];
    case 'FREEHAND':
      return [a, b, c, d];
    case 'ELLIPTICAL':
      return [
        plus(at, 0, size / 2),
        plus(at, size, size / 2),
        plus(at, size / 2, 0),
        plus(at, size / 2, size),
      ];
    default:
      return [a];
  }
}

const mmOf = (frame: ImageFrame, { u, v }: NormalisedPoint): Vec3 => imageToMm(frame, u, v);

const distanceMm = (p: Vec3, q: Vec3): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

/** Replaces a missing point, which then is at a wrong position. */
const FAR_MM: Vec3 = [999, 999, 999];

/** Checks that the stored mark lies at the drawn position in the patient, within 1.5 pixels. */
export async function expectMarkAt(
  sheet: Sheet,
  mark: Mark | undefined,
  at: NormalisedPoint,
  size = 0.08,
): Promise<void> {
  if (mark === undefined) throw new Error('The mark is not stored');
  const { pxPerMm } = await spotIn(sheet, at);
  const stored = mark.markViewParams.points.map((point) => mmOf(mark.frame, point));
  for (const [idx, point] of expectedPoints(mark.markType, at, size).entries()) {
    const expectedMm = mmOf(sheet.frame, point);
    const errorMm =
      mark.markType === 'FREEHAND'
        ? Math.min(...stored.map((point) => distanceMm(point, expectedMm)))
        : distanceMm(stored[idx] ?? FAR_MM, expectedMm);
    expect(errorMm, `${sheet.plane} ${mark.markType} ${idx}`).toBeLessThan(1.5 / pxPerMm);
  }
  expect(mark.planeView).toBe(sheet.plane);
}

export async function findingsOf(
  api: ApiReader,
  scan: Pick<Scan, 'id'>,
): Promise<readonly Finding[]> {
  return ((await api.get(`/scans/${scan.id}/findings`)) as { items: Finding[] }).items;
}

export async function marksOf(api: ApiReader, scan: Pick<Scan, 'id'>): Promise<readonly Mark[]> {
  return (await findingsOf(api, scan)).flatMap(({ marks }) => Object.values(marks));
}

/** Waits until the server has exactly `count` marks. */
export async function storedMarks(
  api: ApiReader,
  scan: Pick<Scan, 'id'>,
  count: number,
): Promise<readonly Mark[]> {
  await expect.poll(async () => (await marksOf(api, scan)).length, { timeout: 15_000 }).toBe(count);
  return marksOf(api, scan);
}

/**
 * Returns type and bounding box of each mark in a view, in whole pixels, by the test id of its
 * finding; a further mark of a finding adds its rank among their ids. The box is that of the first
 * line.
 */
export function drawnMarks(
  page: Page,
  plane: PlaneView,
): Promise<Readonly<Record<string, string>>> {
  return page.getByTestId(`marks-${plane}`).evaluate((layer) => {
    const drawn = [
      ...layer.querySelectorAll<SVGGElement>('[data-mark]:not([data-testid=mark-preview])'),
    ].map((mark) => {
      const { testid = '', markId = '' } = mark.dataset;
      const line = [...mark.children].find(({ tagName }) => tagName === 'path');
      const box = line?.getBoundingClientRect();
      const label = [box?.x, box?.y, box?.width, box?.height].map((px) => Math.round(px ?? 0));
      return { testid, markId, text: `${mark.dataset.mark} ${label.join(' ')}` };
    });
    return Object.fromEntries(
      drawn.map(({ testid, markId, text }) => {
        const others = drawn.filter((other) => other.testid === testid && other.markId < markId);
        return [others.length === 0 ? testid : `${testid} ${others.length}`, text];
      }),
    );
  });
}

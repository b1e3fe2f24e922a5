import { useEffect, useMemo, useRef } from 'react';
import { GENERATOR_LETTERS } from '#contracts';
import type { Shape } from '#core';
import type { NormalisedPoint } from '#geometry';
import {
  type BoxPx,
  type LabelWish,
  type PlacedLabel,
  placeLabels,
} from '../../model/marks/label-layout.ts';
import type { PointPx, ViewSize } from '../../model/planes/image-layout.ts';
import type { VisibleMark } from '../../state/findings/visible-marks.ts';

type ToPx = (at: NormalisedPoint) => PointPx;

/** Where the words of one mark stand: its finding's number, and what it measures. */
export interface MarkLabels {
  readonly chip: PlacedLabel | null;
  readonly measures: readonly PlacedLabel[];
}

/** Flat marks carry their number higher, so that it does not stand on their ends. */
const FLAT_PX = 24;
const CHIP_HEIGHT_PX = 20;
/** Of words in 12 px. */
const LETTER_PX = 7;
const WORD_HEIGHT_PX = 16;

export const chipWidth = (label: number, letter: string | null): number =>
  Math.max(20, 10 + LETTER_PX * String(label).length) + (letter === null ? 0 : 15);

/** Measured words stand beside their place; this is where they begin. */
export const MEASURE_OFFSET: PointPx = { x: 10, y: 12 };

/** Whether the words that a mark measures are shown: always of lengths, of areas on the selected finding. */
export const showsMeasures = (markType: string | null, selected: boolean): boolean =>
  selected || markType === 'LENGTH' || markType === 'CROSS';

/**
 * The places of all words on an image. They hold their side while the picture moves, and a mark whose
 * words did not move keeps the same object.
 */
export function useMarkLabels(
  marks: readonly VisibleMark[],
  selectedId: string | null,
  toPx: ToPx,
  view: ViewSize,
): ReadonlyMap<string, MarkLabels> {
  const last = useRef<{
    readonly held: ReadonlyMap<string, number>;
    readonly labels: ReadonlyMap<string, MarkLabels>;
  }>({ held: new Map(), labels: new Map() });
  const now = useMemo(() => {
    const own = (one: VisibleMark): boolean => one.finding.id === selectedId;
    const order = [...marks.filter(own), ...marks.filter((one) => !own(one))];
    const wishes = order.flatMap((one) => wishesOf(one, own(one), toPx));
    const taken = {
      words: order.flatMap(({ shapes }) => writtenOn(shapes, toPx)),
      lines: order.length > MOST_LINED ? [] : order.flatMap(({ shapes }) => linesOf(shapes, toPx)),
    };
    const { places } = placeLabels(wishes, view, taken, last.current.held);
    const held = new Map([...places].map(([key, { nth }]) => [key, nth] as const));
    const labels = new Map(
      marks.map((one) => {
        const found = labelsOf(one, places);
        const before = last.current.labels.get(one.mark.id);
        return [one.mark.id, before !== undefined && isSame(before, found) ? before : found];
      }),
    );
    return { held, labels };
  }, [marks, selectedId, toPx, view]);
  useEffect(() => {
    last.current = now;
  }, [now]);
  return now.labels;
}

const measureKey = (markId: string, nth: number): string => `${markId} ${nth}`;

function wishesOf(
  { finding, mark, shapes }: VisibleMark,
  selected: boolean,
  toPx: ToPx,
): readonly LabelWish[] {
  const around = boxOf(shapes, toPx);
  const letter = finding.generator.id === 'USER' ? null : GENERATOR_LETTERS[finding.generator.id];
  const chip: readonly LabelWish[] =
    around === null
      ? []
      : [
          {
            key: mark.id,
            of: around,
            usual: chipPlace(around),
            width: chipWidth(finding.label, letter),
            height: CHIP_HEIGHT_PX,
          },
        ];
  if (!showsMeasures(mark.markType, selected)) return chip;
  return [...chip, ...textsOf(shapes).map((text, nth) => measureWish(text, mark.id, nth, toPx))];
}

function measureWish(
  { at, text }: Extract<Shape, { kind: 'text' }>,
  markId: string,
  nth: number,
  toPx: ToPx,
): LabelWish {
  const { x, y } = toPx(at);
  const width = text.length * LETTER_PX;
  return {
    key: measureKey(markId, nth),
    width,
    height: WORD_HEIGHT_PX,
    of: { left: x, top: y, right: x, bottom: y },
    usual: { x: x + MEASURE_OFFSET.x + width / 2, y: y + MEASURE_OFFSET.y },
  };
}

/** The number's usual place: above the mark's right side. */
export const chipPlace = ({ right, top, bottom }: BoxPx): PointPx => ({
  x: right + 8,
  y: top - (bottom - top < FLAT_PX ? 20 : 6),
});

const textsOf = (shapes: readonly Shape[]) => shapes.filter((shape) => shape.kind === 'text');

/** Words and signs that are the mark itself stand where they were set. */
const writtenOn = (shapes: readonly Shape[], toPx: ToPx): readonly BoxPx[] =>
  shapes.flatMap((shape) => {
    if (shape.kind === 'sign') return [signBox(shape, toPx)];
    if (shape.kind !== 'label') return [];
    const { x, y } = toPx(shape.at);
    const half = WORD_HEIGHT_PX / 2;
    return [
      { left: x, right: x + 8 + shape.text.length * LETTER_PX, top: y - half, bottom: y + half },
    ];
  });

function labelsOf(
  { mark, shapes }: VisibleMark,
  places: ReadonlyMap<string, PlacedLabel>,
): MarkLabels {
  return {
    chip: places.get(mark.id) ?? null,
    measures: textsOf(shapes).flatMap((_, nth) => places.get(measureKey(mark.id, nth)) ?? []),
  };
}

function isSame(a: MarkLabels, b: MarkLabels): boolean {
  const same = (p: PlacedLabel | null | undefined, q: PlacedLabel | null | undefined): boolean =>
    p?.at.x === q?.at.x && p?.at.y === q?.at.y && p?.nth === q?.nth;
  return (
    same(a.chip, b.chip) &&
    a.measures.length === b.measures.length &&
    a.measures.every((one, at) => same(one, b.measures[at]))
  );
}

/** What a mark covers on the screen; signs have a size of their own. Null of one without a place. */
export function boxOf(shapes: readonly Shape[], toPx: ToPx): BoxPx | null {
  const boxes = shapes.flatMap((shape): BoxPx[] => {
    switch (shape.kind) {
      case 'line':
        return [pointBox(toPx(shape.from)), pointBox(toPx(shape.to))];
      case 'path':
        return shape.points.map((point) => pointBox(toPx(point)));
      case 'label':
        return [pointBox(toPx(shape.at))];
      case 'sign':
        return [signBox(shape, toPx)];
      default:
        return [];
    }
  });
  if (boxes.length === 0) return null;
  return boxes.reduce((all, one) => ({
    left: Math.min(all.left, one.left),
    top: Math.min(all.top, one.top),
    right: Math.max(all.right, one.right),
    bottom: Math.max(all.bottom, one.bottom),
  }));
}

const pointBox = ({ x, y }: PointPx): BoxPx => ({ left: x, top: y, right: x, bottom: y });

function signBox({ at, sign }: Extract<Shape, { kind: 'sign' }>, toPx: ToPx): BoxPx {
  const { x, y } = toPx(at);
  const [half, above, below] = sign === 'pin' ? [7, 21, 0] : [13, 13, 13];
  return { left: x - half, right: x + half, top: y - above, bottom: y + below };
}

/** So far apart are the pieces that stand for a line: less than any word is wide. */
const PIECE_PX = 12;
const LINE_HALF_PX = 2;

/** The lines of a mark as small boxes along them. */
const linesOf = (shapes: readonly Shape[], toPx: ToPx): readonly BoxPx[] =>
  shapes.flatMap((shape) => {
    if (shape.kind === 'line') return piecesOf([toPx(shape.from), toPx(shape.to)]);
    if (shape.kind !== 'path') return [];
    const points = shape.points.map(toPx);
    return piecesOf(shape.closed ? [...points, ...points.slice(0, 1)] : points);
  });

/** Of a line from point to point; points that stand closer than pieces do are left out. */
function piecesOf(points: readonly PointPx[]): readonly BoxPx[] {
  const pieces: BoxPx[] = [];
  let last: PointPx | null = null;
  for (const to of points) {
    const from: PointPx = last ?? to;
    const lengthPx = Math.hypot(to.x - from.x, to.y - from.y);
    if (last !== null && lengthPx < PIECE_PX) continue;
    const count = Math.min(MOST_PIECES, Math.max(1, Math.ceil(lengthPx / PIECE_PX)));
    for (let at = 1; at <= count; at++) {
      const part = at / count;
      const [x, y] = [from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)];
      pieces.push({
        left: x - LINE_HALF_PX,
        right: x + LINE_HALF_PX,
        top: y - LINE_HALF_PX,
        bottom: y + LINE_HALF_PX,
      });
    }
    last = to;
  }
  return pieces;
}

/** A line across a zoomed picture is thousands of pixels long, of which few are seen. */
const MOST_PIECES = 60;
/** Where more marks lie than that, their lines are everywhere. */
const MOST_LINED = 64;

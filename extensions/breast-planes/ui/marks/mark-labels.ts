import { useEffect, useMemo, useRef } from 'react';
import { GENERATOR_LETTERS } from '#contracts';
import type { Shape } from '#core';
import { isAnnotation } from '#findings';
import type { NormalisedPoint } from '#geometry';
import {
  type BoxPx,
  type LabelRequest,
  type PlacedLabel,
  placeLabels,
} from '../../model/marks/label-layout.ts';
import type { PointPx, ViewSize } from '../../model/planes/image-layout.ts';
import type { VisibleMark } from '../../state/findings/visible-marks.ts';

type ToPx = (at: NormalisedPoint) => PointPx;

/** Label positions of a mark: its finding's number and its measured values. */
export interface MarkLabels {
  readonly chip: PlacedLabel | null;
  readonly measures: readonly PlacedLabel[];
}

/**
 * Height in px below which a mark counts as flat; its number is placed higher, so that the ends of
 * the mark stay visible.
 */
const FLAT_PX = 24;
const CHIP_HEIGHT_PX = 20;
/** Estimated width of a character in 12 px text. */
const CHARACTER_WIDTH_PX = 7;
const TEXT_HEIGHT_PX = 16;

/** Returns the width in px of a finding's number, with its letter if not null. */
export const chipWidth = (label: number, letter: string | null): number =>
  Math.max(20, 10 + CHARACTER_WIDTH_PX * String(label).length) + (letter === null ? 0 : 15);

/** Offset in px from a measured point to its text. */
export const MEASURE_OFFSET: PointPx = { x: 10, y: 12 };

/**
 * Returns whether measured values are shown: always for lengths and crosses, for other marks only
 * on the selected finding.
 */
export const showsMeasures = (markType: string | null, selected: boolean): boolean =>
  selected || markType === 'LENGTH' || markType === 'CROSS';

/**
 * Returns the positions of all labels of an image. Labels keep their side while the image moves; a
 * mark with unchanged labels keeps the same object.
 */
export function useMarkLabels(
  marks: readonly VisibleMark[],
  selectedId: string | null,
  toPx: ToPx,
  view: ViewSize,
): ReadonlyMap<string, MarkLabels> {
  const last = useRef<{
    readonly slots: ReadonlyMap<string, number>;
    readonly labels: ReadonlyMap<string, MarkLabels>;
  }>({ slots: new Map(), labels: new Map() });
  const current = useMemo(() => {
    const isSelected = (visible: VisibleMark): boolean => visible.finding.id === selectedId;
    // Earlier requests get the better positions, so the selected finding comes first.
    const ordered = [
      ...marks.filter(isSelected),
      ...marks.filter((visible) => !isSelected(visible)),
    ];
    const requests = ordered.flatMap((visible) =>
      labelRequestsOf(visible, isSelected(visible), toPx),
    );
    const occupied = {
      labels: ordered.flatMap(({ shapes }) => fixedBoxesOf(shapes, toPx)),
      lines:
        ordered.length > MAX_MARKS_WITH_LINES
          ? []
          : ordered.flatMap(({ shapes }) => lineBoxesOf(shapes, toPx)),
    };
    const { placements } = placeLabels(requests, view, occupied, last.current.slots);
    const slots = new Map([...placements].map(([key, { nth }]) => [key, nth] as const));
    const labels = new Map(
      marks.map((visible) => {
        const next = labelsOf(visible, placements);
        const previous = last.current.labels.get(visible.mark.id);
        const isUnchanged = previous !== undefined && isSame(previous, next);
        return [visible.mark.id, isUnchanged ? previous : next];
      }),
    );
    return { slots, labels };
  }, [marks, selectedId, toPx, view]);
  useEffect(() => {
    last.current = current;
  }, [current]);
  return current.labels;
}

const measureKey = (markId: string, nth: number): string => `${markId} ${nth}`;

function labelRequestsOf(
  { finding, mark, shapes }: VisibleMark,
  selected: boolean,
  toPx: ToPx,
): readonly LabelRequest[] {
  const around = boxOf(shapes, toPx);
  const letter = finding.generator.id === 'USER' ? null : GENERATOR_LETTERS[finding.generator.id];
  const chip: readonly LabelRequest[] =
    around === null || isAnnotation(finding)
      ? []
      : [
          {
            key: mark.id,
            anchor: around,
            preferred: chipPosition(around),
            width: chipWidth(finding.label, letter),
            height: CHIP_HEIGHT_PX,
          },
        ];
  if (!showsMeasures(mark.markType, selected)) return chip;
  return [...chip, ...textsOf(shapes).map((text, nth) => measureRequest(text, mark.id, nth, toPx))];
}

function measureRequest(
  { at, text }: Extract<Shape, { kind: 'text' }>,
  markId: string,
  nth: number,
  toPx: ToPx,
): LabelRequest {
  const { x, y } = toPx(at);
  const width = text.length * CHARACTER_WIDTH_PX;
  return {
    key: measureKey(markId, nth),
    width,
    height: TEXT_HEIGHT_PX,
    anchor: { left: x, top: y, right: x, bottom: y },
    preferred: { x: x + MEASURE_OFFSET.x + width / 2, y: y + MEASURE_OFFSET.y },
  };
}

/** Returns the default position of the number: above the mark's right side. */
export const chipPosition = ({ right, top, bottom }: BoxPx): PointPx => ({
  x: right + 8,
  y: top - (bottom - top < FLAT_PX ? 20 : 6),
});

const textsOf = (shapes: readonly Shape[]) => shapes.filter((shape) => shape.kind === 'text');

/** Returns the boxes of text labels and signs, whose positions are fixed. */
const fixedBoxesOf = (shapes: readonly Shape[], toPx: ToPx): readonly BoxPx[] =>
  shapes.flatMap((shape) => {
    if (shape.kind === 'sign') return [signBox(shape, toPx)];
    if (shape.kind !== 'label') return [];
    const { x, y } = toPx(shape.at);
    const half = TEXT_HEIGHT_PX / 2;
    return [
      {
        left: x,
        right: x + 8 + shape.text.length * CHARACTER_WIDTH_PX,
        top: y - half,
        bottom: y + half,
      },
    ];
  });

function labelsOf(
  { mark, shapes }: VisibleMark,
  placements: ReadonlyMap<string, PlacedLabel>,
): MarkLabels {
  return {
    chip: placements.get(mark.id) ?? null,
    measures: textsOf(shapes).flatMap((_, nth) => placements.get(measureKey(mark.id, nth)) ?? []),
  };
}

function isSame(a: MarkLabels, b: MarkLabels): boolean {
  const same = (p: PlacedLabel | null | undefined, q: PlacedLabel | null | undefined): boolean =>
    p?.at.x === q?.at.x && p?.at.y === q?.at.y && p?.nth === q?.nth;
  return (
    same(a.chip, b.chip) &&
    a.measures.length === b.measures.length &&
    a.measures.every((measure, index) => same(measure, b.measures[index]))
  );
}

/**
 * Returns the bounding box of a mark in px, with signs at their fixed size; null for a mark without
 * points.
 */
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
  return boxes.reduce((union, box) => ({
    left: Math.min(union.left, box.left),
    top: Math.min(union.top, box.top),
    right: Math.max(union.right, box.right),
    bottom: Math.max(union.bottom, box.bottom),
  }));
}

const pointBox = ({ x, y }: PointPx): BoxPx => ({ left: x, top: y, right: x, bottom: y });

function signBox({ at, sign }: Extract<Shape, { kind: 'sign' }>, toPx: ToPx): BoxPx {
  const { x, y } = toPx(at);
  const [half, above, below] = sign === 'pin' ? [7, 21, 0] : [13, 13, 13];
  return { left: x - half, right: x + half, top: y - above, bottom: y + below };
}

/** Distance in px between the boxes along a line; smaller than the width of any label. */
const SEGMENT_PX = 12;
const LINE_HALF_PX = 2;

/** Covers the lines of a mark with small boxes. */
const lineBoxesOf = (shapes: readonly Shape[], toPx: ToPx): readonly BoxPx[] =>
  shapes.flatMap((shape) => {
    if (shape.kind === 'line') return segmentBoxes([toPx(shape.from), toPx(shape.to)]);
    if (shape.kind !== 'path') return [];
    const points = shape.points.map(toPx);
    return segmentBoxes(shape.closed ? [...points, ...points.slice(0, 1)] : points);
  });

/** Covers a polyline with boxes; skips points closer than `SEGMENT_PX`. */
function segmentBoxes(points: readonly PointPx[]): readonly BoxPx[] {
  const boxes: BoxPx[] = [];
  let last: PointPx | null = null;
  for (const to of points) {
    const from: PointPx = last ?? to;
    const lengthPx = Math.hypot(to.x - from.x, to.y - from.y);
    if (last !== null && lengthPx < SEGMENT_PX) continue;
    const count = Math.min(MAX_SEGMENTS, Math.max(1, Math.ceil(lengthPx / SEGMENT_PX)));
    for (let step = 1; step <= count; step++) {
      const fraction = step / count;
      const [x, y] = [from.x + fraction * (to.x - from.x), from.y + fraction * (to.y - from.y)];
      boxes.push({
        left: x - LINE_HALF_PX,
        right: x + LINE_HALF_PX,
        top: y - LINE_HALF_PX,
        bottom: y + LINE_HALF_PX,
      });
    }
    last = to;
  }
  return boxes;
}

/**
 * Maximum number of boxes per line segment, because a zoomed line can be thousands of pixels long
 * and mostly out of view.
 */
const MAX_SEGMENTS = 60;
/**
 * Maximum number of marks whose lines the labels avoid; with more marks, few positions are free of
 * lines.
 */
const MAX_MARKS_WITH_LINES = 64;

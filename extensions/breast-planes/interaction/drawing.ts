import type { Mark } from '#contracts';
import type { Shape, ToolDefinition, ToolPoint } from '#core';
import { markInImage } from '#findings';
import { newId } from '#foundation';
import { isInsideImage, type NormalisedPoint } from '#geometry';
import { sameFrame } from '../model/planes/image-layout.ts';
import type { Joining } from '../state/findings/joining.ts';
import type { DrawingHint } from '../state/findings/mark-preview.ts';
import { drawingToolById } from '../state/tools/tools.ts';
import type { ReadyImage } from '../state/views/ready-image.ts';
import { markTexts } from '../texts/mark-texts.ts';

/** A drawing in progress. */
export interface Drawing {
  readonly tool: ToolDefinition;
  /** State of the drawing, known only to the tool. */
  readonly gesture: unknown;
  /** Image at the start of the drawing. */
  readonly image: ReadyImage;
  /** Whether a point was set inside the image, and whether one was clamped to its edge. */
  readonly set: { readonly inside: boolean; readonly outside: boolean };
  /** The drawing before its last point; null before the second point. */
  readonly before: Drawing | null;
}

/** A completed drawing that is not saved yet. */
export interface CompletedDrawing {
  readonly tool: ToolDefinition;
  readonly image: ReadyImage;
  readonly set: Drawing['set'];
  readonly points: readonly NormalisedPoint[];
  /** State of Shift at the end of the drawing. */
  readonly shiftHeld: boolean;
  readonly text?: string;
}

/** Returns the mark of a completed drawing; null if the tool creates none. */
export function markOf({ tool, image, points, text }: CompletedDrawing): Mark | null {
  const { markType } = tool;
  if (markType === null) return null;
  const { plane, position, frame } = image;
  const fields = { id: newId(), markType, plane, frame, position, points };
  const isBuiltIn = drawingToolById(tool.id) !== null;
  const drawn = markInImage(text === undefined ? fields : { ...fields, text });
  return isBuiltIn ? drawn : { ...drawn, toolId: tool.id };
}

/**
 * Returns a mark of one point in the middle of the shapes of a drawing in progress; null before the
 * drawing has an extent.
 */
export function markSoFar({ tool, image, set, gesture }: Drawing): Mark | null {
  const points = tool.preview(gesture).flatMap(pointsOf);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  if (points.length === 0) return null;
  const at = { u: middle(points.map(({ u }) => u)), v: middle(points.map(({ v }) => v)) };
  return markOf({ tool, image, set, points: [at], shiftHeld: false });
}

/** Returns the points of lines and outlines, none of texts, signs and handles. */
function pointsOf(shape: Shape): readonly NormalisedPoint[] {
  if (shape.kind === 'line') return [shape.from, shape.to];
  return shape.kind === 'path' ? shape.points : [];
}

/** Returns whether two images of views are the same one. */
export const isSameImage = (a: ReadyImage, b: ReadyImage): boolean =>
  a.scan.id === b.scan.id && sameFrame(a.frame, b.frame);

/** Returns the text beside the point being set; null if the mark becomes a finding of its own. */
export function hintOf(joining: Joining, at: NormalisedPoint): DrawingHint | null {
  const { join } = markTexts;
  switch (joining.kind) {
    case 'rejected':
      return { at, text: joining.reason, rejected: true };
    case 'into':
      return { at, text: join.into(joining.finding.label), rejected: false };
    case 'new':
      return joining.apartFrom === null
        ? null
        : { at, text: join.apartFrom(joining.apartFrom.label), rejected: false };
  }
}

/** Returns which points were set, with one more. */
export const withPoint = (set: Drawing['set'], { at }: ToolPoint): Drawing['set'] =>
  isInsideImage(at) ? { ...set, inside: true } : { ...set, outside: true };

import {
  type CheckedFrameProposal,
  type DropReason,
  type FrameShape,
  frameProposalSchema,
  type Generator,
  type Mark,
  type MarkPlane,
  type MarkType,
} from '#contracts';
import { newId } from '#foundation';
import { clampToImage, type ImageFrame, type NormalisedPoint, type PlanePosition } from '#geometry';
import { markInImage } from '../mark-in-image.ts';
import { checkMark } from '../mark-rules.ts';
import type { CheckedProposals } from './check-proposals.ts';
import { siftProposals } from './sift-proposals.ts';

/** Where the marks of an image lie. */
export interface MarkedImage {
  /** IMG for an image without a location; CEN or PER for a raw frame at its location. */
  readonly plane: MarkPlane;
  readonly frame: ImageFrame;
  /** Plane positions that each mark stores; zeros for plane IMG. */
  readonly position: PlanePosition;
}

/** Distance in mm by which a point may lie outside the image, for rounding. */
const EDGE_TOLERANCE_MM = 0.01;
const UM_PER_MM = 1_000;

type PointMm = readonly [number, number];

/**
 * Converts the untrusted proposals of a provider for one image to findings with one mark each in
 * this image, and counts the others by reason (`DROP_REASONS`). `alreadyCut` proposals count as over
 * the limit. One image shows two directions, so the width stays unknown.
 */
export function checkFrameProposals(
  proposals: readonly unknown[],
  image: MarkedImage,
  generator: Exclude<Generator, 'USER'>,
  alreadyCut = 0,
): Pick<CheckedProposals, 'findings' | 'dropped'> {
  const sifted = siftProposals(
    proposals,
    frameProposalSchema,
    ({ shape }) => dropOfPlace(shape, image.frame),
    alreadyCut,
  );
  const findings = sifted.valid.flatMap((proposal) => {
    const mark = markOf(proposal, image, generator);
    if (!checkMark(mark).ok) {
      sifted.drop('INVALID_FORM');
      return [];
    }
    const { score, note, sizesMm } = proposal;
    const [lengthUm = null, heightUm = null] =
      sizesMm?.map((sizeMm) => Math.round(sizeMm * UM_PER_MM)) ?? [];
    const sizes = { massLengthUm: lengthUm, massWidthUm: null, massHeightUm: heightUm };
    return [{ id: newId(), marks: { [mark.id]: mark }, score, note, ...sizes }];
  });
  return { findings, dropped: sifted.dropped() };
}

/** Returns why a shape can't lie in the image; null if it can. */
function dropOfPlace(shape: FrameShape, frame: ImageFrame): DropReason | null {
  const isEmptyBox =
    shape.kind === 'box' && (shape.minMm[0] >= shape.maxMm[0] || shape.minMm[1] >= shape.maxMm[1]);
  if (isEmptyBox) return 'INVALID_FORM';
  const isInside = pointsOf(shape).every(
    ([x, y]) =>
      Math.min(x, y) >= -EDGE_TOLERANCE_MM &&
      x <= frame.widthMm + EDGE_TOLERANCE_MM &&
      y <= frame.heightMm + EDGE_TOLERANCE_MM,
  );
  return isInside ? null : 'OUTSIDE_IMAGE';
}

/** Points of the mark of a shape; for an ellipse the ends of its first axis, then of the second. */
function pointsOf(shape: FrameShape): readonly PointMm[] {
  switch (shape.kind) {
    case 'point':
      return [shape.atMm];
    case 'box':
      return [shape.minMm, shape.maxMm];
    case 'outline':
      return shape.pointsMm;
    case 'ellipse': {
      const { centreMm: c, radiiMm: r } = shape;
      return [
        [c[0] - r[0], c[1]],
        [c[0] + r[0], c[1]],
        [c[0], c[1] - r[1]],
        [c[0], c[1] + r[1]],
      ];
    }
  }
}

const MARK_TYPES = {
  point: 'SELECTMARK',
  box: 'BOUNDING_BOX',
  ellipse: 'ELLIPTICAL',
  outline: 'FREEHAND',
} as const satisfies Record<FrameShape['kind'], MarkType>;

function markOf(
  { shape }: CheckedFrameProposal,
  image: MarkedImage,
  generator: Exclude<Generator, 'USER'>,
): Mark {
  const { widthMm, heightMm } = image.frame;
  // Clamps, because rounding can place a point of the edge just outside the image.
  const points = pointsOf(shape).map(
    ([x, y]): NormalisedPoint => clampToImage({ u: x / widthMm, v: y / heightMm }),
  );
  return markInImage({
    id: newId(),
    markType: MARK_TYPES[shape.kind],
    ...image,
    points,
    generator,
  });
}

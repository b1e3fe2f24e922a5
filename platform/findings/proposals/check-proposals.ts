import {
  type CheckedProposal,
  type DroppedProposals,
  type DropReason,
  type FindingMask,
  type Generator,
  type Mark,
  type ProposalShape,
  proposalSchema,
} from '#contracts';
import { newId } from '#foundation';
import { mmToVoxel, type Vec3, type VolumeGeometry } from '#geometry';
import { checkMark } from '../mark-rules.ts';
import { checkMarkPlace } from '../places.ts';
import { PLANE_AXES, proposalMarks } from './proposal-marks.ts';
import { type MaskedProposal, runMasks } from './proposal-mask.ts';
import { siftProposals } from './sift-proposals.ts';

/** A proposal as finding fields. */
export interface ProposedFields {
  readonly id: string;
  readonly marks: Readonly<Record<string, Mark>>;
  readonly score: number;
  readonly note: string | null;
  readonly massLengthUm: number | null;
  readonly massWidthUm: number | null;
  readonly massHeightUm: number | null;
}

export interface CheckedProposals {
  /** Highest score first, at most `MAX_PROPOSALS`. */
  readonly findings: readonly ProposedFields[];
  readonly dropped: readonly DroppedProposals[];
  /** Masks of the best findings that were proposed as masks. */
  readonly masks: readonly FindingMask[];
}

/** Voxels by which a point may lie outside the volume, for rounding. */
const EDGE_TOLERANCE_VOXELS = 0.01;
/** Maximum relative difference of two spacings that count as equal. */
const SPACING_TOLERANCE = 1e-4;

/**
 * Converts the untrusted proposals of a provider to findings with marks, and counts the others by
 * reason. Checks the first `MAX_CHECKED_PROPOSALS`; the others and `alreadyCut` proposals count as over
 * the limit.
 */
export function checkProposals(
  proposals: readonly unknown[],
  volume: VolumeGeometry,
  generator: Exclude<Generator, 'USER'>,
  alreadyCut = 0,
): CheckedProposals {
  const sifted = siftProposals(
    proposals,
    proposalSchema,
    ({ shape }) => dropOfPlace(shape, volume),
    alreadyCut,
  );
  const { valid, drop } = sifted;
  const masked: MaskedProposal[] = [];
  const findings = valid.flatMap((proposal) => {
    const marks = proposalMarks(proposal, volume, generator);
    if (marks.length === 0) drop('EMPTY');
    else if (!marks.every((mark) => isStorable(mark, volume))) drop('INVALID_FORM');
    else {
      const fields = fieldsOf(proposal, marks);
      const { shape } = proposal;
      if (shape.kind === 'mask') masked.push({ findingId: fields.id, shape });
      return [fields];
    }
    return [];
  });
  const { masks, leftOut } = runMasks(masked, volume);
  drop('MASK_LEFT_OUT', leftOut);
  return { findings, masks, dropped: sifted.dropped() };
}

const isStorable = (mark: Mark, volume: VolumeGeometry): boolean =>
  checkMark(mark).ok && checkMarkPlace(mark, [volume]).ok;

function fieldsOf(
  { score, note, sizesMm }: CheckedProposal,
  marks: readonly Mark[],
): ProposedFields {
  const [lengthUm = null, widthUm = null, heightUm = null] =
    sizesMm?.map((sizeMm) => Math.round(sizeMm * 1000)) ?? [];
  return {
    id: newId(),
    marks: Object.fromEntries(marks.map((mark) => [mark.id, mark])),
    score,
    note,
    massLengthUm: lengthUm,
    massWidthUm: widthUm,
    massHeightUm: heightUm,
  };
}

/** Returns why a shape can't lie in the volume; null if it can. */
function dropOfPlace(shape: ProposalShape, volume: VolumeGeometry): DropReason | null {
  switch (shape.kind) {
    case 'point':
      return dropOutside(volume, [shape.atMm]);
    case 'box':
      if (shape.minMm.some((minimum, axis) => minimum >= (shape.maxMm[axis] ?? 0)))
        return 'INVALID_FORM';
      return dropOutside(volume, [shape.minMm, shape.maxMm]);
    case 'ellipsoid': {
      const { centreMm: c, radiiMm: r } = shape;
      const low: Vec3 = [c[0] - r[0], c[1] - r[1], c[2] - r[2]];
      const high: Vec3 = [c[0] + r[0], c[1] + r[1], c[2] + r[2]];
      return dropOutside(volume, [low, high]);
    }
    case 'outline': {
      const outside = dropOutside(volume, shape.pointsMm);
      if (outside !== null) return outside;
      const [, , across] = PLANE_AXES[shape.plane];
      const positions = shape.pointsMm.map((pointMm) => mmToVoxel(volume, pointMm)[across]);
      const isFlat = Math.max(...positions) - Math.min(...positions) <= 0.5;
      return isFlat ? null : 'INVALID_FORM';
    }
    case 'mask':
      return dropOfMask(shape, volume);
  }
}

const dropOutside = (volume: VolumeGeometry, pointsMm: readonly Vec3[]): DropReason | null => {
  const isInside = pointsMm.every((pointMm) =>
    mmToVoxel(volume, pointMm).every(
      (index, axis) =>
        index >= -0.5 - EDGE_TOLERANCE_VOXELS &&
        index <= (volume.sizes[axis] ?? 0) - 0.5 + EDGE_TOLERANCE_VOXELS,
    ),
  );
  return isInside ? null : 'OUTSIDE_VOLUME';
};

function dropOfMask(
  { startVoxel, sizes, spacingMm, voxels }: Extract<ProposalShape, { kind: 'mask' }>,
  volume: VolumeGeometry,
): DropReason | null {
  const isSameSpacing = spacingMm.every((spacing, axis) => {
    const expected = volume.spacingMm[axis] ?? 0;
    return Math.abs(spacing - expected) <= SPACING_TOLERANCE * expected;
  });
  if (!isSameSpacing) return 'WRONG_SPACING';
  const isInside = startVoxel.every(
    (start, axis) => start + (sizes[axis] ?? 0) <= (volume.sizes[axis] ?? 0),
  );
  if (!isInside) return 'OUTSIDE_VOLUME';
  return voxels.length === sizes[0] * sizes[1] * sizes[2] ? null : 'INVALID_FORM';
}

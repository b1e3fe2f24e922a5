import type { Reading } from './froc.ts';

type Point = readonly [number, number, number];

/** A reference lesion as a sphere; a radius of 0 stands for an unknown size. */
export interface ReferenceLesion {
  readonly centreMm: Point;
  readonly radiusMm: number;
}

export interface ScoredProposal {
  readonly centreMm: Point;
  readonly score: number;
}

/** Maximum distance of a proposal from a lesion to count as a hit. */
export const HIT_TOLERANCE_MM = 1;
/** Smallest distance of centres that counts as a hit, for small lesions and unknown sizes. */
export const MIN_HIT_MM = 5;

/** Returns the distance of centres up to which a proposal hits a lesion. */
export const hitDistanceMm = ({ radiusMm }: ReferenceLesion): number =>
  Math.max(radiusMm + HIT_TOLERANCE_MM, MIN_HIT_MM);

export interface Matched extends Reading {
  /** Index of the best proposal on each lesion; null if missed. */
  readonly bestProposals: readonly (number | null)[];
  /** Whether each proposal hits a lesion. */
  readonly isHit: readonly boolean[];
}

/**
 * Matches the proposals of a scan with its lesions. A proposal can hit several lesions, and further
 * proposals on a lesion are neither hits nor false positives.
 */
export function matchProposals(
  proposals: readonly ScoredProposal[],
  lesions: readonly ReferenceLesion[],
): Matched {
  const bestProposals = lesions.map((lesion) => bestOn(lesion, proposals));
  const isHit = proposals.map((proposal) => lesions.some((lesion) => hits(proposal, lesion)));
  return {
    bestProposals,
    isHit,
    hits: bestProposals.map((idx) => (idx === null ? null : (proposals[idx]?.score ?? null))),
    falsePositiveScores: proposals
      .filter((_, idx) => isHit[idx] === false)
      .map(({ score }) => score),
  };
}

function bestOn(lesion: ReferenceLesion, proposals: readonly ScoredProposal[]): number | null {
  let best: number | null = null;
  for (const [idx, proposal] of proposals.entries()) {
    const bestScore = best === null ? Number.NEGATIVE_INFINITY : (proposals[best]?.score ?? 0);
    if (hits(proposal, lesion) && proposal.score > bestScore) best = idx;
  }
  return best;
}

function hits({ centreMm: [x, y, z] }: ScoredProposal, lesion: ReferenceLesion): boolean {
  const [cx, cy, cz] = lesion.centreMm;
  return Math.hypot(x - cx, y - cy, z - cz) <= hitDistanceMm(lesion);
}

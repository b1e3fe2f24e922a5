import type { Finding } from '#contracts';
import { locatedMark } from '#findings';
import { distance, imageToMm, type Vec3 } from '#geometry';
import type { Proposal, ScanFindings } from './proposals.ts';

/** A finding at the same place as an undecided proposal. */
export interface Overlap {
  /** `own`: a finding of a reader; `rejected`: a proposal that a reader has rejected. */
  readonly kind: 'own' | 'rejected';
  readonly finding: Finding;
}

/** Ball around the representative mark of a finding. */
interface Region {
  readonly centreMm: Vec3;
  readonly radiusMm: number;
}

/** Radius of findings that have no size, such as an arrow. */
const MIN_RADIUS_MM = 2;

/** Findings are immutable; a changed finding is another object. */
const regions = new WeakMap<Finding, { readonly region: Region | null }>();

/**
 * Returns the findings that overlap each undecided proposal, by the proposal's id: the centre of one
 * lies within the extent of the other's representative mark. Readers' findings come first, then
 * rejected proposals. An accepted proposal counts by the finding that it became.
 */
export function overlapsOf(
  open: readonly Proposal[],
  scans: readonly ScanFindings[],
): ReadonlyMap<string, readonly Overlap[]> {
  const byScan = new Map(scans.map(({ scan, findings }) => [scan.id, findings.flatMap(overlap)]));
  return new Map(
    open.flatMap(({ finding, scan }): [string, readonly Overlap[]][] => {
      const found = (byScan.get(scan.id) ?? []).filter((other) =>
        isAtSamePlace(finding, other.finding),
      );
      const sorted = found.toSorted((a, b) => a.kind.localeCompare(b.kind));
      return sorted.length === 0 ? [] : [[finding.id, sorted]];
    }),
  );
}

function overlap(finding: Finding): readonly Overlap[] {
  if (finding.deletedAt !== null) return [];
  if (finding.generator.id === 'USER') return [{ kind: 'own', finding }];
  return finding.ai?.decision?.kind === 'REJECTED' ? [{ kind: 'rejected', finding }] : [];
}

function isAtSamePlace(a: Finding, b: Finding): boolean {
  const [first, second] = [regionOf(a), regionOf(b)];
  if (a.id === b.id || first === null || second === null) return false;
  const apartMm = distance(first.centreMm, second.centreMm);
  return apartMm <= Math.max(first.radiusMm, second.radiusMm);
}

function regionOf(finding: Finding): Region | null {
  const cached = regions.get(finding);
  if (cached !== undefined) return cached.region;
  const mark = locatedMark(Object.values(finding.marks));
  const points = mark?.markViewParams.points.map(({ u, v }) => imageToMm(mark.frame, u, v)) ?? [];
  const region = points.length === 0 ? null : ballAround(points);
  regions.set(finding, { region });
  return region;
}

function ballAround(points: readonly Vec3[]): Region {
  const bounds = ([0, 1, 2] as const).map((axis) => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)] as const;
  });
  const [x, y, z] = bounds.map(([from, to]) => (from + to) / 2);
  const halves = bounds.map(([from, to]) => (to - from) / 2);
  return {
    centreMm: [x ?? 0, y ?? 0, z ?? 0],
    radiusMm: Math.max(MIN_RADIUS_MM, ...halves),
  };
}

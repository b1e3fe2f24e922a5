import type { Finding, ReportContent } from '#contracts';
import type { PriorFinding, ReportFinding, Side } from './report-context.ts';

/** A finding of an earlier study that a finding of the report can be linked to. */
export interface KnownPriorFinding {
  readonly finding: Finding;
  readonly side: Side;
  readonly studyId: string;
  /** Calendar day of the earlier study, YYYY-MM-DD. */
  readonly day: string;
}

/** A prior finding at the location of a finding of the report. */
export interface ProposedLink {
  readonly prior: KnownPriorFinding;
  /** Distance of the two locations relative to the nipple, in millimetres. */
  readonly distanceMm: number;
}

/**
 * Largest distance of a proposed pair. Between two scans the breast is deformed, and the nipple is
 * set by hand.
 */
const MAX_DISTANCE_MM = 20;

/**
 * Returns the linked prior of a finding with the sizes to compare; null without a link, and for a
 * prior of the other breast, which remains after the side of a scan was corrected.
 */
export function linkedPrior(
  { finding: { id }, side }: Pick<ReportFinding, 'finding' | 'side'>,
  { priorLinks }: Pick<ReportContent, 'priorLinks'>,
  known: readonly KnownPriorFinding[],
  studyDay: string,
): PriorFinding | null {
  const link = priorLinks.find(({ findingId }) => findingId === id);
  const prior = known.find(({ finding }) => finding.id === link?.priorFindingId);
  if (prior === undefined || prior.side !== side) return null;
  const days = daysBetween(prior.day, studyDay);
  if (days <= 0) return null;
  const { massLengthUm, massWidthUm, massHeightUm } = prior.finding;
  return { day: prior.day, days, sizesUm: [massLengthUm, massWidthUm, massHeightUm] };
}

/**
 * Returns the prior finding of the newest earlier study of the side that lies closest to a finding,
 * if no other finding of the report lies closer to it; null without one. Locations are compared
 * relative to the nipple, in the coronal plane and in depth where both depths have one reference.
 */
export function proposeLink(
  item: Pick<ReportFinding, 'finding' | 'side'>,
  findings: readonly Pick<ReportFinding, 'finding' | 'side'>[],
  known: readonly KnownPriorFinding[],
): ProposedLink | null {
  const candidates = newestOf(known.filter(({ side }) => side === item.side));
  const nearest = nearestOf(item.finding, candidates);
  if (nearest === null || nearest.distanceMm > MAX_DISTANCE_MM) return null;
  const closer = findings.some(({ finding, side }) => {
    if (finding.id === item.finding.id || side !== item.side) return false;
    const other = distanceMm(finding, nearest.prior.finding);
    return other !== null && other < nearest.distanceMm;
  });
  return closer ? null : nearest;
}

function nearestOf(
  finding: Finding,
  candidates: readonly KnownPriorFinding[],
): ProposedLink | null {
  return candidates.reduce<ProposedLink | null>((nearest, prior) => {
    const distance = distanceMm(finding, prior.finding);
    if (distance === null || (nearest !== null && nearest.distanceMm <= distance)) return nearest;
    return { prior, distanceMm: distance };
  }, null);
}

function newestOf(known: readonly KnownPriorFinding[]): readonly KnownPriorFinding[] {
  const newestDay = known
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  return known.filter(({ day }) => day === newestDay);
}

type Located = Pick<
  Finding,
  'clockPositionSec' | 'distanceFromNippleUm' | 'depthUm' | 'depthReference'
>;

/** Returns the distance of two locations in millimetres; null while a nipple is not set. */
function distanceMm(a: Located, b: Located): number | null {
  const [from, to] = [offsetMm(a), offsetMm(b)];
  if (from === null || to === null) return null;
  const isDeepKnown =
    a.depthUm !== null && b.depthUm !== null && a.depthReference === b.depthReference;
  const depth = isDeepKnown ? ((a.depthUm ?? 0) - (b.depthUm ?? 0)) / 1000 : 0;
  return Math.hypot(from[0] - to[0], from[1] - to[1], depth);
}

/** Returns the offset from the nipple in the coronal plane; null while no nipple is set. */
function offsetMm(located: Located): readonly [number, number] | null {
  const { clockPositionSec, distanceFromNippleUm } = located;
  if (distanceFromNippleUm === null) return null;
  // A location below the nipple has no clock position.
  if (clockPositionSec === null) return [0, 0];
  const angle = (clockPositionSec / 43_200) * 2 * Math.PI;
  const distance = distanceFromNippleUm / 1000;
  return [distance * Math.sin(angle), distance * Math.cos(angle)];
}

/** Returns the days from one calendar day to another. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

import type { Finding } from '#contracts';
import { markCentreMm, representativeMark } from '#findings';
import { distance } from '#geometry';

/** Largest distance in millimetres between the centres of a finding and the AI finding it came from. */
const MAX_DISTANCE_MM = 10;

/**
 * Returns the longest size in micrometres of the closest accepted AI finding of the same scan; null
 * without one at the location, or if it has no size.
 */
export function aiSizeOf(finding: Finding, all: readonly Finding[]): number | null {
  const centre = centreOf(finding);
  if (centre === null) return null;
  const candidates = all.flatMap((other) => {
    const isAccepted = other.ai?.decision?.kind === 'ACCEPTED' && other.deletedAt === null;
    const at = isAccepted && other.scan.id === finding.scan.id ? centreOf(other) : null;
    const mm = at === null ? null : distance(centre, at);
    return mm === null || mm > MAX_DISTANCE_MM ? [] : [{ mm, longest: longestUm(other) }];
  });
  return candidates.toSorted((a, b) => a.mm - b.mm)[0]?.longest ?? null;
}

/** Returns the longest known size of a finding in micrometres; null without a size. */
export function longestUm({
  massLengthUm,
  massWidthUm,
  massHeightUm,
}: Pick<Finding, 'massLengthUm' | 'massWidthUm' | 'massHeightUm'>): number | null {
  const known = [massLengthUm, massWidthUm, massHeightUm].filter((um) => um !== null && um > 0);
  return known.length === 0 ? null : Math.max(...known.map((um) => um ?? 0));
}

/** Returns the centre of the representative mark; null for a finding without a location. */
function centreOf({ marks }: Finding) {
  const mark = representativeMark(Object.values(marks));
  return mark === null || mark.planeView === 'IMG' ? null : markCentreMm(mark);
}

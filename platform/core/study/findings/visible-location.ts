import type { Finding } from '#contracts';
import { type LocationContext, type LocationFields, locationFields } from '#findings';
import { type FindingBody, sameMarks } from './finding-body.ts';

export interface VisibleLocation {
  readonly location: LocationFields;
  readonly estimated: boolean;
}

/**
 * Returns the location that is shown beside a finding: the server's location of the same marks, or
 * an estimate for marks that the server does not have yet.
 */
export function visibleLocation(
  local: FindingBody,
  server: Finding | null,
  context: LocationContext,
): VisibleLocation {
  if (server === null || !sameMarks(local, server)) {
    const location = locationFields(Object.values(local.marks), context);
    return { location, estimated: true };
  }
  const { clockPositionSec, quadrant, distanceFromNippleUm, depthUm, depthReference } = server;
  const location = { clockPositionSec, quadrant, distanceFromNippleUm, depthUm, depthReference };
  return { location, estimated: false };
}

/** True if both contexts give the same locations. */
export function sameLocationContext(a: LocationContext, b: LocationContext): boolean {
  return (
    a.side === b.side && a.nipple === b.nipple && a.geometry === b.geometry && a.skin === b.skin
  );
}

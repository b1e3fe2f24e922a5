import { routes, type Scan } from '#contracts';
import type { Result } from '#foundation';
import { mmToPosition, type PlanePosition, positionToMm, type VolumeGeometry } from '#geometry';
import type { ApiClient } from '../services/api-client.ts';
import type { CallProblem } from '../services/call-problem.ts';

/** A place as a nipple is kept: `rad` is its own clock angle about the rotation axis. */
export function locationAt(
  geometry: VolumeGeometry | null,
  { sag, tra, depth, rad }: PlanePosition,
): PlanePosition {
  if (geometry === null) return { sag, tra, depth, rad };
  const mm = positionToMm(geometry, { sag, tra, depth, rad });
  return { sag, tra, depth, rad: mmToPosition(geometry, null, mm, rad).rad % 360 };
}

/** Sets the nipple, or takes it away. */
export function setNippleAt(
  api: ApiClient,
  scanId: string,
  place: PlanePosition | null,
  thumbnailBase64: string | null,
): Promise<Result<Scan, CallProblem>> {
  const params = { id: scanId };
  if (place === null) return api.call(routes.clearNipple, { params });
  const { sag, tra, depth, rad } = place;
  return api.call(routes.setNipple, { params, body: { sag, tra, depth, rad, thumbnailBase64 } });
}

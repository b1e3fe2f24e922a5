import type { ApiClient, CallProblem } from '#api-client';
import { routes, type Scan, scanSchema } from '#contracts';
import type { CountedPosition } from '#findings';
import { fail, ok, type Result } from '#foundation';
import {
  gridOf,
  mmToPosition,
  type PlanePosition,
  positionInGrid,
  positionToMm,
  type VolumeGeometry,
} from '#geometry';
import { studyProblems } from './study-problems.ts';

/**
 * Converts a plane position to a stored nipple location: `rad` is the nipple's own clock angle
 * about the rotation axis, `grid` the voxel grid of the coordinates.
 */
export function locationAt(
  geometry: VolumeGeometry | null,
  { sag, tra, depth, rad }: PlanePosition,
): CountedPosition {
  if (geometry === null) return { sag, tra, depth, rad };
  const mm = positionToMm(geometry, { sag, tra, depth, rad });
  const nippleRad = mmToPosition(geometry, null, mm, rad).rad % 360;
  return { sag, tra, depth, rad: nippleRad, grid: gridOf(geometry) };
}

export interface NippleMoveRequest {
  /** New location; null clears the nipple. */
  readonly to: CountedPosition | null;
  /** Location before the move; another current location fails the move. Absent: not checked. */
  readonly from?: CountedPosition | null;
  readonly thumbnailBase64?: string | null;
}

export interface MovedNipple {
  readonly scan: Scan;
  readonly before: CountedPosition | null;
}

/**
 * Moves nipples one after another, so that each move starts from the result of the previous one.
 * Fails with NIPPLE_MOVED if another user has moved the nipple.
 */
export class NippleMoves {
  readonly #api: ApiClient;
  readonly #scan: (scanId: string) => Scan | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(api: ApiClient, scan: (scanId: string) => Scan | undefined) {
    this.#api = api;
    this.#scan = scan;
  }

  /** Calls `onScan` with the updated scan before the next move starts. */
  move(
    scanId: string,
    request: NippleMoveRequest,
    onScan: (scan: Scan) => void,
  ): Promise<Result<MovedNipple>> {
    const next = () => this.#move(scanId, request, onScan);
    const moved = this.#last.then(next, next);
    this.#last = moved;
    return moved;
  }

  async #move(
    scanId: string,
    { to, from, thumbnailBase64 = null }: NippleMoveRequest,
    onScan: (scan: Scan) => void,
  ): Promise<Result<MovedNipple>> {
    const scan = this.#scan(scanId);
    if (scan === undefined) return fail(studyProblems.noScan);
    const before = scan.nippleLocation;
    if (from !== undefined && !isSameLocation(before, from)) return fail(studyProblems.nippleMoved);
    let response = await setNippleAt(this.#api, scan, to, thumbnailBase64);
    let current = response.ok ? null : scanInConflict(response.problem);
    // The volume of an imported scan may have been turned.
    const isRetried = scan.origin === 'SCANNED';
    if (isRetried && current !== null && isSameLocation(current.nippleLocation, before)) {
      // Retries with the new version, because only other fields of the scan have changed.
      response = await setNippleAt(this.#api, current, to, thumbnailBase64);
      current = response.ok ? null : scanInConflict(response.problem);
    }
    if (current !== null) onScan(current);
    if (!response.ok) return current === null ? response : fail(studyProblems.nippleMoved);
    onScan(response.value);
    return ok({ scan: response.value, before });
  }
}

function setNippleAt(
  api: ApiClient,
  { id, version }: Scan,
  target: CountedPosition | null,
  thumbnailBase64: string | null,
): Promise<Result<Scan, CallProblem>> {
  const params = { id };
  if (target === null) return api.call(routes.clearNipple, { params, version });
  const { sag, tra, depth, rad, grid = null } = target;
  const body = { sag, tra, depth, rad, grid, thumbnailBase64 };
  return api.call(routes.setNipple, { params, body, version });
}

function scanInConflict({ status, data }: CallProblem): Scan | null {
  const parsed = status === 412 ? scanSchema.safeParse(data) : null;
  return parsed?.success === true ? parsed.data : null;
}

/** Rounding tolerance in voxels after converting a location between grids. */
const VOXEL_TOLERANCE = 1e-6;

/** True if both locations are the same tissue position, even in different voxel grids. */
function isSameLocation(a: CountedPosition | null, b: CountedPosition | null): boolean {
  if (a === null || b === null) return a === b;
  const bInGridOfA = a.grid != null && b.grid != null ? positionInGrid(b.grid, a.grid, b) : b;
  return (['sag', 'tra', 'depth', 'rad'] as const).every(
    (key) => Math.abs(a[key] - bInGridOfA[key]) <= VOXEL_TOLERANCE,
  );
}

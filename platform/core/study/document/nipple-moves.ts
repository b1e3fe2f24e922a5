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
import type { ApiClient } from '../../services/api/api-client.ts';
import type { CallProblem } from '../../services/api/call-problem.ts';
import { studyProblems } from './study-problems.ts';

/** A place as a nipple is kept: `rad` is its own clock angle about the rotation axis, `grid` whose voxels it counts. */
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
  /** Null takes the nipple away. */
  readonly to: CountedPosition | null;
  /** Where it must be for this; absent: where this page knows it by then. */
  readonly from?: CountedPosition | null;
  readonly thumbnailBase64?: string | null;
}

export interface MovedNipple {
  readonly scan: Scan;
  readonly before: CountedPosition | null;
}

/**
 * Moves nipples one after another, so that each knows where the one before has left it. One that
 * someone else has moved meanwhile is left alone (NIPPLE_MOVED).
 */
export class NippleMoves {
  readonly #api: ApiClient;
  readonly #scan: (scanId: string) => Scan | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(api: ApiClient, scan: (scanId: string) => Scan | undefined) {
    this.#api = api;
    this.#scan = scan;
  }

  /** `take` is handed the scan as it is afterwards, before the next move begins. */
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
    if (current !== null && isSameLocation(current.nippleLocation, before)) {
      // Something else was said of the scan meanwhile: its nipple is where it was.
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

/** What counting the same place in other voxels may leave. */
const VOXEL_TOLERANCE = 1e-6;

/** Whether two places are one in the tissue, whichever volume each counts the voxels of. */
function isSameLocation(a: CountedPosition | null, b: CountedPosition | null): boolean {
  if (a === null || b === null) return a === b;
  const other = a.grid != null && b.grid != null ? positionInGrid(b.grid, a.grid, b) : b;
  return (['sag', 'tra', 'depth', 'rad'] as const).every(
    (key) => Math.abs(a[key] - other[key]) <= VOXEL_TOLERANCE,
  );
}

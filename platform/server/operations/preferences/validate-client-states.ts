import type { Kysely } from 'kysely';
import * as z from 'zod';
import { type ClientState, clientStateSchema } from '#contracts';
import { mmToPosition, voxelToMm } from '#geometry';
import type { Database } from '../../database/schema.ts';
import type { ValidationErrorResponse } from '../../http/error-response.ts';
import { gridOfScan } from '../../records/scans/convert-nipple.ts';
import { validatePosition } from '../../records/shared/validate-position.ts';

/** Values of the preference before and after the change; `stored` is null for a new one. */
export interface ClientStatesChange {
  readonly value: string;
  readonly stored: string | null;
}

/**
 * Returns an error with the plane positions that lie outside the volume of their scan; null if all
 * are possible. Stored states pass unchanged, because they can count voxels of an earlier volume;
 * entries that are no states are ignored, as readers do.
 */
export async function validateClientStates(
  db: Kysely<Database>,
  organizationId: string,
  { value, stored }: ClientStatesChange,
): Promise<ValidationErrorResponse | null> {
  const known = new Set(statesOf(stored ?? '').map((state) => JSON.stringify(state)));
  const changed = statesOf(value).filter((state) => !known.has(JSON.stringify(state)));
  for (const state of changed) {
    const invalid = await validateState(db, organizationId, state);
    if (invalid !== null) return invalid;
  }
  return null;
}

async function validateState(
  db: Kysely<Database>,
  organizationId: string,
  { scanId, positions, volume: counted }: ClientState,
): Promise<ValidationErrorResponse | null> {
  for (const [id, { radialAxisMm, ...position }] of Object.entries(positions)) {
    const path = `value.positions.${id}.`;
    const current = await gridOfScan(db, organizationId, id);
    const grid = id === scanId ? counted : null;
    const invalid = validatePosition(current, { ...position, grid }, path);
    if (invalid !== null) return invalid;
    const volume = current ?? grid;
    if (radialAxisMm === undefined || volume === null) continue;
    const [, faceMm] = voxelToMm(volume, [0, 0, 0]);
    const axis = mmToPosition(volume, null, [radialAxisMm.x, faceMm, radialAxisMm.z], 0);
    const axisError = validatePosition(volume, { ...axis, grid: null }, `${path}radialAxisMm.`);
    if (axisError !== null) return axisError;
  }
  return null;
}

const storedSchema = z.object({ states: z.array(z.unknown()) });

/** Returns the valid states of a preference; none for any other text. */
function statesOf(text: string): readonly ClientState[] {
  const parsed = storedSchema.safeParse(parseJson(text));
  return parsed.success
    ? parsed.data.states.flatMap((entry) => clientStateSchema.safeParse(entry).data ?? [])
    : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

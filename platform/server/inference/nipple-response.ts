import * as z from 'zod';
import { planePositionSchema } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';
import type { NipplePosition } from '../extension/index.ts';

/**
 * Returns the position if it lies inside a volume of these sizes (nx, ny, nz); otherwise the
 * Problem NIPPLE_ANSWER_INVALID. Drops other fields of the response.
 */
export function checkNippleResponse(
  response: unknown,
  [nx, ny, nz]: readonly [number, number, number],
): Result<NipplePosition> {
  const parsed = planePositionSchema.safeParse(response);
  if (!parsed.success) return invalid(z.prettifyError(parsed.error).replaceAll('\n', ' '));
  const { sag, tra, depth } = parsed.data;
  const outside = [
    ...(Math.abs(sag) > nx / 2 ? [`sag ${sag} is not within ±${nx / 2}`] : []),
    ...(Math.abs(tra) > nz / 2 ? [`tra ${tra} is not within ±${nz / 2}`] : []),
    ...(depth < 0 || depth > ny ? [`depth ${depth} is not within 0..${ny}`] : []),
  ];
  return outside.length === 0 ? ok(parsed.data) : invalid(outside.join(', '));
}

const invalid = (detail: string): Result<never> =>
  fail(
    problem(
      'NIPPLE_ANSWER_INVALID',
      'The model returned no location inside the volume',
      detail,
      'Set the nipple by hand, and inform the developer of the model.',
    ),
  );

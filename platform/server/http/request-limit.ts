import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { CallPrincipal } from '../accounts/principal.ts';
import type { ServerDeps } from '../server-deps.ts';
import { type ErrorResponse, errorResponse } from './error-response.ts';

const WINDOW_SECONDS = 10;

/** One for each server; kept by its parts, so that every route counts together. */
const limiters = new WeakMap<object, RateLimiterMemory>();

/**
 * Counts a call of a person's session; a refusal when it makes more than any page does, so that one
 * program gone wild leaves the server to the others. Devices and workers send whole scans at once
 * and are not counted.
 */
export async function consumeCall(
  deps: Pick<ServerDeps, 'site'>,
  principal: CallPrincipal,
): Promise<ErrorResponse | null> {
  if (principal.kind !== 'human') return null;
  const points = deps.site.config.limits.callsPerTenSeconds;
  const limiter = limiters.get(deps) ?? new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
  limiters.set(deps, limiter);
  try {
    await limiter.consume(principal.tokenId);
    return null;
  } catch (full) {
    if (!(full instanceof RateLimiterRes)) throw full;
    const retryAfterSeconds = Math.max(1, Math.ceil(full.msBeforeNext / 1000));
    const text = 'This session makes too many calls. Wait a moment';
    return errorResponse('TooManyRequests', text, { retryAfterSeconds });
  }
}

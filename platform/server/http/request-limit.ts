import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type ErrorResponse, errorResponse } from './error-response.ts';
import type { CallPrincipal } from './principal.ts';
import type { ServerDeps } from './server-deps.ts';

const WINDOW_SECONDS = 10;

/** Limiter per server, keyed by its dependencies, so that all routes share one count. */
const limiters = new WeakMap<object, RateLimiterMemory>();

/**
 * Counts a call of a user's session and returns an error above the rate of any page, so that a
 * runaway client does not block others. Devices and workers are exempt, because they upload whole
 * scans.
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

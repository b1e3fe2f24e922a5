import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type SiteConfig, serverMessage } from '#contracts';
import { type ErrorResponse, errorResponse } from './error-response.ts';
import type { CallPrincipal } from './principal.ts';

const WINDOW_SECONDS = 10;

/** Counts the calls of each session; a server has one, so that all its routes share the counts. */
export type CallLimiter = Pick<RateLimiterMemory, 'consume'>;

/** Creates the limiter of a server; the site configures the calls per session in ten seconds. */
export function createCallLimiter({ limits }: Pick<SiteConfig, 'limits'>): CallLimiter {
  return new RateLimiterMemory({ points: limits.callsPerTenSeconds, duration: WINDOW_SECONDS });
}

/**
 * Counts a call of a user's session and returns an error above the site's limit, which no page
 * reaches, so that a runaway client does not block other users. Devices and workers are exempt,
 * because they upload whole scans.
 */
export async function consumeCall(
  limiter: CallLimiter,
  principal: CallPrincipal,
): Promise<ErrorResponse | null> {
  if (principal.kind !== 'human') return null;
  try {
    await limiter.consume(principal.tokenId);
    return null;
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    const retryAfterSeconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
    const message = serverMessage('TOO_MANY_CALLS');
    return errorResponse('TooManyRequests', message, { retryAfterSeconds });
  }
}

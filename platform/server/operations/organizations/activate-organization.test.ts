import { describe, expect, it } from 'vitest';
import { ActivationThrottle } from './activate-organization.ts';

describe('ActivationThrottle', () => {
  it('limits attempts per network, so that one network cannot use up all attempts', async () => {
    const throttle = new ActivationThrottle();
    const attemptFrom = (host: number) => throttle.consume(`2001:db8:1:2::${host.toString(16)}`);
    for (let host = 1; host <= 20; host++) expect(await attemptFrom(host)).toBeNull();
    const limitError = await attemptFrom(21);
    expect(limitError?.errorType).toBe('TooManyRequests');
    expect(await throttle.consume('2001:db8:1:3::1')).toBeNull();
    expect(await throttle.consume('192.0.2.1')).toBeNull();
  });
});

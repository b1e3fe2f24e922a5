import { describe, expect, it } from 'vitest';
import { ActivationThrottle } from './activate-organization.ts';

describe('ActivationThrottle', () => {
  it('limits attempts per network, so that one network cannot use up all attempts', async () => {
    const throttle = new ActivationThrottle();
    const from = (host: number) => throttle.consume(`2001:db8:1:2::${host.toString(16)}`);
    for (let at = 1; at <= 20; at++) expect(await from(at)).toBeNull();
    const limitError = await from(21);
    expect(limitError?.errorType).toBe('TooManyRequests');
    expect(await throttle.consume('2001:db8:1:3::1')).toBeNull();
    expect(await throttle.consume('192.0.2.1')).toBeNull();
  });
});

// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { render, unmountAll } from '#ui/testing';
import { useFirstOfKey } from './use-first-of-key.ts';

afterEach(unmountAll);

function Probe({ id, value }: { readonly id: string; readonly value: string }) {
  return useFirstOfKey(id, value);
}

describe('useFirstOfKey', () => {
  it('returns the first value until the key changes', async () => {
    const { host, draw } = await render(<Probe id="a" value="first" />);
    await draw(<Probe id="a" value="second" />);
    expect(host.textContent).toBe('first');
    await draw(<Probe id="b" value="third" />);
    expect(host.textContent).toBe('third');
  });
});

// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, render, unmountAll } from '../testing.ts';
import { Button } from './button.tsx';

afterEach(unmountAll);

describe('a button', () => {
  it('runs its action once per press', async () => {
    const onPress = vi.fn();
    const page = await render(<Button onPress={onPress}>Start scan</Button>);
    await click(page.host.querySelector('button'));
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('ignores presses while busy, and is announced as busy', async () => {
    const onPress = vi.fn();
    const page = await render(
      <Button busy onPress={onPress}>
        Saving
      </Button>,
    );
    const button = page.host.querySelector('button');
    await click(button);
    expect(onPress).not.toHaveBeenCalled();
    expect(button?.getAttribute('aria-busy')).toBe('true');
  });

  it('does not submit a form by default', async () => {
    const page = await render(<Button>Cancel</Button>);
    expect(page.host.querySelector('button')?.type).toBe('button');
  });
});

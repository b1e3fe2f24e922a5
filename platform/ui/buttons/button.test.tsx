// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, render, unmountAll } from '../testing.ts';
import { Button } from './button.tsx';

afterEach(unmountAll);

describe('a button', () => {
  it('acts once for each press', async () => {
    const onPress = vi.fn();
    const page = await render(<Button onPress={onPress}>Start scan</Button>);
    await click(page.host.querySelector('button'));
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('takes no second press while its act is under way, and says so', async () => {
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

  it('does not send a form unless it is meant to', async () => {
    const page = await render(<Button>Cancel</Button>);
    expect(page.host.querySelector('button')?.type).toBe('button');
  });
});

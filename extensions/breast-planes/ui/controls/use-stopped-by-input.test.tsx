// @vitest-environment jsdom
import { act, type ReactNode, useCallback, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { render, unmountAll } from '#ui/testing';
import { useStoppedByInput } from './use-stopped-by-input.ts';

afterEach(unmountAll);

function Player(): ReactNode {
  const [playing, setPlaying] = useState(true);
  useStoppedByInput(
    playing,
    useCallback(() => setPlaying(false), []),
    'cen',
  );
  return (
    <>
      <header>
        <button type="button" data-testid="header">
          Play
        </button>
      </header>
      <div role="dialog">
        <input data-testid="speed" />
      </div>
      <span data-plays="cen" data-testid="own" />
      <span data-plays="per" data-testid="other" />
      <p data-testid="picture">{playing ? 'plays' : 'stands'}</p>
    </>
  );
}

/** What is left of a running picture after this happened there. */
async function leftBy(testId: string, event: Event): Promise<string> {
  const { host } = await render(<Player />);
  const found = host.querySelector(`[data-testid=${testId}]`);
  act(() => void found?.dispatchEvent(event));
  const words = host.querySelector('[data-testid=picture]')?.textContent ?? '';
  await unmountAll();
  return words;
}

const press = () => new Event('pointerdown', { bubbles: true });
const key = (name: string) => new KeyboardEvent('keydown', { key: name, bubbles: true });

describe('a picture that runs', () => {
  it('stops at a press, the wheel and any key of the room', async () => {
    expect(await leftBy('picture', press())).toBe('stands');
    expect(await leftBy('picture', new Event('wheel', { bubbles: true }))).toBe('stands');
    expect(await leftBy('picture', key('m'))).toBe('stands');
    expect(await leftBy('picture', key('Escape'))).toBe('stands');
    expect(await leftBy('other', press())).toBe('stands');
  });

  it('stops at a key also while the button that started it has the focus', async () => {
    expect(await leftBy('header', key('n'))).toBe('stands');
    expect(await leftBy('header', key('Escape'))).toBe('stands');
    expect(await leftBy('header', key('ArrowDown'))).toBe('stands');
  });

  it('runs on while its header and panel are worked, and leaves its own keys alone', async () => {
    expect(await leftBy('header', press())).toBe('plays');
    expect(await leftBy('own', press())).toBe('plays');
    expect(await leftBy('header', key('Enter'))).toBe('plays');
    expect(await leftBy('speed', key('6'))).toBe('plays');
    expect(await leftBy('speed', press())).toBe('plays');
    expect(await leftBy('picture', key(' '))).toBe('plays');
    expect(await leftBy('picture', key('Shift'))).toBe('plays');
  });
});

// @vitest-environment jsdom
import { act, type ReactNode, useCallback, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { render, unmountAll } from '#ui/testing';
import { useStopOnInput } from './use-stop-on-input.ts';

afterEach(unmountAll);

function Player(): ReactNode {
  const [playing, setPlaying] = useState(true);
  useStopOnInput(
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
      <p data-testid="picture">{playing ? 'playing' : 'stopped'}</p>
    </>
  );
}

/** Returns the text of a playing image after the event on the given element. */
async function textAfter(testId: string, event: Event): Promise<string> {
  const { host } = await render(<Player />);
  const target = host.querySelector(`[data-testid=${testId}]`);
  act(() => void target?.dispatchEvent(event));
  const text = host.querySelector('[data-testid=picture]')?.textContent ?? '';
  await unmountAll();
  return text;
}

const press = () => new Event('pointerdown', { bubbles: true });
const key = (name: string) => new KeyboardEvent('keydown', { key: name, bubbles: true });

describe('a playing image', () => {
  it('stops on a press, the wheel or any shortcut key', async () => {
    expect(await textAfter('picture', press())).toBe('stopped');
    expect(await textAfter('picture', new Event('wheel', { bubbles: true }))).toBe('stopped');
    expect(await textAfter('picture', key('m'))).toBe('stopped');
    expect(await textAfter('picture', key('Escape'))).toBe('stopped');
    expect(await textAfter('other', press())).toBe('stopped');
  });

  it('stops on a key while its play button has the focus', async () => {
    expect(await textAfter('header', key('n'))).toBe('stopped');
    expect(await textAfter('header', key('Escape'))).toBe('stopped');
    expect(await textAfter('header', key('ArrowDown'))).toBe('stopped');
  });

  it('keeps playing while its header and panel are used and on its own keys', async () => {
    expect(await textAfter('header', press())).toBe('playing');
    expect(await textAfter('own', press())).toBe('playing');
    expect(await textAfter('header', key('Enter'))).toBe('playing');
    expect(await textAfter('speed', key('6'))).toBe('playing');
    expect(await textAfter('speed', press())).toBe('playing');
    expect(await textAfter('picture', key(' '))).toBe('playing');
    expect(await textAfter('picture', key('Shift'))).toBe('playing');
  });
});

// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { press, render, unmountAll } from '../testing.ts';
import { Splitter, type SplitterProps } from './splitter.tsx';

afterEach(unmountAll);

async function renderSplitter(changes: Partial<SplitterProps> = {}) {
  const onChange = vi.fn();
  const page = await render(
    <Splitter label="Panel" value={300} min={200} max={400} onChange={onChange} {...changes} />,
  );
  const separator = page.host.querySelector('[role="separator"]');
  const pointer = (type: string, clientX: number): Promise<void> =>
    act(async () => {
      separator?.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, button: 0 }));
    });
  return { onChange, separator, pointer };
}

describe('a splitter', () => {
  it('stays within its limits', async () => {
    const { onChange, separator, pointer } = await renderSplitter();
    await pointer('pointerdown', 100);
    await pointer('pointermove', 900);
    expect(onChange).toHaveBeenLastCalledWith(400);
    await pointer('pointermove', -900);
    expect(onChange).toHaveBeenLastCalledWith(200);
    await pointer('pointerup', -900);
    await pointer('pointermove', 150);
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(separator?.getAttribute('aria-valuenow')).toBe('300');
  });

  it('exposes its limits and moves by keys', async () => {
    const { onChange, separator } = await renderSplitter();
    expect(separator?.getAttribute('aria-valuemin')).toBe('200');
    expect(separator?.getAttribute('aria-orientation')).toBe('vertical');
    for (const [key, value] of [
      ['ArrowRight', 308],
      ['ArrowLeft', 292],
      ['Home', 200],
      ['End', 400],
    ] as const) {
      await press(key, separator);
      expect(onChange).toHaveBeenLastCalledWith(value);
    }
  });

  it('enlarges a pane on its right when moved left', async () => {
    const { onChange, separator } = await renderSplitter({ pane: 'right' });
    await press('ArrowLeft', separator);
    expect(onChange).toHaveBeenLastCalledWith(308);
  });

  it('grows to its maximum by double click', async () => {
    const { onChange, pointer } = await renderSplitter();
    await pointer('dblclick', 100);
    expect(onChange).toHaveBeenLastCalledWith(400);
  });

  it('does not move while disabled', async () => {
    const { onChange, separator, pointer } = await renderSplitter({ disabled: true });
    await press('ArrowRight', separator);
    await pointer('pointerdown', 100);
    await pointer('pointermove', 200);
    expect(onChange).not.toHaveBeenCalled();
    expect(separator?.getAttribute('tabindex')).toBe('-1');
  });
});

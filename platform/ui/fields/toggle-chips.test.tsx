// @vitest-environment jsdom
import { act, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { click, focus, press, render, unmountAll } from '../testing.ts';
import { CHIP_GROUPS, type ToggleChip, ToggleChips } from './toggle-chips.tsx';

afterEach(unmountAll);

const SHAPES = [
  { id: 'OVAL', label: 'Oval' },
  { id: 'ROUND', label: 'Round' },
] as const;
const CATEGORIES: readonly ToggleChip[] = [
  { id: '4', label: '3', digit: '3' },
  { id: '5', label: '4A', digit: '4' },
  { id: '6', label: '4B', digit: '4' },
];

function Groups(props: { readonly multiple?: boolean; readonly disabled?: boolean }) {
  const [shapes, setShapes] = useState<readonly string[]>([]);
  const [categories, setCategories] = useState<readonly string[]>([]);
  return (
    <div {...CHIP_GROUPS}>
      <ToggleChips
        {...props}
        label="Shape"
        options={SHAPES}
        selected={shapes}
        onChange={setShapes}
      />
      <div hidden>
        <ToggleChips
          label="Closed"
          options={[{ id: 'X', label: 'X' }]}
          selected={[]}
          onChange={setShapes}
        />
      </div>
      <ToggleChips
        label="Category"
        options={CATEGORIES}
        selected={categories}
        onChange={setCategories}
      />
      <output>{[...shapes, ...categories].join()}</output>
    </div>
  );
}

const chip = (label: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === label);
const chosen = () => document.querySelector('output')?.textContent;

describe('chips that can be removed again', () => {
  it('choose one of a group by a press and remove it by a second press', async () => {
    await render(<Groups />);
    await click(chip('Oval'));
    expect(chosen()).toBe('OVAL');
    await click(chip('Round'));
    expect(chosen()).toBe('ROUND');
    await click(chip('Round'));
    expect(chosen()).toBe('');
  });

  it('choose by digits while a chip of the group has the focus', async () => {
    await render(<Groups />);
    await focus(chip('Oval'));
    await press('2');
    expect(chosen()).toBe('ROUND');
    await press('2');
    expect(chosen()).toBe('');
    await press('7');
    expect(chosen()).toBe('');
  });

  it('choose several where the group permits', async () => {
    await render(<Groups multiple />);
    await focus(chip('Oval'));
    await press('1');
    await press('2');
    expect(chosen()).toBe('OVAL,ROUND');
    await press('1');
    expect(chosen()).toBe('ROUND');
  });

  it('go through the chips that share a digit', async () => {
    await render(<Groups />);
    await focus(chip('3'));
    for (const expected of ['5', '6', '5']) {
      await press('4');
      expect(chosen()).toBe(expected);
    }
  });

  it('keep all digits from the page, and leave other keys to it', async () => {
    await render(<Groups />);
    await focus(chip('Oval'));
    const keys: string[] = [];
    const onKey = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented) keys.push(event.key);
    };
    window.addEventListener('keydown', onKey);
    for (const key of ['1', '9', 'n']) await press(key);
    window.removeEventListener('keydown', onKey);
    expect(keys).toEqual(['n']);
  });

  it('move the focus to the next group with the arrow keys, and stay at the ends', async () => {
    await render(<Groups />);
    await focus(chip('Oval'));
    await press('ArrowDown');
    expect(document.activeElement).toBe(chip('3'));
    await press('ArrowDown');
    expect(document.activeElement).toBe(chip('3'));
    await press('ArrowUp');
    expect(document.activeElement).toBe(chip('Oval'));
  });

  it('press nothing while a digit is held down', async () => {
    await render(<Groups />);
    await focus(chip('Oval'));
    const held = { key: '1', repeat: true, bubbles: true, cancelable: true };
    await act(async () => void chip('Oval')?.dispatchEvent(new KeyboardEvent('keydown', held)));
    expect(chosen()).toBe('');
  });

  it('change nothing while disabled', async () => {
    await render(<Groups disabled />);
    await click(chip('Oval'));
    await press('1', chip('Oval') ?? null);
    expect(chosen()).toBe('');
  });
});

// @vitest-environment jsdom
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { press, render, type as typeInto, unmountAll, until } from '../testing.ts';
import { PickDialog } from './pick-dialog.tsx';

afterEach(unmountAll);

const ENTRIES = [
  { id: 'undo', title: 'Undo', shortcut: 'Ctrl + Z' },
  { id: 'redo', title: 'Redo', disabled: 'Nothing to redo' },
  { id: 'fit', title: 'Fit all planes' },
];

interface PageProps {
  onPick(id: string): void;
  onClose(): void;
}

function Page({ onPick, onClose }: PageProps) {
  const [query, setQuery] = useState('');
  const items = ENTRIES.filter(({ title }) => title.toLowerCase().includes(query));
  return (
    <PickDialog
      title="Commands"
      placeholder="What to do"
      query={query}
      groups={items.length === 0 ? [] : [{ title: 'Reading', items }]}
      empty="No entries match."
      onQuery={setQuery}
      onPick={onPick}
      onClose={onClose}
    />
  );
}

async function open() {
  const [picked, closed] = [vi.fn(), vi.fn()];
  await render(<Page onPick={picked} onClose={closed} />);
  const field = (): HTMLInputElement => {
    const input = document.querySelector('input');
    if (input === null) throw new Error('There is no field');
    return input;
  };
  const active = (): string => {
    const id = field().getAttribute('aria-activedescendant');
    return (id === null ? null : document.getElementById(id))?.textContent ?? '';
  };
  await until(() => document.activeElement === field());
  return { picked, closed, field, active };
}

it('focuses the field and selects the first match by Enter', async () => {
  const { picked, field } = await open();
  expect(document.activeElement).toBe(field());
  await typeInto(field(), 'fit');
  await press('Enter');
  expect(picked.mock.calls).toEqual([['fit']]);
});

it('moves through options by arrow keys while the field keeps the focus', async () => {
  const { picked, field, active } = await open();
  await press('ArrowDown');
  await press('ArrowDown');
  await until(() => active().includes('Redo'));
  expect(document.activeElement).toBe(field());
  await press('Enter');
  expect(picked).toHaveBeenCalledWith('redo');
});

it('shows and announces why an option is disabled', async () => {
  await open();
  const redo = document.querySelectorAll('[role=option]')[1];
  expect(redo?.textContent).toContain('Nothing to redo');
  expect(document.querySelector('[role=status]')?.textContent).toBe('3 entries');
});

it('reports no matches, and closes at once by Escape, even with text in the field', async () => {
  const { closed, field } = await open();
  await typeInto(field(), 'xyz');
  expect(document.body.textContent).toContain('No entries match.');
  await press('Escape');
  expect(closed).toHaveBeenCalledOnce();
});

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

async function openDialog() {
  const onPick = vi.fn();
  const onClose = vi.fn();
  await render(<Page onPick={onPick} onClose={onClose} />);
  const field = (): HTMLInputElement => {
    const input = document.querySelector('input');
    if (input === null) throw new Error('There is no field');
    return input;
  };
  const activeOption = (): string => {
    const id = field().getAttribute('aria-activedescendant');
    return (id === null ? null : document.getElementById(id))?.textContent ?? '';
  };
  await until(() => document.activeElement === field());
  return { onPick, onClose, field, activeOption };
}

it('a pick dialog focuses the field and selects the first match by Enter', async () => {
  const { onPick, field } = await openDialog();
  expect(document.activeElement).toBe(field());
  await typeInto(field(), 'fit');
  await press('Enter');
  expect(onPick.mock.calls).toEqual([['fit']]);
});

it('a pick dialog moves through options by arrow keys while the field keeps the focus', async () => {
  const { onPick, field, activeOption } = await openDialog();
  await press('ArrowDown');
  await press('ArrowDown');
  await until(() => activeOption().includes('Redo'));
  expect(document.activeElement).toBe(field());
  await press('Enter');
  expect(onPick).toHaveBeenCalledWith('redo');
});

it('a pick dialog shows why an option is disabled and announces the number of entries', async () => {
  await openDialog();
  const redo = document.querySelectorAll('[role=option]')[1];
  expect(redo?.textContent).toContain('Nothing to redo');
  expect(document.querySelector('[role=status]')?.textContent).toBe('3 entries');
});

it('a pick dialog reports no matches, and closes at once by Escape, even with text in the field', async () => {
  const { onClose, field } = await openDialog();
  await typeInto(field(), 'xyz');
  expect(document.body.textContent).toContain('No entries match.');
  await press('Escape');
  expect(onClose).toHaveBeenCalledOnce();
});

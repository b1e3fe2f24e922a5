// @vitest-environment jsdom
import { act, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../buttons/button.tsx';
import { click, focus, press, render, unmountAll } from '../testing.ts';
import { Table } from './table.tsx';
import type { TableColumn } from './table-types.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'name', title: 'Name', isRowHeader: true, sortable: true, cell: (row) => row.name },
  { id: 'length', title: 'Length', cell: (row) => row.name.length },
];
const ITEMS: readonly Row[] = [
  { id: 'a', name: 'Abellard' },
  { id: 'b', name: 'Verhoeven' },
];

afterEach(unmountAll);

function table(changes: Partial<Parameters<typeof Table<Row>>[0]> = {}) {
  return (
    <Table
      label="Patients"
      columns={COLUMNS}
      items={ITEMS}
      selectedId="a"
      idOf={(row) => row.id}
      onSelect={() => undefined}
      {...changes}
    />
  );
}

/** A table with controlled selection. */
function ControlledTable({ items }: { readonly items: readonly Row[] }) {
  const [selectedId, onSelect] = useState('r0');
  return table({ items, selectedId, onSelect });
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-idx]')];

describe('a table', () => {
  it('renders a row per item and marks the selected row', async () => {
    await render(table());
    expect(rows().map((row) => row.textContent)).toEqual(['Abellard8', 'Verhoeven9']);
    expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'false']);
  });

  it('moves through rows by arrow keys and opens a row by Enter', async () => {
    const onSelect = vi.fn();
    const onOpen = vi.fn();
    await render(table({ onSelect, onOpen }));
    await focus(rows()[0]);
    await press('ArrowDown');
    expect(onSelect).toHaveBeenCalledWith('b');
    await press('Enter');
    expect(onOpen).toHaveBeenCalledWith('b');
  });

  it('sorts by a sortable header', async () => {
    const onSort = vi.fn();
    await render(table({ onSort, sort: { column: 'name', direction: 'ascending' } }));
    const headers = [...document.querySelectorAll('thead th')];
    expect(headers[0]?.getAttribute('aria-sort')).toBe('ascending');
    expect(headers[1]?.getAttribute('aria-sort')).toBeNull();
    await click(headers[0]);
    expect(onSort).toHaveBeenCalledWith({ column: 'name', direction: 'descending' });
  });

  it('redraws cells when a dependency changes', async () => {
    let searchText = 'x';
    const columns: readonly TableColumn<Row>[] = [
      { id: 'name', title: 'Name', isRowHeader: true, cell: (row) => `${row.name} ${searchText}` },
    ];
    const page = await render(table({ columns, dependencies: [searchText] }));
    searchText = 'y';
    await page.draw(table({ columns, dependencies: [searchText] }));
    expect(rows()[0]?.textContent).toBe('Abellard y');
  });

  it('scrolls horizontally instead of narrowing a column below its minimum', async () => {
    const [name, length] = COLUMNS;
    const columns = [
      { ...name, minWidth: 200 },
      { ...length, width: 120 },
    ] as typeof COLUMNS;
    const { host } = await render(table({ columns }));
    expect(host.querySelector('table')?.style.minWidth).toBe('320px');
  });

  it('shows the text for an empty list when there are no rows', async () => {
    await render(table({ items: [], empty: 'No patients match.' }));
    expect(document.body.textContent).toContain('No patients match.');
  });

  it('requests more rows once at its end and again after new rows, and announces the loading', async () => {
    const onEndReached = vi.fn();
    const page = await render(table({ onEndReached }));
    expect(onEndReached).toHaveBeenCalledTimes(1);
    await page.draw(table({ onEndReached, loadingMore: true }));
    expect(onEndReached).toHaveBeenCalledTimes(1);
    expect(document.querySelector('[role="status"]')?.textContent).toBe('Loading more');
    await page.draw(table({ onEndReached, items: [...ITEMS, { id: 'c', name: 'Wu' }] }));
    expect(onEndReached).toHaveBeenCalledTimes(2);
  });

  it('requests nothing when there are no rows', async () => {
    const onEndReached = vi.fn();
    await render(table({ onEndReached, items: [] }));
    expect(onEndReached).not.toHaveBeenCalled();
  });

  it('shows the action of the selected row, which is reachable by Tab and does not open the row', async () => {
    const onOpen = vi.fn();
    const onLock = vi.fn();
    const rowAction = (row: Row) => <Button onPress={() => onLock(row.id)}>Lock</Button>;
    await render(table({ onOpen, rowAction }));
    const buttons = rows().map((row) => row.querySelector('button'));
    expect(buttons.map((button) => button !== null)).toEqual([true, false]);
    await focus(rows()[0]);
    await press('ArrowRight');
    expect(document.activeElement).toBe(buttons[0]);
    await click(buttons[0]);
    expect(onLock).toHaveBeenCalledWith('a');
    await act(async () => {
      buttons[0]?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    });
    await press('Enter');
    expect(onOpen).not.toHaveBeenCalled();
    await press('ArrowLeft');
    expect(document.activeElement).toBe(rows()[0]);
  });

  it('renders few of ten thousand rows and keeps the focused row', async () => {
    const items = Array.from({ length: 10_000 }, (_, idx) => ({ id: `r${idx}`, name: `N${idx}` }));
    const onSelect = vi.fn();
    await render(table({ items, selectedId: 'r0', onSelect }));
    expect(rows().length).toBeLessThan(80);
    expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('10001');
    await focus(rows()[0]);
    await press('End');
    expect(onSelect).toHaveBeenCalledWith('r9999');
    expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('10001');
    expect(rows().length).toBeLessThan(80);
  });

  it('keeps the focus when the wheel scrolls the focused row out of view', async () => {
    const items = Array.from({ length: 10_000 }, (_, idx) => ({ id: `r${idx}`, name: `N${idx}` }));
    const page = await render(table({ items, selectedId: 'r0' }));
    await focus(rows()[0]);
    const frame = page.host.firstElementChild;
    await act(async () => {
      if (frame !== null) frame.scrollTop = 140_000;
      frame?.dispatchEvent(new Event('scroll'));
    });
    expect(document.activeElement?.textContent).toBe('N02');
    expect(rows().some((row) => row.textContent?.startsWith('N5000'))).toBe(true);
    expect(rows().length).toBeLessThan(80);
  });

  describe('with a changing order', () => {
    const MANY = Array.from({ length: 1_000 }, (_, idx) => ({ id: `r${idx}`, name: `N${idx}` }));
    const focused = () => document.activeElement?.querySelector('th')?.textContent;

    it('keeps the focus on the same row, even when scrolled out of view', async () => {
      const page = await render(<ControlledTable items={MANY} />);
      await focus(rows()[0]);
      await press('ArrowDown');
      expect(focused()).toBe('N1');
      await page.draw(<ControlledTable items={[...MANY].reverse()} />);
      expect(focused()).toBe('N1');
      await press('ArrowUp');
      expect(focused()).toBe('N2');
    });

    it('keeps the Tab stop on the same row while the focus is elsewhere', async () => {
      const page = await render(table({ items: MANY, selectedId: null }));
      await focus(rows()[3]);
      await act(async () => (document.activeElement as HTMLElement).blur());
      await page.draw(table({ items: [{ id: 'new', name: 'New' }, ...MANY], selectedId: null }));
      expect(document.querySelector('tr[tabindex="0"] th')?.textContent).toBe('N3');
    });

    it('moves the focus to the row that replaces a removed row, but never takes the focus from elsewhere', async () => {
      const page = await render(table({ items: MANY, selectedId: null }));
      await focus(rows()[3]);
      const remaining = MANY.filter(({ id }) => id !== 'r3');
      await page.draw(table({ items: remaining, selectedId: null }));
      expect(focused()).toBe('N4');
      await act(async () => (document.activeElement as HTMLElement).blur());
      await page.draw(table({ items: remaining.slice(5), selectedId: null }));
      expect(document.activeElement).toBe(document.body);
    });
  });

  it('opens a row by double click and selects a row by single click', async () => {
    const onOpen = vi.fn();
    const onSelect = vi.fn();
    await render(table({ onOpen, onSelect }));
    await click(rows()[1]);
    expect(onSelect).toHaveBeenCalledWith('b');
    expect(onOpen).not.toHaveBeenCalled();
    await act(async () => {
      rows()[1]?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    });
    expect(onOpen).toHaveBeenCalledWith('b');
  });

  it('moves through its headers by arrow keys, sorts by Enter and returns to the rows', async () => {
    const onSort = vi.fn();
    await render(table({ onSort }));
    await focus(rows()[0]);
    await press('ArrowUp');
    const [name] = document.querySelectorAll<HTMLElement>('thead th');
    expect(document.activeElement).toBe(name);
    await press('Enter');
    expect(onSort).toHaveBeenCalledWith({ column: 'name', direction: 'ascending' });
    await press('ArrowDown');
    expect(document.activeElement).toBe(rows()[0]);
  });
});

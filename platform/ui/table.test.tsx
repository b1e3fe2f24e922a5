// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Table, type TableColumn } from './table.tsx';
import { click, focus, press, render, unmountAll } from './testing.ts';

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

const rows = () => [...document.querySelectorAll('[role="row"]')].slice(1);

describe('a table', () => {
  it('draws a row an item and tells which one is selected', async () => {
    await render(table());
    expect(rows().map((row) => row.textContent)).toEqual(['Abellard8', 'Verhoeven9']);
    expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'false']);
  });

  it('is walked by arrow keys and opened by Enter', async () => {
    const onSelect = vi.fn();
    const onOpen = vi.fn();
    await render(table({ onSelect, onOpen }));
    await focus(rows()[0]);
    await press('ArrowDown');
    expect(onSelect).toHaveBeenCalledWith('b');
    await press('Enter');
    expect(onOpen).toHaveBeenCalledWith('b');
  });

  it('sorts by a header that allows it', async () => {
    const onSort = vi.fn();
    await render(table({ onSort, sort: { column: 'name', direction: 'ascending' } }));
    const headers = [...document.querySelectorAll('[role="columnheader"]')];
    expect(headers[0]?.getAttribute('aria-sort')).toBe('ascending');
    expect(headers[1]?.getAttribute('aria-sort')).toBeNull();
    await click(headers[0]);
    expect(onSort).toHaveBeenCalledWith({ column: 'name', direction: 'descending' });
  });

  it('draws cells again when the searched words change', async () => {
    let words = 'x';
    const columns: readonly TableColumn<Row>[] = [
      { id: 'name', title: 'Name', isRowHeader: true, cell: (row) => `${row.name} ${words}` },
    ];
    const page = await render(table({ columns, dependencies: [words] }));
    words = 'y';
    await page.draw(table({ columns, dependencies: [words] }));
    expect(rows()[0]?.textContent).toBe('Abellard y');
  });

  it('says what to do when there are no rows', async () => {
    await render(table({ items: [], empty: 'No patient matches.' }));
    expect(document.body.textContent).toContain('No patient matches.');
  });
});

/** Moves the focus from the search field to the selected row of the list, or to the first row. */
export function focusRow(table: HTMLElement | null): void {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[aria-selected]') ?? [])];
  const selected = rows.find((row) => row.getAttribute('aria-selected') === 'true');
  (selected ?? rows[0])?.focus();
}

/** Focuses the search field of the list that contains `element`. */
export function focusSearch(element: HTMLElement | null): void {
  element?.closest('section')?.querySelector<HTMLInputElement>('input[type=search]')?.focus();
}

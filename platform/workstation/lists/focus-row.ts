/** Moves the focus from a search into the list below it: to the selected row, or the first. */
export function focusRow(table: HTMLElement | null): void {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tr[aria-selected]') ?? [])];
  const selected = rows.find((row) => row.getAttribute('aria-selected') === 'true');
  (selected ?? rows[0])?.focus();
}

/** Moves the focus into the search above the list that holds `part`. */
export function focusSearch(element: HTMLElement | null): void {
  element?.closest('section')?.querySelector<HTMLInputElement>('input[type=search]')?.focus();
}

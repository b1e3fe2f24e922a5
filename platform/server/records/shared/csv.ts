/**
 * Rows as CSV (RFC 4180), with a mark at its head that tells spreadsheets it is UTF-8. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  const lines = rows.map((row) => row.map(cellOf).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** What spreadsheets begin formulas with, also after blanks, and in their full-width forms. */
const FORMULA = /^[\s\uFEFF\u200B]*[=+\-@|%＝＋－＠\t\r]/u;

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

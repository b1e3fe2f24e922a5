/**
 * Formats rows as CSV (RFC 4180) with a byte order mark, by which spreadsheets detect UTF-8. Texts
 * that a spreadsheet would evaluate as a formula get an apostrophe in front; numbers stay numbers.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  const lines = rows.map((row) => row.map(cellOf).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Characters that start formulas in spreadsheets, also after blanks and in full-width forms. */
const FORMULA = /^[\s\uFEFF\u200B]*[=+\-@|%＝＋－＠\t\r]/u;

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

/** Parses CSV as in RFC 4180, like a spreadsheet. */
function cellsOf(csv: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  // Starts after the byte order mark.
  for (let index = 1; index < csv.length; index += 1) {
    const char = csv[index] ?? '';
    if (quoted && char === '"' && csv[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === ',' || csv.startsWith('\r\n', index))) {
      cells.push(cell);
      cell = '';
      if (char !== ',') index += 1;
    } else cell += char;
  }
  return cells;
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', ' ', "'", 'a'),
  }),
);

describe('csvOf', () => {
  it('preserves every text, with at most one apostrophe in front', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (row) => {
        const cells = cellsOf(csvOf([row]));
        expect(cells).toHaveLength(row.length);
        for (const [column, cell] of cells.entries()) {
          expect([row[column], `'${row[column]}`]).toContain(cell);
        }
      }),
    );
  });

  it('writes no text that a spreadsheet would evaluate', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(cellsOf(csvOf([[value]]))[0]?.trimStart() ?? '').not.toMatch(/^[=+\-@]/);
      }),
    );
  });

  it('leaves numbers unchanged, negative numbers included', () => {
    expect(csvOf([[-1.5, null, 0]])).toBe('\uFEFF-1.5,,0\r\n');
  });
});

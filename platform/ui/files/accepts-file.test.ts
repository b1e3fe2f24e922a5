import { describe, expect, it } from 'vitest';
import { acceptsFile } from './accepts-file.ts';

const file = (name: string, type = '') => ({ name, type });

describe('an accept list', () => {
  it('rejects files that only resemble an accepted type', () => {
    expect(acceptsFile('.pdf,image/*', file('report.pdf.exe'))).toBe(false);
    expect(acceptsFile('image/*', file('x', 'imagery/png'))).toBe(false);
    expect(acceptsFile('image/png', file('x.png', 'image/jpeg'))).toBe(false);
    expect(acceptsFile('.pdf', file('pdf'))).toBe(false);
  });

  it('accepts extensions in any case, MIME types and wildcards', () => {
    expect(acceptsFile('.pdf, image/*', file('Report.PDF'))).toBe(true);
    expect(acceptsFile('.pdf, image/*', file('x', 'image/jpeg'))).toBe(true);
    expect(acceptsFile('text/csv', file('x', 'text/csv'))).toBe(true);
  });

  it('accepts everything when empty', () => {
    expect(acceptsFile(undefined, file('x'))).toBe(true);
    expect(acceptsFile('', file('x'))).toBe(true);
  });
});

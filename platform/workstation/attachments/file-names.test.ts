import { describe, expect, it } from 'vitest';
import { attachmentFileNameSchema } from '#contracts';
import { storableName } from './file-names.ts';

describe('the stored name of an attached file', () => {
  it('is unchanged where the rules allow it', () => {
    for (const name of ['Befund März 2026.pdf', 'left (2).jpg', 'IM000001', '乳房.png']) {
      expect(storableName(name, [])).toBe(name);
    }
  });

  it('loses only path separators and forbidden characters', () => {
    expect(storableName('a/b\\c.pdf', [])).toBe('a_b_c.pdf');
    expect(storableName('.hidden', [])).toBe('_.hidden');
    expect(storableName('line\nend:.pdf', [])).toBe('line_end_.pdf');
  });

  it('differs from existing names, regardless of case', () => {
    const secondName = storableName('Report.pdf', ['report.pdf']);
    expect(secondName).toBe('Report (2).pdf');
    expect(storableName('Report.pdf', ['report.pdf', secondName])).toBe('Report (3).pdf');
  });

  it('keeps its extension when shortened', () => {
    const name = storableName(`${'x'.repeat(300)}.pdf`, []);
    expect(name).toHaveLength(100);
    expect(name.endsWith('.pdf')).toBe(true);
  });

  it('always satisfies the contract', () => {
    for (const name of ['', '…', '   ', '((', '-.-', `${'é'.repeat(120)}`, 'a.b.c.'.repeat(30)]) {
      expect(attachmentFileNameSchema.safeParse(storableName(name, [])).success, name).toBe(true);
    }
  });
});

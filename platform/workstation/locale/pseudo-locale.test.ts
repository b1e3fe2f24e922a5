import { describe, expect, it } from 'vitest';
import { pseudoText, pseudoTree } from './pseudo-locale.ts';

describe('the pseudo-locale', () => {
  it('puts every text in brackets, accented and about a third longer', () => {
    const { title } = pseudoTree({ title: 'Patients without a study' });
    expect(title).toBe('⟦Ƥááťííééñťš ŵííťĥóóúúť áá šťúúďý⟧');
  });

  it('leaves the values of a function unchanged, also those with special characters', () => {
    const tree = pseudoTree({
      group: { position: (name: string, count: number) => `${name} of ${count}` },
    });
    const { position } = tree.group as unknown as {
      position(name: string, count: number): string;
    };
    expect(position('Ng (Mary)*', 12)).toBe('⟦Ng (Mary)* óóƒ 12⟧');
  });

  it('marks a text once, and an empty text not at all', () => {
    expect(pseudoText(pseudoText('Left', []), [])).toBe(pseudoText('Left', []));
    expect(pseudoText('', [])).toBe('');
  });
});

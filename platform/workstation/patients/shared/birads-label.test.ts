import { describe, expect, it } from 'vitest';
import { builtInLists } from '#contracts';
import { biradsLabel } from './birads-label.ts';

const ITEMS = builtInLists.find(({ listId }) => listId === 'BIRADS')?.items ?? [];
/** The scores 1 to 9 are the codes of the categories 0, 1, 2, 3, 4A, 4B, 4C, 5 and 6. */
const side = (biradsScore: number | null) => ({
  biradsScore,
  breastDensity: null,
  text: { text: '', editedFrom: null },
});
const label = (right: number | null, left: number | null): string =>
  biradsLabel({ content: { right: side(right), left: side(left) } }, ITEMS);

describe('the BI-RADS label of a study', () => {
  it('is empty without an assessment', () => {
    expect(label(null, null)).toBe('');
    expect(biradsLabel({ content: { right: null, left: null } }, ITEMS)).toBe('');
  });

  it('is a single code when both sides agree or only one is assessed', () => {
    expect(label(3, 3)).toBe('BI-RADS 2');
    expect(label(null, 6)).toBe('BI-RADS 4B');
  });

  it('names the sides when they differ, including an incomplete assessment', () => {
    expect(label(1, 6)).toBe('BI-RADS R 0 · L 4B');
  });
});

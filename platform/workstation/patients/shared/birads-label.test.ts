import { describe, expect, it } from 'vitest';
import { builtInLists } from '#contracts';
import { biradsLabel } from './birads-label.ts';

const ITEMS = builtInLists.find(({ listId }) => listId === 'BIRADS')?.items ?? [];
const side = (biradsScore: number | null) => ({ biradsScore, breastDensity: null, text: '' });
const label = (right: number | null, left: number | null): string =>
  biradsLabel({ content: { right: side(right), left: side(left) } }, ITEMS);

describe('the assessment of a study in a list', () => {
  it('is nothing while nobody has decided', () => {
    expect(label(null, null)).toBe('');
    expect(biradsLabel({ content: { right: null, left: null } }, ITEMS)).toBe('');
  });

  it('is one code where both sides agree or one was read', () => {
    expect(label(3, 3)).toBe('BI-RADS 2');
    expect(label(null, 6)).toBe('BI-RADS 4B');
  });

  it('names the sides where they differ, and hides no incomplete one', () => {
    expect(label(1, 6)).toBe('BI-RADS R 0 · L 4B');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooDeep } from './json-depth.ts';

const arrays = (levels: number, inside = '1') =>
  `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Counts the levels of parsed JSON recursively, as a reference. */
function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

describe('isTooDeep', () => {
  it('rejects JSON from 101 levels on', () => {
    for (const nest of [arrays, objects]) {
      expect(isTooDeep(nest(100))).toBe(false);
      expect(isTooDeep(nest(101))).toBe(true);
      expect(isTooDeep(nest(100_000))).toBe(true);
    }
    expect(isTooDeep(arrays(60, objects(41)))).toBe(true);
    expect(isTooDeep('['.repeat(101))).toBe(true);
  });

  it('ignores brackets and quotation marks inside strings', () => {
    const text = fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a') });
    const { tree } = fc.letrec((again) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.array(again('tree'), { maxLength: 3 }),
        fc.dictionary(text, again('tree'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.integer({ min: 90, max: 110 }), (value, around) => {
        const levels = around + levelsOf(value);
        expect(isTooDeep(arrays(around, JSON.stringify(value)))).toBe(levels > 100);
      }),
    );
    expect(isTooDeep(JSON.stringify({ note: '['.repeat(1_000) }))).toBe(false);
    expect(isTooDeep(`"${'\\"['.repeat(1_000)}"`)).toBe(false);
    expect(isTooDeep(`["\\\\",${arrays(100)}]`)).toBe(true);
  });

  it('accepts invalid JSON and reads no further than its end', () => {
    for (const invalid of ['', '"', '"\\', ']]]', '"[', '\\"['])
      expect(isTooDeep(invalid)).toBe(false);
  });
});

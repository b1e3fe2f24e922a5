import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import {
  abbreviationBefore,
  blocksFor,
  findBlock,
  parseTextBlocks,
  type TextBlock,
  textBlockErrors,
} from './text-blocks.ts';

const aBlock = (change: Partial<TextBlock> = {}): TextBlock => ({
  id: 'one',
  name: 'Cyst',
  abbreviation: 'cy',
  text: 'Simple cyst at {clock}.',
  language: null,
  ...change,
});

describe('abbreviationBefore', () => {
  it.each([
    [';cy', 3, 0, 'cy'],
    ['Seen. ;cy', 9, 6, 'cy'],
    ['a\n;zÿ-1 b', 7, 2, 'zÿ-1'],
    ['(;cy', 4, 1, 'cy'],
    [';;cy', 4, 1, 'cy'],
  ])('finds one at the end of “%s”', (text, cursor, start, abbreviation) => {
    expect(abbreviationBefore(text, cursor)).toEqual({ start, abbreviation });
  });

  it.each([
    ['word;cy', 7],
    [';', 1],
    ['; cy', 4],
    [';cy ', 4],
    ['cy', 2],
    [`;${'x'.repeat(21)}`, 22],
  ])('finds none in “%s”', (text, cursor) => {
    expect(abbreviationBefore(text, cursor)).toBeNull();
  });
});

describe('blocksFor', () => {
  const english = aBlock({ language: 'en', text: 'English' });
  const german = aBlock({ id: 'two', language: 'de', text: 'Deutsch' });
  const site = { ...aBlock({ text: 'Site' }), language: null };
  const other = { ...aBlock({ abbreviation: 'no', text: 'Normal' }), language: null };

  it('selects by language, and those of the reader replace those of the site', () => {
    const blocks = blocksFor([english], [site, other], 'en');
    expect(blocks.map(({ text }) => text)).toEqual(['English', 'Normal']);
    expect(findBlock(blocks, 'CY')?.text).toBe('English');
    expect(findBlock(blocksFor([english], [site], 'de'), 'cy')?.text).toBe('Site');
    expect(findBlock(blocksFor([english, german], [], 'de'), 'cy')?.text).toBe('Deutsch');
    expect(findBlock(blocks, 'none')).toBeUndefined();
  });
});

describe('textBlockErrors', () => {
  it('accepts a complete text block and the own abbreviation', () => {
    expect(textBlockErrors(aBlock(), [aBlock()])).toEqual({});
  });

  it('names an unknown placeholder and the known ones', () => {
    const { text } = textBlockErrors(aBlock({ text: 'At {hour}' }), []);
    expect(text).toContain('{hour} is not a placeholder.');
    expect(text).toContain('{clock}');
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ abbreviation: 'a b' }, 'abbreviation'],
    [{ abbreviation: '' }, 'abbreviation'],
    [{ text: '' }, 'text'],
  ] as const)('rejects %j', (change, field) => {
    expect(Object.keys(textBlockErrors(aBlock(change), []))).toEqual([field]);
  });

  it('rejects an abbreviation that another one has in the same language', () => {
    const other = aBlock({ id: 'two', abbreviation: 'CY', language: 'de' });
    expect(textBlockErrors(aBlock(), [other])).toHaveProperty('abbreviation');
    expect(textBlockErrors(aBlock({ language: 'en' }), [other])).toEqual({});
  });
});

describe('parseTextBlocks', () => {
  it('reads what was stored, and none without a preference', () => {
    expect(unwrap(parseTextBlocks(JSON.stringify([aBlock()])))).toEqual([aBlock()]);
    expect(unwrap(parseTextBlocks(null))).toEqual([]);
  });

  it.each(['{', '{}', '[{"id":"1"}]'])('rejects %s, so that it is not replaced', (stored) => {
    expect(parseTextBlocks(stored)).toMatchObject({
      ok: false,
      problem: { code: 'TEXT_BLOCKS_UNREADABLE' },
    });
  });
});

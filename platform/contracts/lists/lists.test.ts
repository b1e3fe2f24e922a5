import { describe, expect, it } from 'vitest';
import {
  builtInLists,
  checkSelection,
  effectiveLists,
  formDateSchema,
  hardCodedListSchema,
  listItemIdSchema,
  MAX_ITEMS,
  siteConfigSchema,
  timeOfDayPattern,
} from '#contracts';

const lists = effectiveLists({});
const problemCodes = (listId: string, ids: readonly string[], storedIds: readonly string[] = []) =>
  checkSelection(lists, { field: 'x', listId, ids, storedIds }).map(({ code }) => code);
const messageOf = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
  parsed.error?.issues[0]?.message;

describe('the built-in lists', () => {
  it('have valid, unique ids', () => {
    for (const list of builtInLists)
      expect(hardCodedListSchema.safeParse(list).error).toBeUndefined();
    expect(new Set(builtInLists.map(({ listId }) => listId)).size).toBe(builtInLists.length);
  });

  it('give BI-RADS the scores 1 to 9 in order', () => {
    const birads = lists.get('BIRADS')?.items ?? [];
    expect(birads.map(({ id }) => id).join(' ')).toBe('B0 B1 B2 B3 B4A B4B B4C B5 B6');
    expect(birads.map(({ score }) => score)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(birads[0]?.code).toBe('0');
  });
});

describe('listItemIdSchema', () => {
  it('trims and upper-cases an id', () => {
    expect(listItemIdSchema.parse('  prior_cancer ')).toBe('PRIOR_CANCER');
  });

  it.each(['', 'A B', 'A-B', 'ÄB', 'X'.repeat(17)])('rejects %j', (id) => {
    expect(listItemIdSchema.safeParse(id).success).toBe(false);
  });
});

describe('a selection', () => {
  it('is valid with items of its list', () => {
    expect(problemCodes('MARGIN', ['INDIS', 'ANG'])).toEqual([]);
    expect(problemCodes('MARGIN', [])).toEqual([]);
  });

  it('is rejected with too many, unknown or duplicate items', () => {
    expect(problemCodes('SHAPE', ['OVAL', 'ROUND'])).toEqual(['TOO_MANY_ITEMS_SELECTED']);
    expect(problemCodes('SHAPE', ['SQUARE'])).toEqual(['ITEM_NOT_FOUND']);
    expect(problemCodes('MARGIN', ['ANG', 'ANG'])).toEqual(['DUPLICATE_ITEMS']);
    expect(problemCodes('NO_LIST', ['ANG'])).toEqual(['ITEM_NOT_FOUND']);
    expect(problemCodes('MARGIN', Array(MAX_ITEMS + 1).fill('ANG'))).toContain(
      'TOO_MANY_ITEMS_SELECTED',
    );
  });

  it('may keep an item that the site has since removed from its list', () => {
    expect(problemCodes('MARGIN', ['OLD'], ['OLD'])).toEqual([]);
  });
});

describe('a site configuration', () => {
  const siteWith = (extensions: object) =>
    siteConfigSchema.safeParse({
      schema: 1,
      name: 'A site',
      apiKey: 'a-key-of-16-or-more',
      lists: extensions,
    });

  it('adds, relabels and removes items, and adds new lists', () => {
    const parsed = siteWith({
      follow_up: {
        version: '2026-11',
        items: [
          { id: 'tomo', label: 'Tomosynthesis', order: 5 },
          { id: 'MRI', label: 'Magnetic resonance', order: 20 },
        ],
        without: ['ATUSA'],
      },
      ROOMS: { version: '1', title: 'Rooms', items: [{ id: 'A1', label: 'Room A1', order: 1 }] },
    });
    const effective = effectiveLists(parsed.data?.lists ?? {});
    const ids = effective.get('FOLLOW_UP')?.items.map(({ id }) => id);
    expect(ids).toEqual(['TOMO', 'MAMMO', 'MRI', 'TARG', 'ULTRASOUND']);
    expect(effective.get('FOLLOW_UP')).toMatchObject({ version: '1+2026-11' });
    expect(effective.get('ROOMS')).toMatchObject({ title: 'Rooms', maxItems: null });
  });

  it('is rejected with changed BI-RADS items, repeated ids or too many items', () => {
    const item = { id: 'B7', label: 'More', order: 1 };
    expect(siteWith({ BIRADS: { version: '1', items: [item] } }).success).toBe(false);
    expect(siteWith({ BIRADS: { version: '1', without: ['B0'] } }).success).toBe(false);
    const duplicates = [item, { ...item, id: ' b7 ' }];
    expect(siteWith({ ROOMS: { version: '1', items: duplicates } }).success).toBe(false);
    // With the built-in items of MARGIN, eight more would exceed the maximum of 2000.
    const many = Array.from({ length: 1990 }, (_, order) => ({
      id: `X${order}`,
      label: 'X',
      order,
    }));
    expect(siteWith({ MARGIN: { version: '1', items: many } }).success).toBe(true);
    const tooMany = [...many, ...[...'ABCDEFGH'].map((id) => ({ id, label: id, order: 1 }))];
    expect(siteWith({ MARGIN: { version: '1', items: tooMany } }).success).toBe(false);
  });
});

describe('the rank of a density', () => {
  const density = (...items: object[]) =>
    siteConfigSchema.safeParse({
      schema: 1,
      name: 'A site',
      apiKey: 'a-key-of-16-or-more',
      lists: { BREAST_DENSITY: { version: '1', items } },
    });

  it("is optional for a site's item and unchanged for the four built-in categories", () => {
    const siteItem = { id: 'C_PLUS', label: 'Between C and D', order: 35, rank: 3 };
    const relabelled = { id: 'HETERO', label: 'Uneven', order: 30 };
    const bare = { id: 'OTHER', label: 'Another', order: 90 };
    const parsed = density(siteItem, relabelled, { ...bare });
    const { items } = effectiveLists(parsed.data?.lists ?? {}).get('BREAST_DENSITY') ?? {};
    expect(items?.map(({ id, rank }) => `${id} ${rank}`)).toEqual([
      'FATTY 1',
      'FIBRO 2',
      'HETERO 3',
      'C_PLUS 3',
      'EXTREME 4',
      'OTHER undefined',
    ]);
  });

  it.each([
    ['beyond the four degrees', { id: 'X', label: 'X', order: 1, rank: 5 }],
    ['between two of them', { id: 'X', label: 'X', order: 1, rank: 2.5 }],
    ['of a category that has another', { id: 'FATTY', label: 'Fatty', order: 10, rank: 4 }],
  ])('is rejected: %s', (_what, item) => {
    expect(density(item).success).toBe(false);
  });

  it('is rejected in a list without ranks', () => {
    const item = { id: 'X', label: 'X', order: 1, rank: 2 };
    const site = { schema: 1, name: 'A site', apiKey: 'a-key-of-16-or-more' };
    const lists = { MARGIN: { version: '1', items: [item] } };
    expect(siteConfigSchema.safeParse({ ...site, lists }).success).toBe(false);
  });
});

describe('dates and times of a form', () => {
  it('are rejected with the messages of the specification', () => {
    expect(messageOf(formDateSchema.safeParse('1899-12-31'))).toBe(
      'Date should be a greater than year 1900',
    );
    expect(formDateSchema.safeParse('1900-01-01').success).toBe(true);
    expect(formDateSchema.safeParse('2026-02-30').success).toBe(false);
  });

  it('use 24 hours', () => {
    expect(['00:00', '23:59'].every((time) => timeOfDayPattern.safeParse(time).success)).toBe(true);
    expect(
      ['24:00', '7:30', '07:60'].some((time) => timeOfDayPattern.safeParse(time).success),
    ).toBe(false);
  });
});

import { expect, it } from 'vitest';
import { effectiveLists, type HardCodedList } from '#contracts';
import { itemOrigin, itemsNotOffered } from './list-origin.ts';

const lists = effectiveLists({
  FOLLOW_UP: {
    version: '2026-11',
    items: [{ id: 'TOMO', label: 'Tomosynthesis', order: 15 }],
    without: ['ATUSA'],
  },
  BIRADS: { version: '1', items: [{ id: 'B0', label: 'Not complete', order: 0 }], without: [] },
});
const list = (id: string): HardCodedList => {
  const match = lists.get(id);
  if (match === undefined) throw new Error(`No list ${id}`);
  return match;
};
const originOf = (listId: string, id: string) => {
  const item = list(listId).items.find((item) => item.id === id);
  return item === undefined ? null : itemOrigin(list(listId), item);
};

it('distinguishes items that the site added, changed or left out from built-in items', () => {
  expect(originOf('FOLLOW_UP', 'TOMO')).toBe('added');
  expect(originOf('BIRADS', 'B0')).toBe('changed');
  expect(originOf('BIRADS', 'B1')).toBe('builtIn');
  expect(itemsNotOffered(list('FOLLOW_UP'))).toEqual(['ATUSA']);
  expect(itemsNotOffered(list('BIRADS'))).toEqual([]);
});

import { expect, it } from 'vitest';
import { addTranslations } from '#foundation';
import { builtInLists, effectiveLists, listInLanguage, translateList } from './index.ts';

const listOf = (extensions: Parameters<typeof effectiveLists>[0]) => {
  const list = effectiveLists(extensions).get('IMAGING_HISTORY');
  if (list === undefined) throw new Error('The list is missing');
  return translateList(list);
};
const change = { version: '1', without: [], items: [{ id: 'MRI', label: 'MR study', order: 20 }] };

it('gives a list in German beside the English list, and keeps the words of the site', () => {
  const list = effectiveLists({ IMAGING_HISTORY: change }).get('IMAGING_HISTORY')!;
  expect(listInLanguage(list, 'en')).toBe(list);
  const german = listInLanguage(list, 'de');
  expect(german.title).toBe('Voruntersuchungen');
  expect(german.items.map(({ label }) => label)).toEqual([
    'Mammographie',
    'MR study',
    'Gezielter Ultraschall',
  ]);
});

it('translates the built-in words of a list and keeps those of the site', () => {
  expect(listOf({})).toEqual(builtInLists.find(({ listId }) => listId === 'IMAGING_HISTORY'));
  addTranslations({
    'list.IMAGING_HISTORY': {
      title: 'Frühere Bildgebung',
      items: { MAMMO: { label: 'Mammografie' }, MRI: { label: 'MRT' } },
    },
  });
  const { title, items } = listOf({ IMAGING_HISTORY: change });
  expect(title).toBe('Frühere Bildgebung');
  expect(items.map(({ label }) => label)).toEqual([
    'Mammografie',
    'MR study',
    'Targeted ultrasound',
  ]);
});

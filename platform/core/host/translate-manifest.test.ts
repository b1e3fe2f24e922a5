import { expect, it } from 'vitest';
import { manifestSchema } from '#contracts';
import { addTranslations } from '#foundation';
import { translateManifest } from './translate-manifest.ts';

const manifest = manifestSchema.parse({
  schema: 1,
  id: 'note',
  version: '1.0.0',
  title: 'Note',
  description: 'A note.',
  host: '^1.0.0',
  contributes: {
    commands: [
      { id: 'note.add', title: 'Add', icon: 'plus', searchWords: 'new create' },
      { id: 'note.undo', title: 'Undo' },
    ],
  },
});

it('translates the titles and search words of a manifest and leaves the rest unchanged', () => {
  expect(translateManifest(manifest)).toEqual(manifest);
  const titles = { 'note.add': 'Hinzufügen', 'note.other': 'x' };
  addTranslations({
    'manifest.note': { title: 'Notiz', titles, searchWords: { 'note.add': 'neu' } },
  });
  expect(translateManifest(manifest)).toMatchObject({
    title: 'Notiz',
    description: 'A note.',
    contributes: {
      commands: [
        { id: 'note.add', title: 'Hinzufügen', icon: 'plus', searchWords: 'neu' },
        { id: 'note.undo', title: 'Undo' },
      ],
    },
  });
});

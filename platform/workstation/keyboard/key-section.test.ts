import { expect, it } from 'vitest';
import { keySection, sectionTitles } from './key-section.ts';

const MODE = {
  title: 'Reading',
  keySections: [
    { title: 'Image', commands: ['planes.adjust'] },
    { title: 'Report', commands: ['report.open'] },
  ],
};

it('lists tools first, then the sections of the mode in their order, then what has none', () => {
  expect(sectionTitles(MODE)).toEqual(['Tools', 'Image', 'Report', 'Reading']);
  const sectionOf = (kind: 'tool' | 'command', id: string) => keySection(MODE, { kind, id });
  expect([
    sectionOf('tool', 'planes.length'),
    sectionOf('command', 'report.open'),
    sectionOf('command', 'other.extension'),
  ]).toEqual(['Tools', 'Report', 'Reading']);
});

import type { Translation } from '#foundation';
import type { studyFilterTexts } from '../study-filter-texts.ts';

export const studyFilter = {
  from: 'Aufgenommen ab',
  to: 'Aufgenommen bis',
  dayHelp: 'Tag in UTC. Leer lassen für keine Grenze.',
  studyIds: 'Studien-IDs',
  studyIdInvalid: (text) => `${text} ist keine Studien-ID`,
  studyIdsTooMany: (count, maximum) => `${count} IDs. Geben Sie höchstens ${maximum} ein.`,
} satisfies Translation<typeof studyFilterTexts>;

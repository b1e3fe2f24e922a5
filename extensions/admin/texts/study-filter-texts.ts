import { defineTexts } from '#foundation';

/** Texts of the fields that choose studies for an export or a reader study. */
export const studyFilterTexts = defineTexts('admin-study-filter', {
  from: 'Recorded from',
  to: 'Recorded to',
  dayHelp: 'Day in UTC. Leave blank for no limit.',
  studyIds: 'Study IDs',
  studyIdInvalid: (text: string) => `${text} is not a study ID`,
  studyIdsTooMany: (count: number, maximum: number) => `${count} IDs. Enter up to ${maximum}.`,
});

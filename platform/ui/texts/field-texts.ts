import { defineTexts } from '#foundation';

/** Texts common to all fields. */
export const fieldTexts = defineTexts('fields', {
  required: '(required)',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  textLength: (used: number, max: number) => `${used} of ${max} characters`,
  selectOne: '--select one--',
  more: (count: number) => `+ ${count} more`,
  selected: (count: number) => `${count} selected`,
  maxSelected: (count: number) => `Select at most ${count}`,
  locked: 'Locked',
});

import { defineTexts, plural } from '#foundation';

/** Texts common to all fields. */
export const fieldTexts = defineTexts('fields', {
  required: '(required)',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  textLength: (used: number, max: number) => `${used} of ${max} characters`,
  tooLong: (surplus: number, max: number) =>
    `${plural(surplus, 'character', 'characters')} too many; the text can have up to ${plural(max, 'character', 'characters')}`,
  selectOne: '--select one--',
  more: (count: number) => `+ ${count} more`,
  selected: (count: number) => `${count} selected`,
  maxSelected: (count: number) => `Select at most ${count}`,
  locked: 'Locked',
});

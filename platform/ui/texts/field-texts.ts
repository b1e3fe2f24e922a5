import { defineTexts } from '#foundation';

/** What every field says about itself, whatever it asks for. */
export const fieldTexts = defineTexts('fields', {
  required: '(required)',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  textLength: (used: number, most: number) => `${used} of ${most} characters`,
  selectOne: '--select one--',
  more: (count: number) => `+ ${count} more`,
  chosen: (count: number) => `${count} chosen`,
  most: (count: number) => `At most ${count} can be chosen`,
  locked: 'Locked',
});

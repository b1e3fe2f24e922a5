import { defineTexts } from '#foundation';

/** Texts of invalid values that a schema rejects without a text of its own. */
export const issueTexts = defineTexts('field-issues', {
  type: {
    string: 'Enter a text',
    number: 'Enter a number',
    int: 'Enter a whole number',
    boolean: 'Enter true or false',
    date: 'Enter a date',
    array: 'Enter a list',
    other: 'Invalid value',
  },
  atLeastCharacters: (minimum: number) =>
    `Use at least ${minimum} ${minimum === 1 ? 'character' : 'characters'}`,
  upToCharacters: (maximum: number) =>
    `Use up to ${maximum} ${maximum === 1 ? 'character' : 'characters'}`,
  atLeastItems: (minimum: number) => `Add at least ${minimum} ${minimum === 1 ? 'item' : 'items'}`,
  upToItems: (maximum: number) => `Use up to ${maximum} ${maximum === 1 ? 'item' : 'items'}`,
  atLeast: (minimum: string) => `Must be at least ${minimum}`,
  moreThan: (minimum: string) => `Must be more than ${minimum}`,
  upTo: (maximum: string) => `Must be up to ${maximum}`,
  lessThan: (maximum: string) => `Must be less than ${maximum}`,
  multipleOf: (divisor: number) => `Must be a multiple of ${divisor}`,
  oneOf: (values: readonly string[]) => `Must be one of: ${values.join(', ')}`,
  format: {
    email: 'Enter a valid e-mail address',
    url: 'Enter a valid address',
    uuid: 'Invalid ID',
    date: 'Enter a date as yyyy-mm-dd',
    datetime: 'Enter a date with time',
    time: 'Enter a time',
    other: 'Invalid format',
  },
});

import { expect, it } from 'vitest';
import { typedEntries } from './typed-entries.ts';

it.each([
  ['', {}],
  ['  Achterberg ', { lastName: 'Achterberg' }],
  ['Verhoeven Ismay', { lastName: 'Verhoeven', firstName: 'Ismay' }],
  ['Verhoeven Anna Maria', { lastName: 'Verhoeven', firstName: 'Anna Maria' }],
  ['CF-20418', { code: 'CF-20418' }],
  ['CF-20418 Lund', { code: 'CF-20418', lastName: 'Lund' }],
  ['Lund 1974-03-09', { lastName: 'Lund', birthDate: '1974-03-09' }],
  ['Lund 09.03.1974', { lastName: 'Lund', birthDate: '1974-03-09' }],
  ['Lund 1974-02-31', { lastName: 'Lund' }],
  // A partial date is neither a date of birth nor a code.
  ['Lund 1974', { lastName: 'Lund' }],
  ['4711 Lund', { code: '4711', lastName: 'Lund' }],
  // Ignores a second code, because it may be a mistyped name.
  ['A1 B2', { code: 'A1' }],
])('interprets “%s” as entries of a new patient', (text, entries) => {
  expect(typedEntries(text)).toEqual(entries);
});

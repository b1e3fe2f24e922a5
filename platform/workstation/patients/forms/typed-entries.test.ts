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
  // A part of a date is no date of birth, and no code either.
  ['Lund 1974', { lastName: 'Lund' }],
  ['4711 Lund', { code: '4711', lastName: 'Lund' }],
  // The second one is as likely a slip as a name: nothing is made of it.
  ['A1 B2', { code: 'A1' }],
])('“%s” begins a new patient with what it can mean', (text, entries) => {
  expect(typedEntries(text)).toEqual(entries);
});

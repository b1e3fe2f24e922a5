import { expect, it } from 'vitest';
import { formatActivationCode } from './activation-code.ts';

it('formatActivationCode groups letters in upper case and drops other characters', () => {
  expect(formatActivationCode('a')).toBe('A');
  expect(formatActivationCode('abcd')).toBe('ABCD');
  expect(formatActivationCode('abcde')).toBe('ABCD-E');
  expect(formatActivationCode(' abcd efgh ijkl ')).toBe('ABCD-EFGH-IJKL');
  expect(formatActivationCode('ABCD-EFGH-IJKL-MNOP')).toBe('ABCD-EFGH-IJKL');
  expect(formatActivationCode('12ab-34')).toBe('AB');
});

import { expect, it } from 'vitest';
import { formatActivationCode } from './activation-code.ts';

it('formats an activation code during typing and pasting', () => {
  expect(formatActivationCode('a')).toBe('A');
  expect(formatActivationCode('abcd')).toBe('ABCD');
  expect(formatActivationCode('abcde')).toBe('ABCD-E');
  expect(formatActivationCode(' abcd efgh ijkl ')).toBe('ABCD-EFGH-IJKL');
  expect(formatActivationCode('ABCD-EFGH-IJKL-MNOP')).toBe('ABCD-EFGH-IJKL');
  expect(formatActivationCode('12ab-34')).toBe('AB');
});

import { expect, it } from 'vitest';
import { maskActivationCode } from './activation-code.ts';

it('formats an activation code during typing and pasting', () => {
  expect(maskActivationCode('a')).toBe('A');
  expect(maskActivationCode('abcd')).toBe('ABCD');
  expect(maskActivationCode('abcde')).toBe('ABCD-E');
  expect(maskActivationCode(' abcd efgh ijkl ')).toBe('ABCD-EFGH-IJKL');
  expect(maskActivationCode('ABCD-EFGH-IJKL-MNOP')).toBe('ABCD-EFGH-IJKL');
  expect(maskActivationCode('12ab-34')).toBe('AB');
});

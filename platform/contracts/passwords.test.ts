import { describe, expect, it } from 'vitest';
import { COMMON_WORDS } from './common-passwords.ts';
import { newPasswordSchema, passwordProblems } from './passwords.ts';

const codesOf = (password: string, email = ''): readonly string[] =>
  passwordProblems(password, email).map((problem) => problem.code);

describe('a new password', () => {
  it.each([
    ['Short-1a', ['TOO_SHORT']],
    ['Long-enough-but', ['NO_DIGIT']],
    ['long-enough-but-1', ['NO_UPPER_CASE']],
    ['LONG-ENOUGH-BUT-1', ['NO_LOWER_CASE']],
    ['LongEnoughBut1', ['NO_SPECIAL']],
    ['Long enough but 1', ['NO_SPECIAL']],
    ['', ['TOO_SHORT', 'NO_DIGIT', 'NO_UPPER_CASE', 'NO_LOWER_CASE', 'NO_SPECIAL', 'COMMON']],
    [`Aa1-${'xyzq'.repeat(70)}`, ['TOO_LONG']],
  ])('is rejected for each broken rule: %s', (password, codes) => {
    expect(codesOf(password)).toEqual(codes);
  });

  it.each([
    'P@ssw0rd2026!',
    'Password1234!',
    'Welcome-2026!',
    'Qwertyuiop123!',
    '!!Summer2026!!',
    'Hospital-2026',
    'Radiology_123',
    'Letmein12345!',
    'PasswordPassword1!',
    'Aa1!Aa1!Aa1!',
    '1234567890aA!',
    'ChangeMe-12345',
  ])('is rejected as common: %s', (password) => {
    expect(codesOf(password)).toEqual(['COMMON']);
  });

  it.each(['Clockface-2026!', 'clockFACE!!123', 'Clockface-Clockface-1'])(
    'is rejected as the product name: %s',
    (password) => {
      expect(codesOf(password)).toEqual(['PRODUCT_NAME']);
    },
  );

  it.each(['Vera.Example@site.example-1A', 'Vera-Example-2026', '1-Vera-Example-vera-example!'])(
    'is rejected as the address vera.example@site.example: %s',
    (password) => {
      expect(codesOf(password, 'vera.example@site.example')).toEqual(['IS_EMAIL']);
      expect(codesOf(password, 'someone.else@site.example')).toEqual([]);
    },
  );

  it.each([
    'Kettle-orbit-92-fern',
    'grüner Tee & 7 Äpfel',
    'Clockface-demo-1!',
    'Ⅻ-Ünïcode-9-wörds',
  ])('is accepted: %s', (password) => {
    expect(codesOf(password, 'admin@site.example')).toEqual([]);
    expect(newPasswordSchema.safeParse(password).success).toBe(true);
  });

  it('is rejected with all its problems at once, each with its own message', () => {
    const parsed = newPasswordSchema.safeParse('short');
    const messages = parsed.error?.issues.map((issue) => issue.message) ?? [];
    expect(messages).toContain('The password needs at least 12 characters');
    expect(messages).toContain('The password needs at least one special character');
    expect(new Set(messages).size).toBe(messages.length);
  });

  it('is the same for composed and decomposed letters', () => {
    const composed = newPasswordSchema.parse('Gru\u0308ner-Tee-7-Tassen');
    expect(composed).toBe('Gr\u00fcner-Tee-7-Tassen');
  });

  it('is compared with more than 350 common words', () => {
    expect(COMMON_WORDS.size).toBeGreaterThan(350);
  });
});

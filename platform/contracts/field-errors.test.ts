import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { addTranslations } from '#foundation';
import { codeOfIssue, fieldError, fieldErrorText, installIssueTexts } from './field-errors.ts';
import { newPasswordSchema } from './passwords.ts';
import { timeOfDayPattern } from './patterns.ts';
import { fieldTexts } from './texts/field-texts.ts';

const previousCustomError = z.config().customError;
beforeAll(installIssueTexts);
afterAll(() => {
  z.config({ customError: previousCustomError });
});

const issueOf = (schema: z.ZodType, value: unknown) => {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) throw new Error('The value is valid');
  return issue;
};

describe('installIssueTexts', () => {
  it.each([
    [z.string(), undefined, 'Required'],
    [z.string().min(1), '', 'Required'],
    [z.string(), 7, 'Enter a text'],
    [z.string().min(3), 'ab', 'Use at least 3 characters'],
    [z.string().max(2), 'abc', 'Use up to 2 characters'],
    [z.number().min(1), 0, 'Must be at least 1'],
    [z.number().positive(), 0, 'Must be more than 0'],
    [z.number().lt(5), 5, 'Must be less than 5'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Use up to 1 item'],
    [z.enum(['A', 'B']), 'C', 'Must be one of: A, B'],
    [z.uuid(), 'x', 'Invalid ID'],
    [z.strictObject({}), { extra: 1 }, 'Unknown field'],
    [z.union([z.string(), z.number()]), true, 'Invalid value'],
  ])('describes an invalid value in plain words (%#)', (schema, value, text) => {
    expect(issueOf(schema, value).message).toBe(text);
  });

  it('keeps a text that the schema defines', () => {
    expect(issueOf(timeOfDayPattern, '1').message).toBe(fieldTexts.TIME_FORMAT);
  });
});

describe('codeOfIssue', () => {
  it('returns the code of a text that the schema defines', () => {
    expect(codeOfIssue(issueOf(timeOfDayPattern, '1'))).toEqual({ code: 'TIME_FORMAT' });
  });

  it('returns the code and the limits of other issues', () => {
    expect(codeOfIssue(issueOf(z.number().positive(), 0))).toEqual({
      code: 'too_small',
      values: { origin: 'number', above: 0 },
    });
  });

  it('returns the code and the values of a password rule', () => {
    expect(codeOfIssue(issueOf(newPasswordSchema, 'aB1!'))).toEqual({
      code: 'TOO_SHORT',
      values: { minimum: 12 },
    });
  });

  it('allows the text to be built again from every code', () => {
    for (const schema of [z.string().max(2), timeOfDayPattern, z.enum(['A']), newPasswordSchema]) {
      const issue = issueOf(schema, '1234');
      expect(fieldErrorText(codeOfIssue(issue))).toBe(issue.message);
    }
  });
});

describe('the texts of fields', () => {
  it('differ from each other, because a text identifies its code', () => {
    const texts = Object.values(fieldTexts).filter((text) => typeof text === 'string');
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it('are null for an unknown code and without values', () => {
    for (const code of ['NEWER_THAN_THIS_PAGE', 'too_small', 'invalid_type', 'invalid_value']) {
      expect(fieldErrorText({ code })).toBeNull();
    }
  });

  it('follow a translation that arrives after the schema was built', () => {
    const english = fieldTexts.TIME_FORMAT;
    addTranslations({ 'field-errors': { TIME_FORMAT: 'Uhrzeit als HH:MM' } });
    expect(issueOf(timeOfDayPattern, '1').message).toBe('Uhrzeit als HH:MM');
    addTranslations({ 'field-errors': { TIME_FORMAT: english } });
  });

  it('contain the values', () => {
    expect(fieldError('ids', 'DUPLICATE_ITEMS', { items: ['A', 'B'] })).toEqual({
      field: 'ids',
      code: 'DUPLICATE_ITEMS',
      values: { items: ['A', 'B'] },
      message: 'Selected more than once: A, B',
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fieldError, installIssueTexts } from '#contracts';
import { ValidationErrorResponse } from './error-response.ts';
import { validate } from './validate.ts';

const previousCustomError = z.config().customError;
beforeAll(installIssueTexts);
afterAll(() => {
  z.config({ customError: previousCustomError });
});

const MAX_BYTES = 16 * 1024;

/** Returns the body of the error response. */
function bodyOf(schema: z.ZodType, value: unknown) {
  const result = validate(schema, value);
  if (!(result instanceof ValidationErrorResponse)) throw new Error('The value is valid');
  return result.body as { errors: { field: string; message: string }[]; omittedErrors?: number };
}

const fieldsOf = (schema: z.ZodType, value: unknown): string[] =>
  bodyOf(schema, value).errors.map(({ field }) => field);

/** Returns an object with `count` entries `k0`, `k1`, … of the same value. */
const manyEntries = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));

const personSchema = z.strictObject({ name: z.string(), age: z.number() });
const listSchema = z.object({ items: z.array(z.object({ u: z.number(), v: z.number() })) });
const mapSchema = z.object({ items: z.record(z.string(), listSchema) });

describe('an invalid value', () => {
  it('gets an error for each field', () => {
    expect(bodyOf(personSchema, { name: 1 })).toEqual({
      errorType: 'ValidationFailed',
      errors: [
        expect.objectContaining({ field: 'name', message: 'Enter a text' }),
        expect.objectContaining({ field: 'age', message: 'Required' }),
      ],
    });
  });

  it('gets the first 20 errors and the number of the others', () => {
    const { errors, omittedErrors } = bodyOf(listSchema, { items: Array(100).fill({}) });
    expect(errors).toHaveLength(20);
    expect(errors[0]?.field).toBe('items.0.u');
    expect(omittedErrors).toBe(180);
  });

  it('gets only the errors of its unknown fields, if it has any', () => {
    const extra = { ...manyEntries(30, 1), name: 1 };
    const { errors, omittedErrors } = bodyOf(personSchema, extra);
    expect(errors).toHaveLength(20);
    expect(errors.every(({ message }) => message === 'Unknown field')).toBe(true);
    expect(omittedErrors).toBe(10);
  });

  it('gets an error for an unknown field below the first level', () => {
    const schema = z.strictObject({ person: personSchema });
    expect(fieldsOf(schema, { person: { name: 'A', age: 1, extra: 1 } })).toEqual(['person.extra']);
  });

  it('gets an error for an unknown field of the option of a union that it matches', () => {
    const seedSchema = z.union([
      z.strictObject({ at: z.number() }),
      z.strictObject({ min: z.number(), max: z.number() }),
    ]);
    const schema = z.strictObject({ seed: seedSchema });
    expect(fieldsOf(schema, { seed: { at: 1, extra: 1 } })).toEqual(['seed.extra']);
    expect(fieldsOf(schema, { seed: { min: 1, max: 2, extra: 1 } })).toEqual(['seed.extra']);
    expect(fieldsOf(schema, { seed: { min: 1, extra: 1 } })).toEqual(['seed']);
  });

  it('gets at most 16 kB, even if its field names are long', () => {
    const longNames = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index}${'ä'.repeat(100_000)}`, 1]),
    );
    for (const value of [longNames, { name: 'A', age: longNames }]) {
      const body = bodyOf(personSchema, value);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(MAX_BYTES);
    }
  });
});

describe('a large invalid value', () => {
  it('is checked only until a thousand errors are found', () => {
    let checkedCount = 0;
    const item = z.number().refine(() => {
      checkedCount += 1;
      return false;
    });
    const schema = z.object({ items: z.array(item).readonly().optional() });
    const { errors, omittedErrors } = bodyOf(schema, { items: Array(15_000).fill(1) });
    expect(checkedCount).toBe(1_000);
    expect(errors.map(({ field }) => field).slice(0, 2)).toEqual(['items.0', 'items.1']);
    expect(omittedErrors).toBe(980);
  });

  it('gets the errors of keys and entries of a map', () => {
    const schema = z.object({ items: z.record(z.uuid(), listSchema) });
    const items = { ...manyEntries(1, {}), ...manyEntries(3_000, { items: [] }) };
    expect(fieldsOf(schema, { items }).slice(0, 2)).toEqual(['items.k0', 'items.k1']);
    expect(fieldsOf(mapSchema, { items: { a: {}, ...manyEntries(3_000, { items: [] }) } })).toEqual(
      ['items.a.items'],
    );
  });

  it('gets the error of a field beside a valid list', () => {
    const schema = listSchema.extend({ name: z.string() });
    const items = Array(5_000).fill({ u: 1, v: 1 });
    expect(fieldsOf(schema, { items })).toEqual(['name']);
    expect(validate(schema, { items, name: 'A' })).toEqual({ value: { items, name: 'A' } });
  });

  it('gets the error of a whole whose parts are valid', () => {
    const schema = z.object({ items: z.array(z.number()).max(4_000) });
    expect(bodyOf(schema, { items: Array(5_000).fill(1) }).errors).toMatchObject([
      { field: 'items', message: 'Use up to 4000 items' },
    ]);
  });
});

describe('a text that the database cannot store', () => {
  it.each(['a\0b', 'x\ud83e'])('is reported with its field: %j', (text) => {
    const schema = z.object({ name: z.string(), more: z.record(z.string(), z.unknown()) });
    const value = { name: 'A', more: { list: [{ note: text }], [text]: 1 } };
    expect(fieldsOf(schema, value)).toEqual(['more.list.0.note', 'more']);
  });

  it('gets the first 20 errors and the number of the others', () => {
    const schema = z.object({ items: z.array(z.string()) });
    const { errors, omittedErrors } = bodyOf(schema, { items: Array(5_000).fill('\0') });
    expect(errors).toHaveLength(20);
    expect(omittedErrors).toBe(980);
  });
});

describe('an error response about many fields', () => {
  it('names 20 and counts the others, whichever check found them', () => {
    const errors = Array.from({ length: 25 }, (_, index) => fieldError(`f${index}`, 'WRONG'));
    expect(new ValidationErrorResponse(errors).body).toMatchObject({
      errors: errors.slice(0, 20),
      omittedErrors: 5,
    });
  });
});

import type * as z from 'zod';
import { codeOfIssue, type FieldError, fieldError } from '#contracts';
import { ValidationErrorResponse } from './error-response.ts';

/** Returns the validated value, or an error with one entry per invalid field. */
export function validate(
  schema: z.ZodType | undefined,
  value: unknown,
): { readonly value: unknown } | ValidationErrorResponse {
  if (schema === undefined) return { value: undefined };
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    const errors = unstorableTexts(parsed.data, []);
    return errors.length === 0 ? { value: parsed.data } : new ValidationErrorResponse(errors);
  }
  return new ValidationErrorResponse(parsed.error.issues.flatMap(fieldErrors));
}

/** Returns one entry per field; lists each unknown field separately. */
function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String);
  const { code, message } = issue;
  if (issue.code !== 'unrecognized_keys') {
    return [{ field: path.join('.'), ...codeOfIssue(issue), message }];
  }
  return issue.keys.map((key) => ({ field: [...path, key].join('.'), code, message }));
}

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/** Finds texts and keys that the database can't store: with NUL or a lone surrogate. */
function unstorableTexts(value: unknown, path: readonly string[]): FieldError[] {
  if (typeof value === 'string') {
    if (!isUnstorable(value)) return [];
    return [fieldError(path.join('.'), 'TEXT_UNSTORABLE')];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...unstorableTexts(key, path),
    ...unstorableTexts(item, [...path, key]),
  ]);
}

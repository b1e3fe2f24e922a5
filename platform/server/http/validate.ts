import * as z from 'zod';
import { codeOfIssue, type FieldError, fieldError, fieldErrorText } from '#contracts';
import { ValidationErrorResponse } from './error-response.ts';
import { isLarge, partsOf } from './value-parts.ts';

/** Number of errors after which a check ends; millions would block the server for seconds. */
const MAX_COUNTED_ERRORS = 1_000;

/**
 * Returns the validated value, or an error with one entry per invalid field. Unknown fields end the
 * check; unstorable texts are reported when the schema accepts the value.
 */
export function validate(
  schema: z.ZodType | undefined,
  value: unknown,
): { readonly value: unknown } | ValidationErrorResponse {
  if (schema === undefined) return { value: undefined };
  const unknown = unknownKeys(schema, value);
  if (unknown.length > 0) return new ValidationErrorResponse(unknownFields([], unknown));
  if (isLarge(value)) {
    const errors: FieldError[] = [];
    addPartErrors(schema, value, [], errors);
    if (errors.length > 0) return new ValidationErrorResponse(errors);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const errors = parsed.error.issues.flatMap((issue) => fieldErrors(issue, []));
    return new ValidationErrorResponse(errors);
  }
  const errors: FieldError[] = [];
  addUnstorableTexts(parsed.data, [], errors);
  return errors.length === 0 ? { value: parsed.data } : new ValidationErrorResponse(errors);
}

/** Returns the unknown keys of an object whose schema permits none; empty for other schemas. */
function unknownKeys(schema: z.ZodType, value: unknown): readonly string[] {
  if (!(schema instanceof z.ZodObject) || !(schema.def.catchall instanceof z.ZodNever)) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).filter((key) => !Object.hasOwn(schema.shape, key));
}

function unknownFields(path: readonly string[], keys: readonly string[]): FieldError[] {
  const code = 'unrecognized_keys';
  const message = fieldErrorText({ code }) ?? code;
  return keys
    .slice(0, MAX_COUNTED_ERRORS)
    .map((key) => ({ field: [...path, key].join('.'), code, message }));
}

/** Returns one entry per field; lists each unknown field separately. */
function fieldErrors(issue: z.core.$ZodIssue, parentPath: readonly string[]): FieldError[] {
  const path = [...parentPath, ...issue.path.map(String)];
  if (issue.code === 'unrecognized_keys') return unknownFields(path, issue.keys);
  return [{ field: path.join('.'), ...codeOfIssue(issue), message: issue.message }];
}

/** Adds the errors of a value part by part, so that the check can end after enough errors. */
function addPartErrors(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[],
  errors: FieldError[],
): void {
  const parts = isLarge(value) ? partsOf(schema, value) : null;
  if (parts === null) {
    const issues = z.safeParse(schema, value).error?.issues ?? [];
    for (const issue of issues) errors.push(...fieldErrors(issue, path));
    return;
  }
  for (const part of parts) {
    addPartErrors(part.schema, part.value, [...path, part.key], errors);
    if (errors.length >= MAX_COUNTED_ERRORS) return;
  }
}

const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/** Adds the texts and keys that the database can't store: with NUL or a lone surrogate. */
function addUnstorableTexts(value: unknown, path: readonly string[], errors: FieldError[]): void {
  if (errors.length >= MAX_COUNTED_ERRORS) return;
  if (typeof value === 'string') {
    if (isUnstorable(value)) errors.push(fieldError(path.join('.'), 'TEXT_UNSTORABLE'));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      addUnstorableTexts(key, path, errors);
      addUnstorableTexts(item, [...path, key], errors);
    }
  }
}

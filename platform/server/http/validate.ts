import type * as z from 'zod';
import { ValidationRefusal } from './refusal.ts';

/** The checked value, or a refusal with one entry for each field that is wrong. */
export function validate(
  schema: z.ZodType | undefined,
  value: unknown,
): { readonly value: unknown } | ValidationRefusal {
  if (schema === undefined) return { value: undefined };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return new ValidationRefusal(
    parsed.error.issues.map((issue) => ({
      field: issue.path.map(String).join('.'),
      code: issue.code,
      message: issue.message,
    })),
  );
}

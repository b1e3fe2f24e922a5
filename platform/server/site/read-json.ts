import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { messageOf } from '#foundation';

/**
 * Returns the validated content of a JSON file, or a message why the file is unreadable or invalid.
 */
export function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
):
  | { readonly value: z.output<Schema> }
  | { readonly unreadable: string }
  | { readonly invalid: string } {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (thrown) {
    return { unreadable: messageOf(thrown) };
  }
  const parsed = schema.safeParse(content);
  return parsed.success
    ? { value: parsed.data }
    : { invalid: z.prettifyError(parsed.error).replaceAll('\n', ' ') };
}

import { randomUUID } from 'node:crypto';

/** `<category>/<two hex digits>/<uuid>`: no dot, so no way up and no hidden file. */
const KEY = /^[a-z0-9-]{1,40}\/[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CATEGORY = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** A new name in the store. @throws on what is no folder's name: those are ours, never a client's */
export function newKey(category: string): string {
  if (!CATEGORY.test(category)) throw new Error(`Not a category folder: ${category}`);
  const id = randomUUID();
  return `${category}/${id.slice(0, 2)}/${id}`;
}

export function isKey(text: string): boolean {
  return KEY.test(text);
}

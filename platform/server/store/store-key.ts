import { randomUUID } from 'node:crypto';

/**
 * Matches `<category>/<two hex digits>/<uuid>`: without dots, so that neither parent folders nor
 * hidden files can be named.
 */
const KEY = /^[a-z0-9-]{1,40}\/[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CATEGORY = /^[a-z0-9][a-z0-9-]{0,39}$/;

/**
 * Returns the key of an id, by default a new one. Categories and ids come from the server, never
 * from a client.
 * @throws Error when `category` is not a valid folder name
 */
export function newKey(category: string, id: string = randomUUID()): string {
  if (!CATEGORY.test(category)) throw new Error(`Invalid category folder name: ${category}`);
  return `${category}/${id.slice(0, 2)}/${id}`;
}

/** Returns whether a text is a key; reject others before any access to the storage. */
export function isKey(text: string): boolean {
  return KEY.test(text);
}

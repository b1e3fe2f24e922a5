/**
 * Turns a missing case of a union into a compile error, and an unexpected value into an exception.
 */
export function assertNever(value: never, what: string): never {
  throw new Error(`Unexpected ${what}: ${JSON.stringify(value)}`);
}

/** Makes a forgotten case of a union a compile error, and a loud one at run time. */
export function assertNever(value: never, what: string): never {
  throw new Error(`Unexpected ${what}: ${JSON.stringify(value)}`);
}

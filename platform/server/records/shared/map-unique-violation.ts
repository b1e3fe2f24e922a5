/** Returns the name of the violated unique constraint (PostgreSQL error 23505), or null. */
export function uniqueViolation(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const { code, constraint } = thrown as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' ? constraint : null;
}

/**
 * Runs a write. If a unique constraint is violated, returns the error that `errorsByConstraint` has
 * for the constraint's name; rethrows any other error.
 */
export async function mapUniqueViolation<T, R>(
  errorsByConstraint: Readonly<Record<string, () => R>>,
  write: () => Promise<T>,
): Promise<T | R> {
  try {
    return await write();
  } catch (thrown) {
    const error = errorsByConstraint[uniqueViolation(thrown) ?? ''];
    if (error === undefined) throw thrown;
    return error();
  }
}

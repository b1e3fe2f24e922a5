/** Returns the name of the violated unique constraint (PostgreSQL error 23505), or null. */
export function uniqueViolation(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const { code, constraint } = thrown as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' ? constraint : null;
}

/**
 * Runs a write; returns the error from `errorsByRule` for a violated unique constraint, else
 * rethrows.
 */
export async function mapUniqueViolation<T, R>(
  errorsByRule: Readonly<Record<string, () => R>>,
  write: () => Promise<T>,
): Promise<T | R> {
  try {
    return await write();
  } catch (thrown) {
    const error = errorsByRule[uniqueViolation(thrown) ?? ''];
    if (error === undefined) throw thrown;
    return error();
  }
}

/** The name of the unique rule that a statement broke (PostgreSQL error 23505), or null. */
export function uniqueViolation(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const { code, constraint } = thrown as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' ? constraint : null;
}

/** Runs a write; the value of `refusals` for the unique rule it breaks, if it names that. */
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

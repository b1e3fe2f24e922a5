import { hash, verify } from '@node-rs/argon2';
import { passwordProblems } from '#contracts';
import { ValidationErrorResponse } from '../http/error-response.ts';

/** argon2id with 19 MiB, two passes, one lane (OWASP password storage, 2024); the library's defaults. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns the PHC string of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Compared when no account exists, so that both cases take the same time. */
const DUMMY_HASH = hashPassword('an account that does not exist');

/** Compares a password with a PHC string; tests replace this function to count its calls. */
export type VerifyPassword = (phc: string, password: string) => Promise<boolean>;

/**
 * Returns whether a password belongs to an account. Without an account or a stored hash returns
 * false after the same time.
 */
export async function passwordMatches(
  account: { readonly passwordHash: string | null } | undefined,
  password: string,
  compare: VerifyPassword = verify,
): Promise<boolean> {
  const stored = account?.passwordHash || null;
  const matches = await compare(stored ?? (await DUMMY_HASH), password);
  return stored !== null && matches;
}

/**
 * Checks a password against its account's address, which the schema can't do. Null when acceptable.
 */
export function passwordError(
  field: string,
  password: string,
  email: string,
): ValidationErrorResponse | null {
  const problems = passwordProblems(password, email);
  if (problems.length === 0) return null;
  return new ValidationErrorResponse(
    problems.map((passwordProblem) => ({ field, ...passwordProblem })),
  );
}

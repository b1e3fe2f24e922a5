import { hash, verify } from '@node-rs/argon2';
import { passwordProblems } from '#contracts';
import { ValidationErrorResponse } from '../http/error-response.ts';

/** argon2id with 19 MiB, two passes, one lane (OWASP password storage, 2024); the library's defaults. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** PHC string of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Compared against when there is no account, so that both cases take the same time. */
const DUMMY_HASH = hashPassword('an account that does not exist');

/** What compares a password with a PHC string; tests count its calls. */
export type VerifyPassword = (phc: string, password: string) => Promise<boolean>;

/** Whether a password is the one of an account; false, in the same time, without one of either. */
export async function passwordMatches(
  account: { readonly passwordHash: string | null } | undefined,
  password: string,
  compare: VerifyPassword = verify,
): Promise<boolean> {
  const stored = account?.passwordHash || null;
  const matches = await compare(stored ?? (await DUMMY_HASH), password);
  return stored !== null && matches;
}

/** What the schema can't know: whose password it becomes. Null when it may be taken. */
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

import { hash, verify } from '@node-rs/argon2';

/** argon2id with 19 MiB, two passes, one lane (OWASP password storage, 2024); the library's defaults. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** PHC string of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Compared against when there is no account, so that both cases take the same time. */
const NOBODYS_HASH = hashPassword('an account that does not exist');

/** Whether a password is the one of an account; false, in the same time, without an account. */
export async function passwordFits(
  account: { readonly passwordHash: string } | undefined,
  password: string,
): Promise<boolean> {
  const fits = await verify(account?.passwordHash ?? (await NOBODYS_HASH), password);
  return account !== undefined && fits;
}

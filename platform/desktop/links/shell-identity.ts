import { createHash, randomBytes } from 'node:crypto';

/** Who the desktop is on the live link, anew at every start. */
export interface ShellIdentity {
  /** Names the window; the page is told it and says it to the broker. */
  readonly clientId: string;
  /** Known to this process alone: who has it may speak for the desktop of that name. */
  readonly secret: string;
}

/** The name is the SHA-256 of the secret, so that the broker needs to know neither beforehand. */
export function newShellIdentity(): ShellIdentity {
  const secret = randomBytes(32).toString('base64url');
  return { secret, clientId: createHash('sha256').update(secret).digest('base64url') };
}

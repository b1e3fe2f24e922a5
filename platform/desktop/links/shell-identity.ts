import { createHash, randomBytes } from 'node:crypto';

/** MQTT identity of the desktop, new at every start. */
export interface ShellIdentity {
  /** Id of the window, which the page sends to the broker. */
  readonly clientId: string;
  /** Known to this process only; authorises publishing as the desktop of this id. */
  readonly secret: string;
}

/**
 * Creates an identity. The id is the SHA-256 of the secret, so that the broker can verify both
 * without registration.
 */
export function newShellIdentity(): ShellIdentity {
  const secret = randomBytes(32).toString('base64url');
  return { secret, clientId: createHash('sha256').update(secret).digest('base64url') };
}

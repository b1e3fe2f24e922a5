import type { Generated } from 'kysely';
import type { Role } from '#contracts';
import type { Instant, StoredColumns } from './common.ts';

/** Tables of this area by name. */
export interface AccountTables {
  organization: OrganizationTable;
  account: AccountTable;
  signInFailure: SignInFailureTable;
  sessionToken: SessionTokenTable;
}

export interface OrganizationTable {
  id: string;
  name: string;
  /** Host names under which people sign in, lower case. */
  hosts: string[];
  demonstration: Generated<boolean>;
  /** When the demonstration scans were complete; null while they are to be made or resumed. */
  demonstratedAt: Instant | null;
  createdAt: Generated<Instant>;
}

export interface AccountTable extends StoredColumns {
  /** Lower case; unique in the organization. */
  email: string;
  /** PHC string of argon2id. */
  passwordHash: string;
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  roles: Role[];
  askedForResetPassword: Generated<boolean>;
  /** Set by an administrator, until one lifts it. */
  lockedAt: Instant | null;
  deletedAt: Instant | null;
}

export interface SignInFailureTable {
  organizationId: string;
  email: string;
  failures: number;
  /** Of the newest failure that counted; a lock ends 15 minutes after it. */
  lastAt: Instant;
}

export interface SessionTokenTable {
  id: string;
  organizationId: string;
  /** SHA-256 of the token; the token itself is never stored. */
  tokenHash: Buffer;
  principal: 'human' | 'device' | 'worker';
  accountId: string | null;
  deviceId: string | null;
  createdAt: Generated<Instant>;
  lastUsedAt: Generated<Instant>;
  /** Null for devices and workers, which are replaced at each start. */
  expiresAt: Instant | null;
}

import type { Generated } from 'kysely';
import type { AccountStage, MailKind, MailState, Principal, Role } from '#contracts';
import type { Instant, SoftDeleted, StoredColumns } from './common.ts';

/** Tables of this area by name. */
export interface AccountTables {
  organization: OrganizationTable;
  account: AccountTable;
  signInFailure: SignInFailureTable;
  sessionToken: SessionTokenTable;
  accountLink: AccountLinkTable;
  knownDevice: KnownDeviceTable;
  rateLimit: RateLimitTable;
  mail: MailTable;
}

export interface OrganizationTable {
  id: string;
  name: string;
  /** Host names under which people sign in, lower case. */
  hosts: string[];
  demonstration: Generated<boolean>;
  /** When the demonstration scans were complete; null while they are to be made or resumed. */
  demonstratedAt: Instant | null;
  version: Generated<number>;
  createdAt: Generated<Instant>;
  createdBy: string | null;
  updatedAt: Generated<Instant>;
  updatedBy: string | null;
}

export interface AccountTable extends StoredColumns, SoftDeleted {
  /** Lower case; unique in the organization. */
  email: string;
  /** PHC string of argon2id; null until the invited person has chosen a password. */
  passwordHash: string | null;
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  roles: Role[];
  askedForResetPassword: Generated<boolean>;
  /** Set by an administrator, until one lifts it. */
  lockedAt: Instant | null;
  lockedBy: string | null;
  /** Where it stands while it is neither locked nor deleted. */
  state: Generated<AccountStage>;
  lastSignInAt: Instant | null;
}

export interface SignInFailureTable {
  organizationId: string;
  email: string;
  /** Id of the known device that tried, empty for all others together. */
  device: Generated<string>;
  failures: number;
  /** Of the newest failure that counted; a lock ends 15 minutes after it. */
  lastAt: Instant;
}

export interface SessionTokenTable {
  id: string;
  organizationId: string;
  /** SHA-256 of the token; the token itself is never stored. */
  tokenHash: Buffer;
  principal: Principal;
  accountId: string | null;
  deviceId: string | null;
  createdAt: Generated<Instant>;
  lastUsedAt: Generated<Instant>;
  /** Null for devices and workers, which are replaced at each start. */
  expiresAt: Instant | null;
}

/** What a link in a mail opens; only the hash of its token is here. */
export interface AccountLinkTable {
  id: string;
  organizationId: string;
  kind: 'RESET' | 'INVITATION' | 'CONFIRMATION';
  /** SHA-256 of the token. */
  tokenHash: Buffer;
  /** Null while someone asks for an account: none is made before the address is proven. */
  accountId: string | null;
  email: string;
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  createdAt: Generated<Instant>;
  expiresAt: Instant;
  usedAt: Instant | null;
}

/** A browser from which an account has signed in before. */
export interface KnownDeviceTable {
  id: string;
  organizationId: string;
  accountId: string;
  /** SHA-256 of what the browser keeps. */
  tokenHash: Buffer;
  createdAt: Generated<Instant>;
  lastUsedAt: Generated<Instant>;
}

/** How often something was done from one place, until `endsAt`. */
export interface RateLimitTable {
  organizationId: string;
  act: string;
  subject: string;
  points: number;
  endsAt: Instant;
}

/** What is to be sent. Rows hold no tokens: those are made when the message is. */
export interface MailTable {
  id: string;
  organizationId: string;
  kind: MailKind;
  recipient: string;
  accountId: string | null;
  /** What a person who asks for an account says of themselves. */
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  state: Generated<MailState>;
  attempts: Generated<number>;
  /** Why the newest attempt failed; no addresses, no words of the message. */
  problem: string | null;
  createdAt: Generated<Instant>;
  /** When it is tried next; a sender that dies while it sends lets others try after this. */
  dueAt: Generated<Instant>;
  sentAt: Instant | null;
}

import type { Generated } from 'kysely';
import type { AccountStage, AnyJobType, MailKind, MailState, Principal, Role } from '#contracts';
import type { Instant, SoftDeleted, StoredColumns } from './common.ts';

/** Account tables by name. */
export interface AccountTables {
  organization: OrganizationTable;
  account: AccountTable;
  signInFailure: SignInFailureTable;
  sessionToken: SessionTokenTable;
  workerCredential: WorkerCredentialTable;
  accountLink: AccountLinkTable;
  knownDevice: KnownDeviceTable;
  rateLimit: RateLimitTable;
  mail: MailTable;
}

export interface OrganizationTable {
  id: string;
  name: string;
  /** Host names of the sign-in page, lower case. */
  hosts: string[];
  demonstration: Generated<boolean>;
  /** Time when the demonstration scans were complete; null until then. */
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
  /** PHC string of argon2id; null until an invited user has chosen a password. */
  passwordHash: string | null;
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  roles: Role[];
  askedForResetPassword: Generated<boolean>;
  /** Time when an administrator locked the account; null while unlocked. */
  lockedAt: Instant | null;
  lockedBy: string | null;
  /** Stage of an account that is neither locked nor deleted. */
  state: Generated<AccountStage>;
  lastSignInAt: Instant | null;
}

/** Failed sign-ins, counted per email address and device, also for unknown addresses. */
export interface SignInFailureTable {
  organizationId: string;
  email: string;
  /** Id of the known device; empty for all unknown devices together. */
  device: Generated<string>;
  failures: number;
  /** Time of the newest counted failure; a lock ends 15 minutes later. */
  lastAt: Instant;
}

/** Session of a user, or credential of a device, a worker or a peer server. */
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
  /** Null for devices and workers, whose tokens are replaced at each start. */
  expiresAt: Instant | null;
}

/**
 * Credential of a worker outside the server. Its token is the session token with the same id, which
 * a revocation deletes.
 */
export interface WorkerCredentialTable {
  id: string;
  organizationId: string;
  name: string;
  /** Types of jobs that the worker may take. */
  jobTypes: AnyJobType[];
  createdAt: Generated<Instant>;
  revokedAt: Instant | null;
}

/** Link in a mail, for a password reset, an invitation or the confirmation of an address. */
export interface AccountLinkTable {
  id: string;
  organizationId: string;
  kind: 'RESET' | 'INVITATION' | 'CONFIRMATION';
  /** SHA-256 of the token. */
  tokenHash: Buffer;
  /**
   * Null for an account request, because an account is created only after the address is confirmed.
   */
  accountId: string | null;
  email: string;
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  createdAt: Generated<Instant>;
  expiresAt: Instant;
  usedAt: Instant | null;
}

/** Browser in which the account has signed in before. */
export interface KnownDeviceTable {
  id: string;
  organizationId: string;
  accountId: string;
  /** SHA-256 of the browser's cookie value. */
  tokenHash: Buffer;
  createdAt: Generated<Instant>;
  lastUsedAt: Generated<Instant>;
}

/** Count of an action per subject, valid until `endsAt`. */
export interface RateLimitTable {
  organizationId: string;
  /** Name of the limited action. */
  act: string;
  /** Counted subject: a network address, an account id or another key. */
  subject: string;
  points: number;
  endsAt: Instant;
}

/** Outgoing mail. Contains no tokens, because these are generated when the mail is sent. */
export interface MailTable {
  id: string;
  organizationId: string;
  kind: MailKind;
  recipient: string;
  accountId: string | null;
  /**
   * Entered by the user who requests an account; null for other mails, like the next two fields.
   */
  firstName: string | null;
  lastName: string | null;
  jobTitle: string | null;
  /** SENT also for a mail that was only written; `problem` is then OUTBOX. */
  state: Generated<Exclude<MailState, 'WRITTEN'>>;
  attempts: Generated<number>;
  /**
   * Reason of the last failed attempt, without addresses or message text; OUTBOX for a mail that was
   * only written.
   */
  problem: string | null;
  createdAt: Generated<Instant>;
  /**
   * Time of the next attempt. A sender moves this time into the future before sending, so that
   * another process sends the mail if the sender crashes.
   */
  dueAt: Generated<Instant>;
  sentAt: Instant | null;
}

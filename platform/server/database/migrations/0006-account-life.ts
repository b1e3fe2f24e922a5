import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** `state` is the stage of an account that is neither locked nor deleted. */
const ACCOUNT = `
alter table account
  -- Where an account that is neither locked nor deleted stands.
  add column state text not null default 'ACTIVE'
    check (state in ('INVITED', 'CONFIRMED', 'ACTIVE')),
  add column last_sign_in_at timestamptz(3),
  add column locked_by uuid,
  add column deleted_by uuid,
  alter column password_hash drop not null;
create index account_newest on account (organization_id, created_at desc, id desc);
alter table session_token drop constraint session_token_principal_check;
alter table session_token add constraint session_token_principal_check
  check (principal in ('human', 'device', 'worker', 'peer'));
`;

/**
 * Links of mails and known browsers. `account_id` of a link is null while a person requests an
 * account, because the account is created only after the address is confirmed. Token hashes are
 * unique over all organizations, because the token of a link determines its organization.
 */
const LINKS = `
create table account_link (
  id uuid not null,
  organization_id uuid not null references organization (id),
  kind text not null check (kind in ('RESET', 'INVITATION', 'CONFIRMATION')),
  token_hash bytea not null,
  -- Null while someone asks for an account: none is made before the address is proven.
  account_id uuid,
  email text not null,
  first_name text,
  last_name text,
  job_title text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
-- The token is what finds the organization, so this one key stands alone.
create unique index account_link_token on account_link (token_hash);
create index account_link_of_account on account_link (organization_id, account_id);
create table known_device (
  id uuid not null,
  organization_id uuid not null references organization (id),
  account_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  unique (organization_id, account_id, token_hash),
  foreign key (organization_id, account_id) references account (organization_id, id)
);
`;

/**
 * Failures from a device from which the account has signed in before are counted separately; all
 * other devices share the empty device id.
 */
const LIMITS = `
-- A device that an account has signed in from before is counted apart from strangers.
alter table sign_in_failure add column device text not null default '';
alter table sign_in_failure drop constraint sign_in_failure_pkey;
alter table sign_in_failure add primary key (organization_id, email, device);
create table rate_limit (
  organization_id uuid not null references organization (id),
  act text not null,
  subject text not null,
  points integer not null,
  ends_at timestamptz(3) not null,
  primary key (organization_id, act, subject)
);
`;

/**
 * Outgoing mails, without tokens, which are generated when a mail is sent. `due_at` is the time of
 * the next attempt; a sender moves it ahead, so that other processes send the mail if the sender
 * crashes.
 */
const MAIL = `
-- What is to be sent. Rows hold no tokens: those are made when the message is.
create table mail (
  id uuid not null,
  organization_id uuid not null references organization (id),
  kind text not null,
  recipient text not null,
  account_id uuid,
  first_name text,
  last_name text,
  job_title text,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'DROPPED', 'FAILED')),
  attempts integer not null default 0,
  problem text,
  created_at timestamptz(3) not null default now(),
  -- When it is tried next; a sender that dies while it sends lets others try after this.
  due_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  primary key (organization_id, id)
);
create index mail_due on mail (due_at) where state = 'QUEUED';
create index mail_of_account on mail (organization_id, account_id, created_at desc);
`;

/** Password resets, invitations, known devices and the rest of the account life cycle. */
export const accountLife: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [ACCOUNT, LINKS, LIMITS, MAIL]) await sql.raw(statement).execute(db);
  },
};

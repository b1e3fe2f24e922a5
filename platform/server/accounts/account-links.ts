import type { Kysely, Selectable } from 'kysely';
import { type Clock, newId } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { AccountLinkTable } from '../database/tables/accounts.ts';
import { type ErrorResponse, errorResponse } from '../http/error-response.ts';
import { hashToken, newToken } from './tokens.ts';

export type LinkKind = AccountLinkTable['kind'];
export type LinkRow = Selectable<AccountLinkTable>;

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const LIFETIME_MS: Readonly<Record<LinkKind, number>> = {
  RESET: 15 * MINUTE_MS,
  CONFIRMATION: DAY_MS,
  INVITATION: 7 * DAY_MS,
};
/** Pages of the application, in the fragment, which no server and no referrer ever sees. */
const PAGES: Readonly<Record<LinkKind, string>> = {
  RESET: 'confirm-reset-password',
  CONFIRMATION: 'confirm-account',
  INVITATION: 'create-account',
};

export interface NewLink {
  readonly kind: LinkKind;
  readonly organizationId: string;
  /** Null while someone asks for an account. */
  readonly accountId: string | null;
  readonly email: string;
  readonly profile?: Pick<LinkRow, 'firstName' | 'lastName' | 'jobTitle'>;
}

/**
 * Makes a link that works once and not for ever.
 * @param baseUrl from the configuration, never from what a caller says
 * @returns the address, which exists nowhere else
 */
export async function createLink(
  db: Kysely<Database>,
  clock: Clock,
  baseUrl: string,
  link: NewLink,
): Promise<string> {
  const token = newToken();
  const { profile = { firstName: null, lastName: null, jobTitle: null }, ...named } = link;
  const now = clock.now();
  await db
    .insertInto('accountLink')
    .values({
      id: newId(),
      ...named,
      ...profile,
      tokenHash: hashToken(token),
      usedAt: null,
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + LIFETIME_MS[link.kind]).toISOString(),
    })
    .execute();
  return `${baseUrl}/#/${PAGES[link.kind]}?token=${token}`;
}

/** One answer for what never was, is over, and has been used. */
export const INVALID_LINK: ErrorResponse = errorResponse(
  'LinkInvalid',
  'This link is no longer valid. Ask for a new one',
);

/** The row of a link that still works, held until the transaction ends; else a refusal. */
export async function lockValidLink(
  db: Kysely<Database>,
  clock: Clock,
  kind: LinkKind,
  token: string,
): Promise<LinkRow | ErrorResponse> {
  const row = await db
    .selectFrom('accountLink')
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', new Date(clock.now()).toISOString())
    .forUpdate()
    .executeTakeFirst();
  return row ?? INVALID_LINK;
}

/** A link works once. */
export async function consumeLink(
  db: Kysely<Database>,
  clock: Clock,
  link: LinkRow,
): Promise<void> {
  await db
    .updateTable('accountLink')
    .set({ usedAt: new Date(clock.now()).toISOString() })
    .where('organizationId', '=', link.organizationId)
    .where('id', '=', link.id)
    .execute();
}

/** Whatever links an address has are dead: its account was changed. */
export async function cancelLinks(
  db: Kysely<Database>,
  { organizationId, email }: { readonly organizationId: string; readonly email: string },
): Promise<void> {
  await db
    .deleteFrom('accountLink')
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .execute();
}

import type { Kysely, Selectable } from 'kysely';
import { serverMessage } from '#contracts';
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
/**
 * Pages of the application. The link carries the token in the URL fragment, which browsers send to
 * no server and in no Referer header.
 */
const PAGES: Readonly<Record<LinkKind, string>> = {
  RESET: 'confirm-reset-password',
  CONFIRMATION: 'confirm-account',
  INVITATION: 'create-account',
};

export interface NewLink {
  readonly kind: LinkKind;
  readonly organizationId: string;
  /** Null for an account request, which has no account yet. */
  readonly accountId: string | null;
  readonly email: string;
  readonly profile?: Pick<LinkRow, 'firstName' | 'lastName' | 'jobTitle'>;
}

/**
 * Creates a single-use link with an expiry.
 * @param baseUrl from the configuration, never from the request
 * @returns the URL; the database stores only a hash of its token
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

/** Same response for an unknown, an expired and a used link. */
export const INVALID_LINK: ErrorResponse = errorResponse(
  'LinkInvalid',
  serverMessage('LINK_INVALID'),
);

/** Returns the row of a valid link, locked until the transaction ends; otherwise `INVALID_LINK`. */
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

/** Deletes the unused links of an address after its account changed. */
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

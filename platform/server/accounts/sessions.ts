import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  featuresOf,
  ROLE_FEATURES,
  type Role,
  type RoleFeatures,
  roleFeaturesWith,
  type SiteConfig,
} from '#contracts';
import { type Clock, newId } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { CallPrincipal } from '../http/principal.ts';
import { hashToken, newToken } from './tokens.ts';

/** Idle timeout of a session; `MAX_SESSION_MS` limits the time since sign-in. */
const SESSION_IDLE_MS = 8 * 3_600_000;
const MAX_SESSION_MS = 24 * 3_600_000;
/** Minimum interval between writes of the last use. */
const TOUCH_MS = 60_000;

const instant = (ms: number): string => new Date(ms).toISOString();

/** Maximum delay between browser activity and its keep-alive call; see `keepAliveIntervalMs`. */
const MAX_KEEP_ALIVE_MS = 300_000;

/**
 * Returns the server's idle timeout in ms. The browser signs out by last activity and sends a
 * keep-alive every third of the idle time, at most five minutes apart; the server only ends
 * sessions that no browser has ended. `idleMinutes` 0 means that the browser does not sign out.
 */
export function sessionIdleMs({ session }: Pick<SiteConfig, 'session'>): number {
  if (session.idleMinutes === 0) return SESSION_IDLE_MS;
  const idle = session.idleMinutes * 60_000;
  return Math.min(SESSION_IDLE_MS, idle + Math.min(idle / 3, MAX_KEEP_ALIVE_MS) + TOUCH_MS);
}

/**
 * Opens a session of a user.
 * @returns the token; the database stores only its hash
 */
export async function openSession(
  db: Kysely<Database>,
  clock: Clock,
  account: { readonly id: string; readonly organizationId: string },
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  await db
    .insertInto('sessionToken')
    .values({
      id: newId(),
      organizationId: account.organizationId,
      tokenHash: hashToken(token),
      principal: 'human',
      accountId: account.id,
      deviceId: null,
      createdAt: instant(now),
      lastUsedAt: instant(now),
      expiresAt: instant(now + SESSION_IDLE_MS),
    })
    .execute();
  return token;
}

/** Creates a token for a device and deletes its earlier tokens. */
export async function replaceDeviceToken(
  db: Kysely<Database>,
  device: { readonly id: string; readonly organizationId: string },
): Promise<string> {
  const token = newToken();
  const { organizationId } = device;
  await db
    .deleteFrom('sessionToken')
    .where('organizationId', '=', organizationId)
    .where('deviceId', '=', device.id)
    .execute();
  await db
    .insertInto('sessionToken')
    .values({
      id: newId(),
      organizationId,
      tokenHash: hashToken(token),
      principal: 'device',
      accountId: null,
      deviceId: device.id,
      expiresAt: null,
    })
    .execute();
  return token;
}

/** Ended sessions, to be published after the commit. */
export interface EndedSessions {
  readonly organizationId: string;
  readonly tokenIds: readonly string[];
  /** Studies whose claims the ended sessions released. */
  readonly studyIds: readonly string[];
}

/** Ends the session of a token; releases its claims. */
export function endSession(
  db: Kysely<Database>,
  { organizationId, tokenId }: Pick<CallPrincipal, 'organizationId' | 'tokenId'>,
): Promise<EndedSessions> {
  return endMatching(db, organizationId, 'id', tokenId);
}

/** Ends all sessions of an account; releases their claims. */
export function endSessionsOf(
  db: Kysely<Database>,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
): Promise<EndedSessions> {
  return endMatching(db, organizationId, 'accountId', id);
}

/** Deletes the sessions whose `column` has a value, and with them their claims. */
async function endMatching(
  db: Kysely<Database>,
  organizationId: string,
  column: 'id' | 'accountId',
  value: string,
): Promise<EndedSessions> {
  const claimedStudies = await db
    .selectFrom('studyClaimTab')
    .select('studyId')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where(column === 'id' ? 'sessionId' : 'accountId', '=', value)
    .execute();
  const studyIds = claimedStudies.map((study) => study.studyId);
  if (studyIds.length > 0) {
    // Locks claims before sessions, in the same order as a claim renewal, to avoid a deadlock.
    await db
      .selectFrom('studyClaim')
      .select('studyId')
      .where('organizationId', '=', organizationId)
      .where('studyId', 'in', studyIds)
      .orderBy('studyId')
      .forUpdate()
      .execute();
  }
  const ended = await db
    .deleteFrom('sessionToken')
    .where('organizationId', '=', organizationId)
    .where(column, '=', value)
    .returning('id')
    .execute();
  return {
    organizationId,
    tokenIds: ended.map((session) => session.id),
    studyIds,
  };
}

/** Deletes expired sessions. Housekeeping only, because `authenticate` checks the expiry itself. */
export async function purgeSessions(db: Kysely<Database>, clock: Clock): Promise<void> {
  await db.deleteFrom('sessionToken').where('expiresAt', '<', instant(clock.now())).execute();
}

/**
 * Returns the principal of a token; null when the token is unknown or expired, or its account is
 * locked or deleted.
 */
export function authenticate(
  db: Kysely<Database>,
  clock: Clock,
  token: string,
  roleFeatures: RoleFeatures = ROLE_FEATURES,
  idleMs: number = SESSION_IDLE_MS,
): Promise<CallPrincipal | null> {
  return sessionPrincipal(
    db,
    clock,
    { roleFeatures, idleMs },
    sql`t.token_hash = ${hashToken(token)}`,
  );
}

/** Like `authenticate`, for a session given by its id, e.g. from a signed URL. */
export function authenticateSession(
  db: Kysely<Database>,
  clock: Clock,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  roleFeatures: RoleFeatures = ROLE_FEATURES,
  idleMs: number = SESSION_IDLE_MS,
): Promise<CallPrincipal | null> {
  const condition = sql`t.organization_id = ${organizationId} and t.id = ${id}`;
  return sessionPrincipal(db, clock, { roleFeatures, idleMs }, condition);
}

async function sessionPrincipal(
  db: Kysely<Database>,
  clock: Clock,
  { roleFeatures, idleMs }: { readonly roleFeatures: RoleFeatures; readonly idleMs: number },
  condition: RawBuilder<unknown>,
): Promise<CallPrincipal | null> {
  const row = await db
    .selectFrom('sessionToken as t')
    .leftJoin('account as a', (join) =>
      join.onRef('a.organizationId', '=', 't.organizationId').onRef('a.id', '=', 't.accountId'),
    )
    .select(['t.id', 't.organizationId', 't.principal', 't.accountId', 't.deviceId'])
    .select(['t.createdAt', 't.lastUsedAt', 't.expiresAt', 'a.roles', 'a.askedForResetPassword'])
    .select(sql<boolean>`(a.deleted_at is null and a.locked_at is null)`.as('active'))
    .where(sql<boolean>`${condition}`)
    .executeTakeFirst();
  const now = clock.now();
  if (row === undefined || !row.active) return null;
  if (row.expiresAt !== null && Date.parse(row.expiresAt) <= now) return null;
  const sinceLastUseMs = now - Date.parse(row.lastUsedAt);
  if (row.expiresAt !== null && sinceLastUseMs >= idleMs) return null;
  // Writes the first use of a device credential at once, so that an unused credential is
  // recognisable.
  const isFirstUse = row.expiresAt === null && row.lastUsedAt === row.createdAt;
  if (isFirstUse || sinceLastUseMs > TOUCH_MS) {
    const end = Math.min(now + SESSION_IDLE_MS, Date.parse(row.createdAt) + MAX_SESSION_MS);
    const expires = row.expiresAt === null ? {} : { expiresAt: instant(end) };
    await db
      .updateTable('sessionToken')
      .set({ lastUsedAt: instant(now), ...expires })
      .where('organizationId', '=', row.organizationId)
      .where('id', '=', row.id)
      .execute();
  }
  const roles = row.roles ?? [];
  return {
    kind: row.principal,
    organizationId: row.organizationId,
    tokenId: row.id,
    accountId: row.accountId,
    deviceId: row.deviceId,
    roles,
    features: effectiveFeatures(roles, roleFeatures),
    blind: isBlind(roles),
    mustChangePassword: row.askedForResetPassword ?? false,
  };
}

/** A blind annotator stays blind regardless of other roles. */
export function isBlind(roles: readonly Role[]): boolean {
  return roles.includes('BLIND_ANNOTATOR');
}

/**
 * Combines the features of all roles. Blindness overrides every other role, and no site
 * configuration can extend a blind annotator's features.
 */
export function effectiveFeatures(
  roles: readonly Role[],
  roleFeatures: RoleFeatures = ROLE_FEATURES,
) {
  if (!isBlind(roles)) return featuresOf(roles, roleFeatures);
  const blind: readonly Role[] = ['BLIND_ANNOTATOR'];
  const maxFeatures = featuresOf(blind);
  return featuresOf(blind, roleFeatures).filter((feature) => maxFeatures.includes(feature));
}

/** Returns the features of each role on this site. */
export function roleFeaturesOf({ roles }: Pick<SiteConfig, 'roles'>): RoleFeatures {
  return roleFeaturesWith(roles);
}

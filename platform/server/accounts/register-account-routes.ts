import type { FastifyInstance } from 'fastify';
import { type LoginAnswer, routes } from '#contracts';
import { writeAudit } from '../http/audit.ts';
import { bindPublicRoute, bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, type Refusal, refuse } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { passwordFits } from './passwords.ts';
import { endSession, openSession } from './sessions.ts';
import { SignInThrottle } from './sign-in-throttle.ts';
import { organizationOfHost, userInfoOf } from './user-info.ts';

/** Sign-in, sign-out, and who one is. */
export function registerAccountRoutes(server: FastifyInstance, parts: ServerParts): void {
  const throttle = new SignInThrottle(parts.db, parts.clock);

  bindPublicRoute(server, parts, routes.organizationByHost, async ({ db, params }) => {
    return (await organizationOfHost(db, params.host)) ?? notFound('The organization');
  });

  bindPublicRoute(server, parts, routes.login, (call) => login(parts, throttle, call));

  bindRoute(server, parts, routes.logOff, async ({ db, principal, afterCommit }) => {
    await endSession(db, principal);
    afterCommit(() => parts.sessionEnded.emit({ tokenId: principal.tokenId }));
    return {};
  });

  bindRoute(server, parts, routes.me, async ({ db, principal }) => {
    const row = await db
      .selectFrom('account')
      .innerJoin('organization', 'organization.id', 'account.organizationId')
      .selectAll('account')
      .select('organization.name as organizationName')
      .where('account.organizationId', '=', principal.organizationId)
      .where('account.id', '=', principal.accountId)
      .executeTakeFirst();
    if (row === undefined) return notFound('The account');
    return userInfoOf(row, { id: row.organizationId, name: row.organizationName });
  });
}

/** One answer for a wrong password, an unknown address and a host without an organization. */
const WRONG = refuse('Unauthorized', 'The e-mail address or the password is wrong');

async function login(
  parts: ServerParts,
  throttle: SignInThrottle,
  { db, body, request, transaction }: CallOf<typeof routes.login, null>,
): Promise<LoginAnswer | Refusal> {
  const organization = await organizationOfHost(db, request.hostname);
  if (organization === null) return WRONG;
  const email = body.email.toLowerCase();
  const attempt = { organizationId: organization.id, email, address: request.ip };
  const refused = await throttle.take(attempt);
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('organizationId', '=', organization.id)
    .where('email', '=', email)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const audit = {
    principal: null,
    organizationId: organization.id,
    act: 'login',
    subject: account === undefined ? {} : { accountId: account.id },
  };
  if (refused !== null) {
    await writeAudit(db, { ...audit, outcome: 'refused' });
    return refused;
  }
  const fits = await passwordFits(account, body.password);
  if (account === undefined || !fits || account.lockedAt !== null) {
    await writeAudit(db, { ...audit, outcome: 'refused' });
    return WRONG;
  }
  await throttle.clear(attempt);
  const accessToken = await transaction(async (inside) => {
    await writeAudit(inside, { ...audit, outcome: 'done' });
    return openSession(inside, parts.clock, account);
  });
  return { accessToken, organization, userInfo: userInfoOf(account, organization) };
}

import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindPublicRoute } from '../http/bind-route.ts';
import { notFound } from '../http/error-response.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { AccountDeps } from './account-deps.ts';
import { registerAdministration } from './administer-accounts.ts';
import { sendDeviceCookies } from './known-devices.ts';
import { registerLocks } from './lock-accounts.ts';
import { registerMailLinkRoutes } from './mail-link-routes.ts';
import { organizationOfHost } from './organization-of-host.ts';
import { registerSelfService } from './self-service.ts';
import { roleFeaturesOf } from './sessions.ts';
import { registerSignIn } from './sign-in.ts';

/** Registers the routes for sign-in, the caller's own account and account administration. */
export function registerAccountRoutes(
  server: FastifyInstance,
  deps: AccountDeps['deps'],
  mailer: Mailer,
): void {
  const { config } = deps.site;
  const account: AccountDeps = {
    deps,
    mailer,
    roleFeatures: roleFeaturesOf(config),
    publicUrl: config.publicUrl,
    // Safe, because the configuration rejects a demonstration that is reachable from other
    // machines.
    exposesLinks: config.flags.isDevModeUi && config.demonstration.enabled,
  };

  bindPublicRoute(server, deps, routes.organizationByHost, async ({ db, params, request }) => {
    const organization = await organizationOfHost(db, params.host, request);
    return organization ?? notFound('ORGANIZATION_NOT_FOUND');
  });
  sendDeviceCookies(server);
  registerSignIn(server, account);
  registerSelfService(server, account);
  registerAdministration(server, account);
  registerLocks(server, account);
  registerMailLinkRoutes(server, account);
}

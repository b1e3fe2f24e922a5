import type { sessionRoutes } from '../../../platform/contracts/routes/administration/session-routes.ts';
import { EMAILS, PASSWORD } from '../support/start-test-server.ts';
import type { RouteCases } from './route-case.ts';

const ALL_ROLES = ['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'] as const;

export const sessionCases: RouteCases<typeof sessionRoutes> = {
  health: {
    roles: 'public',
    principals: [],
    keyless: true,
    call: () => ({}),
    foreign: 'names nothing',
  },
  publicConfig: {
    roles: 'public',
    principals: [],
    keyless: true,
    call: () => ({}),
    foreign: 'names nothing',
  },
  organizationByHost: {
    roles: 'public',
    principals: [],
    call: (tenant) => ({ params: { host: tenant.host } }),
    foreign: 'a host name is public, and so is whose it is',
  },
  login: {
    roles: 'public',
    principals: [],
    call: () => ({ body: { email: EMAILS.PHYSICIAN, password: PASSWORD } }),
    foreign: 'names no object; the host finds the organization',
  },
  logOff: {
    roles: ALL_ROLES,
    principals: [],
    call: () => ({ body: {} }),
    foreign: 'ends the session that calls',
  },
  me: {
    roles: ALL_ROLES,
    principals: [],
    call: () => ({}),
    foreign: 'is about the account that calls',
  },
};

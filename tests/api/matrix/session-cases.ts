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
    foreign: 'contains no id',
  },
  publicConfig: {
    roles: 'public',
    principals: [],
    keyless: true,
    call: () => ({}),
    foreign: 'contains no id',
  },
  organizationByHost: {
    roles: 'public',
    principals: [],
    call: (tenant) => ({ params: { host: tenant.host } }),
    foreign: 'host names and their organizations are public',
  },
  login: {
    roles: 'public',
    principals: [],
    call: () => ({ body: { email: EMAILS.PHYSICIAN, password: PASSWORD } }),
    foreign: 'contains no id; the host determines the organization',
  },
  logOff: {
    roles: ALL_ROLES,
    principals: [],
    call: () => ({ body: {} }),
    foreign: 'ends only the calling session',
  },
  me: {
    roles: ALL_ROLES,
    principals: [],
    call: () => ({}),
    foreign: 'concerns only the calling account',
  },
};

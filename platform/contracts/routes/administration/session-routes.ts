import * as z from 'zod';
import {
  loginRequestSchema,
  loginResponseSchema,
  organizationSchema,
  userInfoSchema,
} from '../../entities/administration/account.ts';
import { defineRoute } from '../../route.ts';
import { publicConfigSchema } from '../../site/public-config.ts';

const healthSchema = z.object({
  status: z.enum(['ready', 'starting', 'degraded']),
  parts: z.record(z.string(), z.enum(['up', 'down'])),
});

export const sessionRoutes = {
  health: defineRoute({
    method: 'GET',
    path: '/health',
    summary: 'Whether every service is up; requires no API key',
    access: 'public',
    principals: [],
    response: healthSchema,
  }),
  publicConfig: defineRoute({
    method: 'GET',
    path: '/config',
    summary: 'The public part of the site configuration; requires no API key',
    access: 'public',
    principals: [],
    response: publicConfigSchema,
  }),
  organizationByHost: defineRoute({
    method: 'GET',
    path: '/organizations/domain/{host}',
    summary: 'The activated organization of a host name',
    access: 'public',
    principals: [],
    params: z.object({ host: z.string().max(255) }),
    response: organizationSchema,
  }),
  login: defineRoute({
    method: 'POST',
    path: '/accounts/actions/login',
    summary: 'Sign in',
    access: 'public',
    principals: [],
    body: loginRequestSchema,
    response: loginResponseSchema,
  }),
  logOff: defineRoute({
    method: 'POST',
    path: '/accounts/actions/logOff',
    summary: 'Sign out; revokes the token',
    access: 'signed-in',
    principals: [],
    response: z.object({}),
  }),
  me: defineRoute({
    method: 'GET',
    path: '/accounts/me',
    summary: 'The signed-in account',
    access: 'signed-in',
    principals: [],
    response: userInfoSchema,
  }),
};

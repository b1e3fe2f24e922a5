import * as z from 'zod';
import {
  externalLogSchema,
  externalLogsSchema,
} from '../../entities/administration/external-log.ts';
import { systemInfoSchema } from '../../entities/administration/system-info.ts';
import { pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

/** Routes of the server's status and of errors reported by browsers. */
export const systemRoutes = {
  systemInfo: defineRoute({
    method: 'GET',
    path: '/system-info',
    summary: 'Versions, database, store, services and extensions',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    response: systemInfoSchema,
  }),
  writeExternalLogs: defineRoute({
    method: 'POST',
    path: '/external-logs',
    summary: 'Store errors of the browser; text that could identify a patient is removed',
    access: 'public',
    principals: [],
    body: externalLogsSchema,
    response: z.object({}),
  }),
  listExternalLogs: defineRoute({
    method: 'GET',
    path: '/external-logs',
    summary: 'Errors of browsers, newest first',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    query: pageQuerySchema,
    response: pageSchema(externalLogSchema),
  }),
};

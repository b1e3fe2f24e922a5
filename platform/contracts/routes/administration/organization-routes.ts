import * as z from 'zod';
import { organizationSchema } from '../../entities/administration/account.ts';
import {
  activationCodeSchema,
  organizationFieldsSchema,
  organizationRecordSchema,
} from '../../entities/administration/organization.ts';
import { idSchema, pageQuerySchema, pageSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });

/** Routes of organizations; administrators read and change only their own. */
export const organizationRoutes = {
  listOrganizations: defineRoute({
    method: 'GET',
    path: '/organizations',
    summary: 'The organization of the caller, as a list of one',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    query: pageQuerySchema,
    response: pageSchema(organizationRecordSchema),
  }),
  getOrganization: defineRoute({
    method: 'GET',
    path: '/organizations/{id}',
    summary: 'One organization',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    response: organizationRecordSchema,
  }),
  createOrganization: defineRoute({
    method: 'POST',
    path: '/organizations',
    summary:
      'Always rejected with 403: no account acts for the installation. Create organizations on the server: `npm run admin -- create-organization`',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    body: organizationFieldsSchema,
    response: organizationRecordSchema,
  }),
  updateOrganization: defineRoute({
    method: 'PUT',
    path: '/organizations/{id}',
    summary: 'Change the name, or remove hosts',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    body: organizationFieldsSchema,
    response: organizationRecordSchema,
    ifMatch: 'required',
  }),
  deleteOrganization: defineRoute({
    method: 'DELETE',
    path: '/organizations/{id}',
    summary:
      'Always rejected with 403: organizations are closed, not deleted, on the server: `npm run admin -- close-organization`',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    response: organizationRecordSchema,
    ifMatch: 'required',
  }),
  activateOrganization: defineRoute({
    method: 'POST',
    path: '/organizations/activate',
    summary: 'Activate an organization for the host of this call; a code is valid once',
    access: 'public',
    principals: [],
    body: z.strictObject({ code: activationCodeSchema }),
    response: organizationSchema,
  }),
};

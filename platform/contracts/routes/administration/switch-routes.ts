import * as z from 'zod';
import {
  changeSwitchSchema,
  organizationSwitchesSchema,
} from '../../entities/administration/organization-switch.ts';
import { siteFileSchema } from '../../entities/administration/site-file.ts';
import { idSchema } from '../../entities/common.ts';
import { defineRoute } from '../../route.ts';

const byId = z.object({ id: idSchema });

/** Routes of an organization's enabled and disabled extensions and modes. */
export const switchRoutes = {
  listSwitches: defineRoute({
    method: 'GET',
    path: '/organizations/{id}/switches',
    summary: 'Extensions and modes of the organization, with the source of each setting',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    response: organizationSwitchesSchema,
  }),
  changeSwitch: defineRoute({
    method: 'PUT',
    path: '/organizations/{id}/switches',
    summary:
      'Switch an extension or a mode for the organization; applies to pages opened afterwards',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    params: byId,
    body: changeSwitchSchema,
    response: organizationSwitchesSchema,
  }),
  siteFile: defineRoute({
    method: 'GET',
    path: '/system-info/site',
    summary: 'The effective site configuration, without secrets and paths',
    access: ['ADMIN_ACCOUNT'],
    principals: [],
    response: siteFileSchema,
  }),
};

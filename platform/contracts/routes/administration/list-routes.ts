import * as z from 'zod';
import { pageSchema } from '../../entities/common.ts';
import { hardCodedListSchema, listItemIdSchema } from '../../lists/list-schema.ts';
import { defineRoute } from '../../route.ts';

/** Routes of the site's effective code lists. */
export const listRoutes = {
  listLists: defineRoute({
    method: 'GET',
    path: '/lists',
    summary: 'Every list with its items in order',
    access: 'signed-in',
    principals: [],
    response: pageSchema(hardCodedListSchema),
  }),
  getList: defineRoute({
    method: 'GET',
    path: '/lists/{listId}',
    summary: 'One list',
    access: 'signed-in',
    principals: [],
    params: z.object({ listId: listItemIdSchema }),
    response: hardCodedListSchema,
  }),
};

import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import { notFound } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { wholeList } from './shared/paging.ts';
import { siteLists } from './shared/site-lists.ts';

export function registerListRoutes(server: FastifyInstance, parts: ServerParts): void {
  const lists = siteLists(parts);
  bindRoute(server, parts, routes.listLists, async () =>
    wholeList([...lists.values()], (list) => list),
  );
  bindRoute(server, parts, routes.getList, async ({ params }) => {
    return lists.get(params.listId) ?? notFound('The list');
  });
}

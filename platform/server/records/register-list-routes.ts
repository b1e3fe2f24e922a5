import type { FastifyInstance } from 'fastify';
import { routes } from '#contracts';
import { bindRoute } from '../http/bind-route.ts';
import { notFound } from '../http/error-response.ts';
import type { RouteDeps } from '../http/server-deps.ts';
import { unpagedList } from './shared/paging.ts';
import { siteLists } from './shared/site-lists.ts';

export function registerListRoutes(server: FastifyInstance, deps: RouteDeps): void {
  const lists = siteLists(deps);
  bindRoute(server, deps, routes.listLists, async () =>
    unpagedList([...lists.values()], (list) => list),
  );
  bindRoute(server, deps, routes.getList, async ({ params }) => {
    return lists.get(params.listId) ?? notFound('LIST_NOT_FOUND');
  });
}

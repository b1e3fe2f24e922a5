import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { routes } from '#contracts';
import { serveApiDocs } from '../api-docs/serve-api-docs.ts';
import type { ServerParts } from '../server-parts.ts';
import { switchesOfHost } from '../site/organization-switches.ts';
import { publicConfigOf } from '../site/public-config.ts';
import type { ServerDoors } from '../site/server-doors.ts';
import { bindPublicRoute } from './bind-route.ts';

const DATABASE_WITHIN_MS = 2_000;

/** Whether each part of the product is up. Parts are added as they are started. */
export class Health {
  readonly #parts = new Map<string, () => boolean | Promise<boolean>>();
  #wasReady = false;

  add(name: string, isUp: () => boolean | Promise<boolean>): void {
    this.#parts.set(name, isUp);
  }

  async look() {
    const looked = await Promise.all(
      [...this.#parts].map(async ([name, isUp]) => [name, (await isUp()) ? 'up' : 'down'] as const),
    );
    const allUp = looked.length > 0 && looked.every(([, state]) => state === 'up');
    return { allUp, parts: Object.fromEntries(looked) };
  }

  /** From now on a part that is down means 'degraded', not 'starting'. */
  started(): void {
    this.#wasReady = true;
  }

  async answer() {
    const { allUp, parts } = await this.look();
    const status = this.#wasReady ? (allUp ? 'ready' : 'degraded') : 'starting';
    return { status: status as 'ready' | 'degraded' | 'starting', parts };
  }
}

export async function databaseAnswers(db: ServerParts['db']): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_WITHIN_MS);
  });
  const inTime = await Promise.race([answer, late]);
  clearTimeout(timer);
  return inTime;
}

/** What anyone on the network may ask: whether it is up, and the browser's part of the site. */
export function registerSystemRoutes(
  server: FastifyInstance,
  parts: ServerParts,
  health: Health,
  doors: ServerDoors,
): void {
  bindPublicRoute(server, parts, routes.health, () => health.answer());
  bindPublicRoute(server, parts, routes.publicConfig, async ({ request }) =>
    publicConfigOf(parts.site, doors.problems, await switchesOfHost(parts, request.hostname)),
  );
  serveApiDocs(server);
}

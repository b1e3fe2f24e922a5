import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { routes } from '#contracts';
import { serveApiDocs } from '../../api-docs/serve-api-docs.ts';
import { bindPublicRoute } from '../../http/bind-route.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { publicConfigOf } from '../../site/public-config.ts';
import type { ServerRegistrations } from '../../site/server-registrations.ts';
import { switchesOfHost } from '../switches/organization-switches.ts';

const DATABASE_TIMEOUT_MS = 2_000;

/** State of each part of the product. Parts are added as they start. */
export class Health {
  readonly #checks = new Map<string, () => boolean | Promise<boolean>>();
  #wasReady = false;

  add(name: string, isUp: () => boolean | Promise<boolean>): void {
    this.#checks.set(name, isUp);
  }

  async check() {
    const states = await Promise.all(
      [...this.#checks].map(
        async ([name, isUp]) => [name, (await isUp()) ? 'up' : 'down'] as const,
      ),
    );
    const allUp = states.length > 0 && states.every(([, state]) => state === 'up');
    return { allUp, parts: Object.fromEntries(states) };
  }

  /** From this call on, a part that is down means 'degraded' instead of 'starting'. */
  started(): void {
    this.#wasReady = true;
  }

  async report() {
    const { allUp, parts } = await this.check();
    const status = this.#wasReady ? (allUp ? 'ready' : 'degraded') : 'starting';
    return { status: status as 'ready' | 'degraded' | 'starting', parts };
  }
}

export async function isDatabaseReachable(db: ServerDeps['db']): Promise<boolean> {
  const query = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_TIMEOUT_MS);
  });
  const isReachable = await Promise.race([query, timeout]);
  clearTimeout(timer);
  return isReachable;
}

/**
 * Registers the public system routes: health, the browser's part of the site configuration and the
 * API documentation.
 */
export function registerSystemRoutes(
  server: FastifyInstance,
  deps: ServerDeps,
  health: Health,
  registrations: ServerRegistrations,
): void {
  bindPublicRoute(server, deps, routes.health, () => health.report());
  bindPublicRoute(server, deps, routes.publicConfig, async ({ request }) =>
    publicConfigOf(deps.site, registrations.problems, await switchesOfHost(deps, request.hostname)),
  );
  serveApiDocs(server);
}

import { sql } from 'kysely';
import type { ServerDeps } from '../../http/server-deps.ts';

const DATABASE_TIMEOUT_MS = 2_000;

/** Collects the state of each part of the product. Parts are added as they start. */
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

  #statusOf(allUp: boolean): 'ready' | 'degraded' | 'starting' {
    if (!this.#wasReady) return 'starting';
    return allUp ? 'ready' : 'degraded';
  }

  async report() {
    const { allUp, parts } = await this.check();
    return { status: this.#statusOf(allUp), parts };
  }
}

/** Returns whether the database responds to a query within `DATABASE_TIMEOUT_MS`. */
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

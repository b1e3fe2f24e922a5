import { type Disposable, messageOf, toDisposable } from '#foundation';
import { scrubStore } from '../files/index.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import type { FileStore } from '../store/index.ts';

export type ScrubDeps = Pick<ServerDeps, 'clock' | 'db' | 'logger' | 'site'>;

const POLL_INTERVAL_MS = 10 * 60 * 1000;
/** Minimum hours between scrubs, so that a night has only one. */
const MIN_INTERVAL_HOURS = 20;
/** Maximum hours between scrubs; a later scrub makes up for a missed night at any hour. */
const MAX_AGE_HOURS = 30;

/**
 * Checks every stored file once a night at `storage.scrubHour` (in the server's time zone), in one
 * of the processes that share the store. Resumes an interrupted scrub at any hour.
 */
export function scrubNightly(deps: ScrubDeps, store: FileStore): Disposable {
  const abort = new AbortController();
  let running = false;
  const poll = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      const startNew = await isDue(deps);
      await scrubStore(deps.db, store, deps.logger, { startNew, signal: abort.signal });
    } catch (thrown) {
      const fields = { reason: messageOf(thrown) };
      if (!abort.signal.aborted) deps.logger.log('warn', 'Stored files were not checked', fields);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
  void poll();
  return toDisposable(() => {
    clearInterval(timer);
    abort.abort();
  });
}

async function isDue({
  db,
  clock,
  site,
}: Pick<ServerDeps, 'clock' | 'db' | 'site'>): Promise<boolean> {
  const isHour = new Date(clock.now()).getHours() === site.config.storage.scrubHour;
  const { newest } = await db
    .selectFrom('storeScrub')
    .select((eb) => eb.fn.max('startedAt').as('newest'))
    .executeTakeFirstOrThrow();
  if (newest === null) return isHour;
  const ageHours = (clock.now() - Date.parse(newest)) / 3_600_000;
  return ageHours > (isHour ? MIN_INTERVAL_HOURS : MAX_AGE_HOURS);
}

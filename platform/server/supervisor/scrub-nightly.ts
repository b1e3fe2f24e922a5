import { type Disposable, messageOf, toDisposable } from '#foundation';
import { scrubStore } from '../files/index.ts';
import type { ServerParts } from '../server-parts.ts';
import type { FileStore } from '../store/index.ts';

const LOOK_EVERY_MS = 10 * 60 * 1000;
/** A scrub that began within this time was this night's. */
const ONCE_IN_HOURS = 20;
/** The server was down at the hour: it is made up for. */
const LATE_HOURS = 30;

/**
 * Checks every stored file once a night, at the hour that the site names, in one of the processes
 * that share the store. What a restart interrupted is gone on with at any hour.
 */
export function scrubNightly(parts: ServerParts, store: FileStore): Disposable {
  const abort = new AbortController();
  let running = false;
  const look = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      const begin = await isTime(parts);
      await scrubStore(parts.db, store, parts.logger, { begin, signal: abort.signal });
    } catch (thrown) {
      const fields = { reason: messageOf(thrown) };
      if (!abort.signal.aborted) parts.logger.log('warn', 'Stored files were not checked', fields);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  void look();
  return toDisposable(() => {
    clearInterval(timer);
    abort.abort();
  });
}

async function isTime({ db, clock, site }: ServerParts): Promise<boolean> {
  const isHour = new Date(clock.now()).getHours() === site.config.storage.scrubHour;
  const { newest } = await db
    .selectFrom('storeScrub')
    .select((eb) => eb.fn.max('startedAt').as('newest'))
    .executeTakeFirstOrThrow();
  if (newest === null) return isHour;
  const ageHours = (clock.now() - Date.parse(newest)) / 3_600_000;
  return ageHours > (isHour ? ONCE_IN_HOURS : LATE_HOURS);
}

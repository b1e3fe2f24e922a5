import { sql } from 'kysely';
import { type Disposable, messageOf, toDisposable } from '#foundation';
import { sweepAccounts } from '../accounts/sweep-accounts.ts';
import { sweepDownloads, sweepStore, sweepUploads } from '../files/index.ts';
import { placeLeftScans } from '../records/scans/place-left-scans.ts';
import type { ServerParts } from '../server-parts.ts';
import type { FileStore } from '../store/index.ts';
import { scrubNightly } from './scrub-nightly.ts';

const EVERY_MS = 3_600_000;
/** How long a repeated request still finds its first answer. */
const REMEMBER_DAYS = 7;

/**
 * Once an hour, and once at the start: removes expired sessions, answers kept for repetitions,
 * uploads that were left, and bytes that killed processes left in the store, and counts depths anew
 * that an earlier version counted; each night every stored file is checked. Nothing depends on it
 * being in time, and no part on another.
 */
export function keepTidy(parts: ServerParts, store: FileStore): Disposable {
  const tidy = (): void => void tidyOnce(parts, store);
  const timer = setInterval(tidy, EVERY_MS);
  tidy();
  const scrub = scrubNightly(parts, store);
  return toDisposable(() => {
    clearInterval(timer);
    scrub.dispose();
  });
}

async function tidyOnce(parts: ServerParts, store: FileStore): Promise<void> {
  const { db, clock, logger } = parts;
  const all: readonly (readonly [what: string, tidy: () => Promise<unknown>])[] = [
    ['accounts', () => sweepAccounts(db, clock)],
    ['kept answers', () => forgetAnswers(db)],
    ['files of the store', () => sweepStore(db, store, logger)],
    ['uploads', () => sweepUploads(db, store)],
    ['downloads', () => sweepDownloads(parts)],
    ['depths of an earlier version', () => placeLeftScans(parts, store)],
  ];
  for (const [what, tidy] of all) {
    await tidy().catch((thrown: unknown) => {
      logger.log('warn', 'Tidying up failed', { what, reason: messageOf(thrown) });
    });
  }
}

async function forgetAnswers(db: ServerParts['db']): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${REMEMBER_DAYS})`)
    .execute();
}

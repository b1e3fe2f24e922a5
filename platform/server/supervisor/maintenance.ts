import { sql } from 'kysely';
import { type Disposable, messageOf, toDisposable } from '#foundation';
import { purgeAccounts } from '../accounts/purge-accounts.ts';
import { purgeDownloads, purgeStore, purgeUploads } from '../files/index.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { locateUnplacedScans } from '../records/scans/locate-unplaced-scans.ts';
import type { FileStore } from '../store/index.ts';
import { scrubNightly } from './scrub-nightly.ts';

const EVERY_MS = 3_600_000;
/** Days for which a repeated request gets its stored response. */
const RETENTION_DAYS = 7;

/**
 * Runs hourly and at start: removes expired sessions, stored responses, abandoned uploads and bytes
 * of killed processes in the store, and recomputes depths from an earlier version. Checks every
 * stored file each night. Tasks are independent and not time-critical.
 */
export function startMaintenance(deps: ServerDeps, store: FileStore): Disposable {
  const runMaintenance = (): void => void maintainOnce(deps, store);
  const timer = setInterval(runMaintenance, EVERY_MS);
  runMaintenance();
  const scrub = scrubNightly(deps, store);
  return toDisposable(() => {
    clearInterval(timer);
    scrub.dispose();
  });
}

async function maintainOnce(deps: ServerDeps, store: FileStore): Promise<void> {
  const { db, clock, logger } = deps;
  const all: readonly (readonly [what: string, tidy: () => Promise<unknown>])[] = [
    ['accounts', () => purgeAccounts(db, clock)],
    ['kept answers', () => deleteStoredResponses(db)],
    ['files of the store', () => purgeStore(db, store, logger)],
    ['uploads', () => purgeUploads(db, store)],
    ['downloads', () => purgeDownloads(deps)],
    ['depths of an earlier version', () => locateUnplacedScans(deps, store)],
  ];
  for (const [what, task] of all) {
    await task().catch((thrown: unknown) => {
      logger.log('warn', 'Tidying up failed', { what, reason: messageOf(thrown) });
    });
  }
}

async function deleteStoredResponses(db: ServerDeps['db']): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${RETENTION_DAYS})`)
    .execute();
}

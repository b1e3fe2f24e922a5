import { sql } from 'kysely';
import { type Disposable, messageOf, toDisposable } from '#foundation';
import { purgeAccounts } from '../accounts/purge-accounts.ts';
import { expireDatasets } from '../datasets/index.ts';
import { purgeDownloads, purgeStore, purgeThumbnails, purgeUploads } from '../files/index.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import type { FileStore } from '../store/index.ts';
import { type ScrubDeps, scrubNightly } from './scrub-nightly.ts';

const INTERVAL_MS = 3_600_000;
/** Days for which a repeated request gets its stored response. */
const RESPONSE_RETENTION_DAYS = 7;

/**
 * Cleans up hourly and at start: removes expired sessions, old stored responses, replaced
 * thumbnails, abandoned uploads and downloads, old archives of datasets, and bytes in the store that
 * killed processes have left. Also checks every stored file each night. Tasks are independent: a failed task is logged, and the others still run.
 */
export function startMaintenance(deps: ScrubDeps, store: FileStore): Disposable {
  const runMaintenance = (): void => void maintainOnce(deps, store);
  const timer = setInterval(runMaintenance, INTERVAL_MS);
  runMaintenance();
  const scrub = scrubNightly(deps, store);
  return toDisposable(() => {
    clearInterval(timer);
    scrub.dispose();
  });
}

async function maintainOnce(
  deps: Pick<ServerDeps, 'clock' | 'db' | 'logger'>,
  store: FileStore,
): Promise<void> {
  const { db, clock, logger } = deps;
  const tasks: readonly (readonly [what: string, task: () => Promise<unknown>])[] = [
    ['accounts', () => purgeAccounts(db, clock)],
    ['stored responses', () => deleteStoredResponses(db)],
    ['replaced thumbnails', () => purgeThumbnails(db)],
    ['datasets', () => expireDatasets(db)],
    ['files of the store', () => purgeStore(db, store, logger)],
    ['uploads', () => purgeUploads(db, store)],
    ['downloads', () => purgeDownloads(deps)],
  ];
  for (const [what, task] of tasks) {
    await task().catch((thrown: unknown) => {
      logger.log('warn', 'Cleanup failed', { what, reason: messageOf(thrown) });
    });
  }
}

async function deleteStoredResponses(db: ServerDeps['db']): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('createdAt', '<', sql<string>`now() - make_interval(days => ${RESPONSE_RETENTION_DAYS})`)
    .execute();
}

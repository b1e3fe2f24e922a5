import { type CloudSyncState, type Device, type Job, routes } from '#contracts';
import type { ApiClient, HostStatus, Session } from '#core';
import { type LoadOptions, useLoaded, useStore } from '#ui';

const POLL_INTERVAL_MS = 15_000;
/** Largest page that the API returns. */
const LARGE_PAGE = { limit: 200 };
/** One item, because only the total of the list is used. */
const TOTAL_ONLY = { limit: 1 };

/** Counts of the navigation and the cards; null while unknown or not permitted. */
export interface AdminCounts {
  readonly accounts: number | null;
  readonly devices: readonly Device[] | null;
  /** Queued and running jobs. */
  readonly jobs: readonly Job[] | null;
  readonly cron: number | null;
  readonly sync: CloudSyncState | null;
  readonly extensions: number;
  readonly problems: number;
}

interface CountsDeps {
  readonly api: ApiClient;
  readonly session: Session;
  readonly host: HostStatus;
  readonly organizationId: string;
}

/**
 * Loads the counts when the page opens and after changes. Each count has a separate request: if the
 * request fails, the count keeps its last value and the others are not affected.
 */
export function useCounts(deps: CountsDeps): {
  readonly counts: AdminCounts;
  readonly refreshCounts: () => void;
} {
  const { devices, jobs, sync } = useLiveCounts(deps);
  const { accounts, cron } = useStableCounts(deps);
  const extensions = useStore(deps.host.extensions).length;
  const problems = useStore(deps.host.problems).length;
  return {
    counts: {
      accounts: accounts.value?.total ?? null,
      devices: devices.value?.items ?? null,
      jobs: jobs.value?.items ?? null,
      cron: cron.value?.total ?? null,
      sync: sync.value,
      extensions,
      problems,
    },
    refreshCounts: () => {
      for (const loaded of [accounts, devices, jobs, cron, sync]) loaded.refresh();
    },
  };
}

const keyOf = (deps: CountsDeps, name: string) => ['admin', deps.organizationId, 'counts', name];

/**
 * Loads counts that change without user actions, every 15 s; these calls add no row to the audit
 * trail.
 */
function useLiveCounts(deps: CountsDeps) {
  const { api, session } = deps;
  const options = (enabled: boolean): LoadOptions => ({
    enabled,
    uncached: true,
    refreshMs: POLL_INTERVAL_MS,
  });
  return {
    devices: useLoaded(
      keyOf(deps, 'devices'),
      (signal) => api.call(routes.listAllDevices, { query: LARGE_PAGE, signal }),
      options(session.mayCall(routes.listAllDevices)),
    ),
    jobs: useLoaded(
      keyOf(deps, 'jobs'),
      (signal) => api.call(routes.listRunningJobs, { query: LARGE_PAGE, signal }),
      options(session.mayCall(routes.listRunningJobs)),
    ),
    sync: useLoaded(
      keyOf(deps, 'sync'),
      (signal) => api.call(routes.cloudSyncState, { signal }),
      options(session.mayCall(routes.cloudSyncState)),
    ),
  };
}

/** Loads counts that change only by user actions; these calls add rows to the audit trail. */
function useStableCounts(deps: CountsDeps) {
  const { api, session } = deps;
  return {
    accounts: useLoaded(
      keyOf(deps, 'accounts'),
      (signal) => api.call(routes.listAccounts, { query: TOTAL_ONLY, signal }),
      { uncached: true, enabled: session.mayCall(routes.listAccounts) },
    ),
    cron: useLoaded(
      keyOf(deps, 'cron'),
      (signal) => api.call(routes.listCronJobs, { query: TOTAL_ONLY, signal }),
      { uncached: true, enabled: session.mayCall(routes.listCronJobs) },
    ),
  };
}

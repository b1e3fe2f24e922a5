import { useCallback, useEffect, useRef, useState } from 'react';
import { type CloudSyncState, type Device, type Job, routes } from '#contracts';
import type { ApiClient, HostStatus, Session } from '#core';
import { useStore } from '#ui';

const POLL_INTERVAL_MS = 15_000;

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

type Read = Omit<AdminCounts, 'extensions' | 'problems'>;
const UNKNOWN: Read = { accounts: null, devices: null, jobs: null, cron: null, sync: null };

/**
 * Loads the counts when the page opens and after changes. Polls only counts that change by
 * themselves, every 15 s: those calls add no row to the audit trail, the others would.
 */
export function useCounts(deps: {
  readonly api: ApiClient;
  readonly session: Session;
  readonly host: HostStatus;
}): { readonly counts: AdminCounts; readonly refreshCounts: () => void } {
  const { api, session, host } = deps;
  const [counts, setCounts] = useState(UNKNOWN);
  const rounds = useRef({ started: 0, applied: new Map<keyof Read, number>() });
  /**
   * Applies the results of one round; ignores results that are older than those of a later round.
   */
  const startRound = useCallback((): Take => {
    const { applied } = rounds.current;
    const round = ++rounds.current.started;
    return (name, figure) => {
      if (round < (applied.get(name) ?? 0)) return;
      applied.set(name, round);
      setCounts((before) => ({ ...before, [name]: figure }));
    };
  }, []);
  const refreshCounts = useCallback(() => {
    const take = startRound();
    void Promise.all([readLive(api, session, take), readStable(api, session, take)]);
  }, [api, session, startRound]);
  useEffect(() => {
    refreshCounts();
    const timer = setInterval(() => void readLive(api, session, startRound()), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [refreshCounts, api, session, startRound]);
  const extensions = useStore(host.extensions).length;
  const problems = useStore(host.problems).length;
  return { counts: { ...counts, extensions, problems }, refreshCounts };
}

type Take = <Name extends keyof Read>(name: Name, figure: Read[Name]) => void;

/**
 * Loads each count separately: a failed call keeps its last value and does not affect the others.
 */
async function readLive(api: ApiClient, session: Session, take: Take): Promise<void> {
  const all = { query: { limit: 200 } };
  if (session.can(['ADMIN_DEVICE', 'DEV_SET_VIEW'])) {
    const devices = await api.call(routes.listAllDevices, all);
    if (devices.ok) take('devices', devices.value.items);
  }
  if (session.can(['ADMIN_ACCOUNT', 'STUDY_VIEW'])) {
    const jobs = await api.call(routes.listRunningJobs, all);
    if (jobs.ok) take('jobs', jobs.value.items);
  }
  if (session.can(['CRON_JOB_VIEW', 'PATIENT_VIEW'])) {
    const sync = await api.call(routes.cloudSyncState, {});
    if (sync.ok) take('sync', sync.value);
  }
}

/** Loads the counts that change only by user actions. */
async function readStable(api: ApiClient, session: Session, take: Take): Promise<void> {
  const firstItem = { query: { limit: 1 } };
  if (session.can(['ADMIN_ACCOUNT'])) {
    const accounts = await api.call(routes.listAccounts, firstItem);
    if (accounts.ok) take('accounts', accounts.value.total);
  }
  if (session.can(['CRON_JOB_VIEW'])) {
    const cron = await api.call(routes.listCronJobs, firstItem);
    if (cron.ok) take('cron', cron.value.total);
  }
}

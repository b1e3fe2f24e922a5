import { createStore } from 'zustand/vanilla';
import { type Finding, routes, type Scan, scanMessageSchema, topics } from '#contracts';
import type { ApiClient, LiveConnection, Notices, ReadonlyStore, Session } from '#core';
import { type Disposable, toDisposable, token } from '#foundation';
import type { SignedBy } from './findings-ui-state.ts';
import { signedReport } from './signed-report.ts';

/** Findings and signature of a prior scan shown beside the current scan. */
export interface PriorScan {
  readonly findings: readonly Finding[];
  /** Findings that the reader has removed from their own list. */
  readonly hiddenIds: ReadonlySet<string>;
  /** Signature of the prior report; null if unsigned or if the user may not view reports. */
  readonly signed: SignedBy | null;
}

/** Read-only findings of prior scans; they can be edited only in their own study. */
export interface PriorFindings {
  readonly store: ReadonlyStore<Readonly<Record<string, PriorScan>>>;
  /** Loads and updates a scan's findings while at least one view shows the scan. */
  watch(scan: Scan): Disposable;
}

export const priorFindingsToken = token<PriorFindings>('breast-planes.prior-findings');

export interface PriorFindingsDeps {
  readonly api: ApiClient;
  readonly live: Pick<LiveConnection, 'subscribe'>;
  readonly session: Pick<Session, 'mayCall' | 'store'>;
  readonly notices: Pick<Notices, 'showProblem'>;
}

export function createPriorFindings({
  api,
  live,
  session,
  notices,
}: PriorFindingsDeps): PriorFindings {
  const store = createStore<Readonly<Record<string, PriorScan>>>()(() => ({}));
  const watched = new Map<string, { views: number; readonly subscription: Disposable | null }>();
  const read = async ({ id, studyId }: Scan): Promise<void> => {
    const [findings, hidden, signed] = await Promise.all([
      api.call(routes.listFindings, { params: { scanId: id } }),
      api.call(routes.listHiddenFindings, { params: { scanId: id } }),
      session.mayCall(routes.listReportsOfStudy) ? signedReport(api, studyId) : null,
    ]);
    if (!watched.has(id)) return;
    // Reported, because an image without marks would look like an image without findings.
    if (!findings.ok) return notices.showProblem(findings.problem);
    if (!hidden.ok) return notices.showProblem(hidden.problem);
    if (signed?.ok === false) notices.showProblem(signed.problem);
    const signature = signed?.ok === true ? signed.value : null;
    const hiddenIds = new Set(hidden.value.findingIds);
    store.setState({ [id]: { findings: findings.value.items, hiddenIds, signed: signature } });
  };
  const startWatching = (scan: Scan) => {
    const organizationId = session.store.getState().user?.organization.id;
    void read(scan);
    if (organizationId === undefined) return { views: 0, subscription: null };
    const topic = topics.scan(organizationId, scan.id);
    const subscription = live.subscribe(topic, scanMessageSchema, ({ what }) => {
      // Finding locations also change with nipple and volume.
      if (what !== 'READERS' && what !== 'NOTES') void read(scan);
    });
    return { views: 0, subscription };
  };
  return {
    store,
    watch(scan) {
      const known = watched.get(scan.id);
      const entry = known ?? startWatching(scan);
      if (known === undefined) watched.set(scan.id, entry);
      entry.views += 1;
      return toDisposable(() => {
        entry.views -= 1;
        if (entry.views > 0) return;
        watched.delete(scan.id);
        entry.subscription?.dispose();
        store.setState(({ [scan.id]: _removed, ...others }) => others, true);
      });
    },
  };
}

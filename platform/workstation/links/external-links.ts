import { createStore } from 'zustand/vanilla';
import type { ApiClient, CallProblem, Notices, ReadonlyStore } from '#core';
import { type Clock, type Disposable, messageOf, systemClock } from '#foundation';
import type { Application } from '../application/application.ts';
import { linkTexts } from '../texts/link-texts.ts';
import { parseLink } from './parse-link.ts';
import { type LinkError, resolveLink } from './resolve-link.ts';

/** State of the last link. */
export interface ExternalLinkState {
  /** NOT_PROCESSED from an error until `clear` is called. */
  readonly message: 'PROCESSED' | 'NOT_PROCESSED';
  /** Why the target of the link cannot be opened; null without an error. */
  readonly error: LinkError | null;
  /** Failure of the server call, after which the same link can be retried; else null. */
  readonly problem: CallProblem | null;
  /** True when the link names nothing to open. */
  readonly unreadable: boolean;
}

/** Processes links of other programs, one at a time. */
export interface ExternalLinks {
  readonly store: ReadonlyStore<ExternalLinkState>;
  /**
   * Opens the target of the query of `/external-link`; repeated calls within a second count once.
   */
  open(search: string, navigate: Navigate): void;
  /** Clears the error after the user has dealt with it. */
  clear(): void;
  /** Ignores a pending response, because the user has left the page. */
  cancel(): void;
}

/** Replaces the current page; rejects when navigation fails. */
export type Navigate = (path: string) => Promise<void> | void;

const DEBOUNCE_MS = 1_000;
const INITIAL_STATE: ExternalLinkState = {
  message: 'PROCESSED',
  error: null,
  problem: null,
  unreadable: false,
};

export interface ExternalLinksOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly notices: Pick<Notices, 'show'>;
  readonly clock?: Clock;
}

/**
 * Opens the first link at once. A link within a second of the previous one waits until a second
 * passes without another; only the last link opens, because programs send links twice and people
 * double-click.
 */
export function createExternalLinks(options: ExternalLinksOptions): ExternalLinks {
  const { api, notices, clock = systemClock } = options;
  const store = createStore<ExternalLinkState>(() => INITIAL_STATE);
  let lastOpenMs: number | null = null;
  let pendingOpen: Disposable | null = null;
  let lastRunId = 0;

  async function openLink(search: string, navigate: Navigate): Promise<void> {
    const runId = ++lastRunId;
    store.setState(INITIAL_STATE);
    const request = parseLink(new URLSearchParams(search));
    if (request === null) {
      store.setState({ message: 'NOT_PROCESSED', unreadable: true });
      notices.show('user-error', linkTexts.failed);
      return;
    }
    const outcome = await resolveLink(api, request);
    // A newer link has been opened.
    if (runId !== lastRunId) return;
    if ('path' in outcome) return navigateTo(navigate, outcome.path);
    if (outcome.kind === 'problem') {
      store.setState({ message: 'NOT_PROCESSED', problem: outcome.problem });
      return;
    }
    store.setState({ message: 'NOT_PROCESSED', error: outcome.error });
    if (outcome.error.type === 'PatientNotFound') await navigateTo(navigate, '/patient-not-found');
  }

  async function navigateTo(navigate: Navigate, path: string): Promise<void> {
    try {
      await navigate(path);
    } catch (thrown) {
      notices.show('user-error', `${linkTexts.navigationFailed} ${messageOf(thrown)}`);
    }
  }

  function cancel(): void {
    lastRunId += 1;
    pendingOpen?.dispose();
    pendingOpen = null;
  }

  return {
    store,
    cancel,
    open(search, navigate) {
      const nowMs = clock.now();
      const isRepeated = lastOpenMs !== null && nowMs - lastOpenMs < DEBOUNCE_MS;
      lastOpenMs = nowMs;
      pendingOpen?.dispose();
      pendingOpen = null;
      if (isRepeated) pendingOpen = clock.after(DEBOUNCE_MS, () => void openLink(search, navigate));
      else void openLink(search, navigate);
    },
    clear() {
      lastOpenMs = null;
      cancel();
      store.setState(INITIAL_STATE);
    },
  };
}

const linksByServices = new WeakMap<Application['services'], ExternalLinks>();

/** Returns the links of the application, which outlive the page to detect repeated links. */
export function externalLinksOf({ services }: Pick<Application, 'services'>): ExternalLinks {
  let links = linksByServices.get(services);
  if (links === undefined) {
    const created = createExternalLinks(services);
    // Clears the state, because the next user must not see the patient of a previous link.
    services.session.store.subscribe((state, previous) => {
      if (state.user?.id !== previous.user?.id) created.clear();
    });
    linksByServices.set(services, created);
    links = created;
  }
  return links;
}

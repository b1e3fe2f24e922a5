import { createStore } from 'zustand/vanilla';
import type { ApiClient, CallProblem, Notices, ReadonlyStore } from '#core';
import { type Clock, type Disposable, messageOf, systemClock } from '#foundation';
import type { Application } from '../start/application.ts';
import { linkTexts } from '../texts/link-texts.ts';
import { parseLink } from './parse-link.ts';
import { type LinkError, resolveLink } from './resolve-link.ts';

export interface ExternalLinkState {
  /** NOT_PROCESSED from when an error is set until it is cleared (specification 4). */
  readonly message: 'PROCESSED' | 'NOT_PROCESSED';
  readonly error: LinkError | null;
  /** The server could not be asked; the same link may be tried again. */
  readonly problem: CallProblem | null;
  /** The link asks for nothing that can be opened. */
  readonly unreadable: boolean;
}

/** What links of other programs ask for, one at a time. */
export interface ExternalLinks {
  readonly store: ReadonlyStore<ExternalLinkState>;
  /** Opens what the query of `/external-link` names; repeated ones within a second count once. */
  open(search: string, navigate: Navigate): void;
  /** The person has dealt with the error. */
  clear(): void;
  /** The person has gone on: an answer that is still on its way moves nobody. */
  cancel(): void;
}

/** Replaces the present place; rejects when it can't be left. */
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
 * The first link opens at once. One that follows within a second waits until a second has passed
 * without another, and the last one counts: programs send a link twice, and people click twice.
 */
export function createExternalLinks(options: ExternalLinksOptions): ExternalLinks {
  const { api, notices, clock = systemClock } = options;
  const store = createStore<ExternalLinkState>(() => INITIAL_STATE);
  let lastAt: number | null = null;
  let pendingOpen: Disposable | null = null;
  let lastRun = 0;

  async function openLink(search: string, navigate: Navigate): Promise<void> {
    const runId = ++lastRun;
    store.setState(INITIAL_STATE);
    const request = parseLink(new URLSearchParams(search));
    if (request === null) {
      store.setState({ message: 'NOT_PROCESSED', unreadable: true });
      notices.show('user-error', linkTexts.failed);
      return;
    }
    const outcome = await resolveLink(api, request);
    // Another link has come meanwhile.
    if (runId !== lastRun) return;
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
    lastRun += 1;
    pendingOpen?.dispose();
    pendingOpen = null;
  }

  return {
    store,
    cancel,
    open(search, navigate) {
      const now = clock.now();
      const isRepeated = lastAt !== null && now - lastAt < DEBOUNCE_MS;
      lastAt = now;
      pendingOpen?.dispose();
      pendingOpen = null;
      if (isRepeated) pendingOpen = clock.after(DEBOUNCE_MS, () => void openLink(search, navigate));
      else void openLink(search, navigate);
    },
    clear() {
      lastAt = null;
      cancel();
      store.setState(INITIAL_STATE);
    },
  };
}

const linksByServices = new WeakMap<Application['services'], ExternalLinks>();

/** The one of this application: what was asked a moment ago has to outlive its page. */
export function externalLinksOf({ services }: Pick<Application, 'services'>): ExternalLinks {
  let links = linksByServices.get(services);
  if (links === undefined) {
    const created = createExternalLinks(services);
    // Whoever signs in next must not read whom a link of the one before named.
    services.session.store.subscribe((state, previous) => {
      if (state.user?.id !== previous.user?.id) created.clear();
    });
    linksByServices.set(services, created);
    links = created;
  }
  return links;
}

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
  leave(): void;
}

/** Replaces the present place; rejects when it can't be left. */
export type Navigate = (path: string) => Promise<void> | void;

const DEBOUNCE_MS = 1_000;
const NOTHING: ExternalLinkState = {
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
  const store = createStore<ExternalLinkState>(() => NOTHING);
  let lastAt: number | null = null;
  let waiting: Disposable | null = null;
  let run = 0;

  async function follow(search: string, navigate: Navigate): Promise<void> {
    const mine = ++run;
    store.setState(NOTHING);
    const request = parseLink(new URLSearchParams(search));
    if (request === null) {
      store.setState({ message: 'NOT_PROCESSED', unreadable: true });
      notices.show('user-error', linkTexts.failed);
      return;
    }
    const outcome = await resolveLink(api, request);
    // Another link has come meanwhile.
    if (mine !== run) return;
    if ('path' in outcome) return move(navigate, outcome.path);
    if (outcome.kind === 'problem') {
      store.setState({ message: 'NOT_PROCESSED', problem: outcome.problem });
      return;
    }
    store.setState({ message: 'NOT_PROCESSED', error: outcome.error });
    if (outcome.error.type === 'PatientNotFound') await move(navigate, '/patient-not-found');
  }

  async function move(navigate: Navigate, path: string): Promise<void> {
    try {
      await navigate(path);
    } catch (thrown) {
      notices.show('user-error', `${linkTexts.stuck} ${messageOf(thrown)}`);
    }
  }

  function leave(): void {
    run += 1;
    waiting?.dispose();
    waiting = null;
  }

  return {
    store,
    leave,
    open(search, navigate) {
      const now = clock.now();
      const soon = lastAt !== null && now - lastAt < DEBOUNCE_MS;
      lastAt = now;
      waiting?.dispose();
      waiting = null;
      if (soon) waiting = clock.after(DEBOUNCE_MS, () => void follow(search, navigate));
      else void follow(search, navigate);
    },
    clear() {
      lastAt = null;
      leave();
      store.setState(NOTHING);
    },
  };
}

const known = new WeakMap<Application['services'], ExternalLinks>();

/** The one of this application: what was asked a moment ago has to outlive its page. */
export function externalLinksOf({ services }: Pick<Application, 'services'>): ExternalLinks {
  let links = known.get(services);
  if (links === undefined) {
    const made = createExternalLinks(services);
    // Whoever signs in next must not read whom a link of the one before named.
    services.session.store.subscribe((state, previous) => {
      if (state.user?.id !== previous.user?.id) made.clear();
    });
    known.set(services, made);
    links = made;
  }
  return links;
}

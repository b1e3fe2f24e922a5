import { createStore } from 'zustand/vanilla';
import type { PublicConfig } from '#contracts';
import {
  type Clock,
  type Disposable,
  Emitter,
  type Logger,
  Scope,
  systemClock,
  type Token,
  toDisposable,
} from '#foundation';
import { createSession } from '../session/create-session.ts';
import type { Session } from '../session/session.ts';
import { createTokenStore, type KeyValueStorage } from '../session/token-store.ts';
import { createStudyDocument } from '../study/create-study-document.ts';
import { createViewState } from '../study/create-view-state.ts';
import { createDraftStore } from '../study/draft-store.ts';
import type { StudyDocument } from '../study/study-document.ts';
import type { ViewState } from '../study/view-state.ts';
import type { ApiClient } from './api-client.ts';
import { createApiClient } from './create-api-client.ts';
import { createJobTracker } from './create-job-tracker.ts';
import { createLiveLink } from './create-live-link.ts';
import { createNotices } from './create-notices.ts';
import type { JobTracker } from './job-tracker.ts';
import type { LiveLink } from './live-link.ts';
import type { MqttConnector } from './mqtt-connector.ts';
import type { Navigation } from './navigation.ts';
import type { Notices } from './notices.ts';
import {
  apiToken,
  configToken,
  jobsToken,
  liveToken,
  navigationToken,
  noticesToken,
  sessionToken,
  studyToken,
  viewStateToken,
} from './tokens.ts';

/** A token with its service, for a host that provides them one by one. */
export type Provision = readonly [token: Token<unknown>, value: unknown];

export interface PlatformServices extends Disposable {
  readonly api: ApiClient;
  readonly session: Session;
  readonly study: StudyDocument;
  readonly viewState: ViewState;
  readonly notices: Notices;
  readonly jobs: JobTracker;
  readonly live: LiveLink;
  /** [token, value] of every service, the configuration and the navigation included. */
  readonly provisions: readonly Provision[];
}

/** What of the browser is used; tests hand in their own. */
export interface PlatformEnvironment {
  readonly navigation: Navigation;
  /** Address of the page, e.g. `location.origin`. */
  readonly origin: string;
  readonly storage: KeyValueStorage;
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly fetch?: typeof fetch;
  readonly connect?: MqttConnector;
  readonly clock?: Clock;
  readonly log?: Logger;
}

/** `http(s)://host` → `ws(s)://host/mqtt`. */
export function liveAddress(origin: string): string {
  return `${origin.replace(/^http/, 'ws')}/mqtt`;
}

/** Wires the services of the browser. Call `session.restore()` afterwards, once. */
export function createPlatformServices(
  config: PublicConfig,
  environment: PlatformEnvironment,
): PlatformServices {
  const { storage, clock = systemClock, origin } = environment;
  const scope = new Scope('services');
  const tokens = createTokenStore(storage);
  const unauthorized = scope.own(new Emitter<string>());
  const api = createApiClient({
    baseUrl: `${origin}/api`,
    apiKey: config.apiKey,
    token: () => tokens.get(),
    onUnauthorized: (token) => unauthorized.emit(token),
    ...(environment.fetch === undefined ? {} : { fetch: environment.fetch }),
  });
  const session = scope.own(
    createSession({
      api,
      tokens,
      unauthorized,
      clock,
      beforeSignOut: () => study.flush(),
      ...(environment.events === undefined ? {} : { events: environment.events }),
    }),
  );
  const notices = scope.own(createNotices(clock));
  const study: StudyDocument = scope.own(
    createStudyDocument({
      api,
      notices,
      clock,
      drafts: createDraftStore(storage),
      userId: () => session.store.getState().user?.id ?? null,
      mayEdit: () => session.can(['ANTN_CREATE']),
      mayReadFindings: () => session.can(['ANTN_VIEW']),
    }),
  );
  const live = scope.own(
    createLiveLink({
      url: liveAddress(origin),
      token: bearerOf(session, scope),
      clock,
      ...(environment.connect === undefined ? {} : { connect: environment.connect }),
      ...(environment.log === undefined ? {} : { log: environment.log }),
    }),
  );
  const jobs = scope.own(createJobTracker({ api, live, session }));
  const viewState = createViewState();
  scope.own(live.onRefresh(() => void study.refresh()));
  scope.own(closeWithSession(session, study));
  const services = { api, session, study, viewState, notices, jobs, live };
  return {
    ...services,
    provisions: provisionsOf(services, config, environment.navigation),
    dispose: () => scope.dispose(),
  };
}

/** The bearer while someone is signed in; another sign-in is another value. */
function bearerOf(session: Session, scope: Scope) {
  const current = (): string | null =>
    session.store.getState().status === 'signed-in' ? session.token() : null;
  const bearer = createStore<string | null>(current);
  scope.own(
    toDisposable(
      session.store.subscribe(() => {
        if (bearer.getState() !== current()) bearer.setState(current(), true);
      }),
    ),
  );
  return bearer;
}

/** Whoever signs in next must not find, or save, the study of the one before. */
function closeWithSession(session: Session, study: StudyDocument): Disposable {
  return toDisposable(
    session.store.subscribe((state, previous) => {
      if (state.user?.id !== previous.user?.id) void study.close();
    }),
  );
}

function provisionsOf(
  services: Omit<PlatformServices, 'provisions' | 'dispose'>,
  config: PublicConfig,
  navigation: Navigation,
): readonly Provision[] {
  return [
    provision(apiToken, services.api),
    provision(sessionToken, services.session),
    provision(studyToken, services.study),
    provision(viewStateToken, services.viewState),
    provision(noticesToken, services.notices),
    provision(jobsToken, services.jobs),
    provision(liveToken, services.live),
    provision(navigationToken, navigation),
    provision(configToken, config),
  ];
}

/** Checks the pair here, where its type is known; a list of pairs can only hold `unknown`. */
function provision<T>(token: Token<T>, value: T): Provision {
  return [token as unknown as Token<unknown>, value];
}

import { createStore } from 'zustand/vanilla';
import { type ApiClient, createApiClient, isAborted, isOffline } from '#api-client';
import { type PublicConfig, routes } from '#contracts';
import { type AiLayer, OPEN_AI_LAYER } from '#findings';
import {
  type Clock,
  type Disposable,
  Emitter,
  type Logger,
  type Problem,
  Scope,
  systemClock,
  type Token,
  toDisposable,
} from '#foundation';
import { createActivity } from '../../session/activity.ts';
import { createSession } from '../../session/create-session.ts';
import { createFormDrafts, type FormDrafts } from '../../session/form-drafts.ts';
import { createIdleWatch, type IdleWatch } from '../../session/idle-watch.ts';
import type { Session } from '../../session/session.ts';
import {
  createTokenStore,
  type KeyValueStorage,
  type TokenStore,
} from '../../session/token-store.ts';
import { createStudyDocument } from '../../study/document/create-study-document.ts';
import type { StudyDocument } from '../../study/document/study-document.ts';
import { createDraftStore } from '../../study/findings/draft-store.ts';
import { shouldGroupLengths } from '../../study/findings/grouping-choice.ts';
import { createViewState } from '../../study/view/create-view-state.ts';
import { type ReadersByScan, syncScans } from '../../study/view/sync-scans.ts';
import type { ViewState } from '../../study/view/view-state.ts';
import { type FileChanges, watchFileChanges } from '../../study/view/watch-file-changes.ts';
import { noticeTexts } from '../../texts/notice-texts.ts';
import { type Connection, createConnection, trackConnection } from '../connection.ts';
import { createErrorLog, type ErrorLog } from '../errors/error-log.ts';
import { createJobTracker } from '../live/create-job-tracker.ts';
import { createLiveConnection } from '../live/create-live-connection.ts';
import { createDeveloperTools, type DeveloperTools } from '../live/developer-tools.ts';
import type { JobTracker } from '../live/job-tracker.ts';
import type { LiveConnection } from '../live/live-connection.ts';
import type { MqttConnector } from '../live/mqtt-connector.ts';
import type { ReadonlyStore } from '../store.ts';
import { createNotices } from '../user/create-notices.ts';
import { createPendingActions } from '../user/create-pending-actions.ts';
import { createPreferences } from '../user/create-preferences.ts';
import { createReadingList } from '../user/create-reading-list.ts';
import { createLeaveGuard, type LeaveGuard } from '../user/leave-guard.ts';
import type { Navigation } from '../user/navigation.ts';
import type { Notices } from '../user/notices.ts';
import type { PendingActions } from '../user/pending-actions.ts';
import type { Preferences, TabChannel } from '../user/preferences.ts';
import type { ReadingList } from '../user/reading-list.ts';
import { createUserKeys, type UserKeys } from '../user/user-keys.ts';
import {
  apiToken,
  configToken,
  fileChangesToken,
  formDraftsToken,
  idleToken,
  jobsToken,
  leaveGuardToken,
  liveToken,
  navigationToken,
  noticesToken,
  pendingActionsToken,
  preferencesToken,
  readersToken,
  readingListToken,
  sessionToken,
  studyToken,
  userKeysToken,
  viewStateToken,
  workstationToken,
} from './tokens.ts';
import { createWorkstation, type Workstation } from './workstation.ts';

/** A token with its service, provided to the host. */
export type Provision = readonly [token: Token<unknown>, value: unknown];

export interface PlatformServices extends Disposable {
  readonly api: ApiClient;
  readonly session: Session;
  readonly study: StudyDocument;
  readonly viewState: ViewState;
  /** Other readers of the displayed scans. */
  readonly readers: ReadonlyStore<ReadersByScan>;
  /** Change counters for the files of the open study's scans and of prior scans. */
  readonly fileChanges: ReadonlyStore<FileChanges>;
  readonly notices: Notices;
  readonly pendingActions: PendingActions;
  readonly jobs: JobTracker;
  readonly live: LiveConnection;
  readonly connection: Connection;
  readonly errors: ErrorLog;
  /** Null unless the site enables developer mode. */
  readonly developer: DeveloperTools | null;
  readonly preferences: Preferences;
  readonly userKeys: UserKeys;
  readonly readingList: ReadingList;
  readonly idle: IdleWatch;
  readonly leaveGuard: LeaveGuard;
  readonly formDrafts: FormDrafts;
  readonly workstation: Workstation;
  /** [token, value] of every service, including configuration and navigation. */
  readonly provisions: readonly Provision[];
}

/** Browser features in use; replaced in tests. */
export interface PlatformEnvironment {
  readonly navigation: Navigation;
  /** Origin of the page, i.e. `location.origin`. */
  readonly origin: string;
  readonly storage: KeyValueStorage;
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly fetch?: typeof fetch;
  readonly connect?: MqttConnector;
  /** Id of the desktop app whose window shows this page; absent in browsers. */
  readonly desktopId?: string | undefined;
  /** Id of the scanner that this desktop drives; null or absent without one. */
  readonly scannerId?: string | null;
  /** Channel to the other tabs of this browser. */
  readonly tabs?: TabChannel;
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Returns the path of the open page from the list of known pages; added to fault reports. */
  readonly page?: () => string;
  /** Returns the ids of the page's extensions, which fault reports may name. */
  readonly extensions?: () => readonly string[];
}

/** Converts `http(s)://host` to `ws(s)://host/mqtt`. */
export function liveAddress(origin: string): string {
  return `${origin.replace(/^http/, 'ws')}/mqtt`;
}

/**
 * Creates and connects the browser's services. The caller must then call `session.restore()` once.
 */
export function createPlatformServices(
  config: PublicConfig,
  environment: PlatformEnvironment,
): PlatformServices {
  const { storage, clock = systemClock, origin } = environment;
  const scope = new Scope('services');
  const serverAccess = createServerAccess(config, environment, scope);
  const { api, connection } = serverAccess;
  const userServices = createUserServices(config, serverAccess, environment, scope, () =>
    Promise.all([pendingActions.flush(), study.flush()]),
  );
  const { session } = userServices;
  const reporting = createReporting(config, serverAccess.direct, environment, scope);
  const { notices, developer } = reporting;
  const { events } = environment;
  const pendingActions = scope.own(createPendingActions({ notices, session, events }));
  const study: StudyDocument = scope.own(
    createStudyDocument({
      api,
      notices,
      clock,
      drafts: createDraftStore(storage),
      userId: () => userIdOf(session),
      mayEdit: () => session.mayCall(routes.createFinding),
      mayReadFindings: () => session.mayCall(routes.listFindings),
      shouldGroupLengths: () => shouldGroupLengths(config.flags, userServices.preferences),
    }),
  );
  const live = scope.own(
    createLiveConnection({
      url: liveAddress(origin),
      token: createBearerStore(session, scope),
      clock,
      desktopId: environment.desktopId,
      connection: config.connection,
      ...(environment.connect === undefined ? {} : { connect: environment.connect }),
      ...(environment.log === undefined ? {} : { log: environment.log }),
      ...(developer === null ? {} : { onTraffic: developer.noteTraffic }),
    }),
  );
  const jobs = scope.own(createJobTracker({ api, live, session }));
  const viewState = createViewState(FIRST_AI_LAYER);
  const { readers } = scope.own(syncScans({ api, live, session, study, viewState, clock, events }));
  const { fileChanges } = scope.own(watchFileChanges({ live, session, study, viewState }));
  scope.own(live.onRefresh(() => void study.refresh()));
  scope.own(connection.onReconnect(() => study.retrySaves()));
  scope.own(clearOnUserChange(session, { study, notices, developer }));
  scope.own(watchConnection({ connection, live, notices }, events));
  const services = {
    workstation: createWorkstation({ scannerId: environment.scannerId ?? null, storage }, events),
    api,
    study,
    jobs,
    live,
    connection,
    pendingActions,
    ...reporting,
    ...userServices,
    viewState,
    readers,
    fileChanges,
    leaveGuard: createLeaveGuard(),
  };
  return {
    ...services,
    provisions: provisionsOf(services, config, environment.navigation),
    dispose: () => scope.dispose(),
  };
}

/**
 * Hides AI findings until the extension that filters them opens the layer, so that a mode without it
 * shows no proposals below the lowest score, of replaced runs, or before the first read.
 */
const FIRST_AI_LAYER: AiLayer = { ...OPEN_AI_LAYER, hidden: true };

/** Clients of the server. */
interface ServerAccess {
  readonly tokens: TokenStore;
  readonly unauthorized: Emitter<string>;
  /** Client that does not report outcomes to the connection. */
  readonly direct: ApiClient;
  readonly api: ApiClient;
  readonly connection: Connection;
}

function createServerAccess(
  config: PublicConfig,
  { storage, origin, clock = systemClock, fetch }: PlatformEnvironment,
  scope: Scope,
): ServerAccess {
  const tokens = createTokenStore(storage);
  const unauthorized = scope.own(new Emitter<string>());
  const direct = createApiClient({
    baseUrl: `${origin}/api`,
    apiKey: config.apiKey,
    token: () => tokens.get(),
    onUnauthorized: (token) => unauthorized.emit(token),
    ...(fetch === undefined ? {} : { fetch }),
  });
  const connection = scope.own(createConnection({ clock, isReady: () => isReady(direct) }));
  return { tokens, unauthorized, direct, connection, api: trackConnection(connection, direct) };
}

/** Creates session, idle watch, form drafts, preferences and keys. */
function createUserServices(
  config: PublicConfig,
  { api, tokens, unauthorized }: ServerAccess,
  environment: PlatformEnvironment,
  scope: Scope,
  beforeSignOut: () => Promise<unknown>,
): Pick<
  PlatformServices,
  'session' | 'idle' | 'formDrafts' | 'preferences' | 'userKeys' | 'readingList'
> {
  const { storage, clock = systemClock } = environment;
  const activity = createActivity(storage, clock, config.session.idleMinutes);
  const events = environment.events === undefined ? {} : { events: environment.events };
  const session = scope.own(
    createSession({ api, tokens, activity, unauthorized, clock, beforeSignOut, ...events }),
  );
  const keepAlive = () => api.call(routes.me, {});
  const idle = scope.own(createIdleWatch({ activity, session, clock, keepAlive, ...events }));
  const preferences = scope.own(createPreferences({ api, session, channel: environment.tabs }));
  return {
    session,
    idle,
    formDrafts: createFormDrafts(storage, clock, () => userIdOf(session)),
    preferences,
    userKeys: scope.own(createUserKeys(preferences)),
    readingList: scope.own(createReadingList({ api, session })),
  };
}

const userIdOf = (session: Session): string | null => session.store.getState().user?.id ?? null;

/** Creates the fault log, the notices that write to the log, and the tools of developer mode. */
function createReporting(
  config: PublicConfig,
  api: ApiClient,
  environment: PlatformEnvironment,
  scope: Scope,
): Pick<PlatformServices, 'errors' | 'notices' | 'developer'> {
  const { clock = systemClock } = environment;
  const { origin, page = () => '', extensions = () => [] } = environment;
  const { version } = config;
  const errors = scope.own(createErrorLog({ api, clock, version, page, origin, extensions }));
  const developerMode = config.flags.isDevModeUi;
  const developer = developerMode ? scope.own(createDeveloperTools(clock)) : null;
  const log = (problem: Problem, stack?: string | null): void => {
    developer?.noteFault(problem);
    errors.write(problem, stack);
  };
  const notices = scope.own(createNotices({ clock, developerMode, log }));
  return { errors, notices, developer };
}

const READY_TIMEOUT_MS = 5_000;

/**
 * Returns false if the server was not reached, did not respond in time or is not ready. Other error
 * responses count as ready, because even a server without this route has responded.
 */
async function isReady(api: ApiClient): Promise<boolean> {
  const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
  const response = await api.call(routes.health, { signal });
  return response.ok || !(isOffline(response.problem) || isAborted(response.problem));
}

/**
 * Checks the connection after browser events and a lost live connection; reconnects the live
 * connection when the server is back; shows notices when offline and back online. Unsaved edits are sent by their own queue, because the first response may belong
 * to another user's sign-in.
 */
function watchConnection(
  { connection, live, notices }: Pick<PlatformServices, 'connection' | 'live' | 'notices'>,
  events: PlatformEnvironment['events'],
): Disposable {
  const scope = new Scope('connection notices');
  const checkConnection = (): void => connection.check();
  for (const name of ['online', 'offline']) {
    events?.addEventListener(name, checkConnection);
    scope.own(toDisposable(() => events?.removeEventListener(name, checkConnection)));
  }
  // Does not wait for the next attempt, because an operator may have to stop a moving scanner.
  const reconnectLive = (): void => live.reconnect();
  scope.own(connection.onReconnect(reconnectLive));
  events?.addEventListener('online', reconnectLive);
  scope.own(toDisposable(() => events?.removeEventListener('online', reconnectLive)));
  scope.own(
    toDisposable(
      live.state.subscribe((state) => {
        if (state === 'lost') checkConnection();
      }),
    ),
  );
  // Shows a notice, because a dialog hides the status in the bar from sight and screen readers.
  scope.own(
    toDisposable(
      connection.state.subscribe((state) => {
        if (state === 'offline') notices.show('warning', noticeTexts.offline);
        else notices.show('success', noticeTexts.backOnline);
      }),
    ),
  );
  return scope;
}

/** Creates a store of the session's bearer; null while signed out. Updates until the scope ends. */
function createBearerStore(session: Session, scope: Scope): ReadonlyStore<string | null> {
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

/**
 * Closes the study and clears notices and developer tools when the user changes, so that the next
 * user can neither see nor save another's data.
 */
function clearOnUserChange(
  session: Session,
  { study, notices, developer }: Pick<PlatformServices, 'study' | 'notices' | 'developer'>,
): Disposable {
  return toDisposable(
    session.store.subscribe((state, previous) => {
      if (state.user?.id === previous.user?.id) return;
      void study.close();
      if (previous.user !== null)
        for (const { id } of notices.store.getState()) notices.dismiss(id);
      developer?.clear();
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
    provision(readersToken, services.readers),
    provision(fileChangesToken, services.fileChanges),
    provision(noticesToken, services.notices),
    provision(jobsToken, services.jobs),
    provision(liveToken, services.live),
    provision(idleToken, services.idle),
    provision(navigationToken, navigation),
    provision(leaveGuardToken, services.leaveGuard),
    provision(formDraftsToken, services.formDrafts),
    provision(pendingActionsToken, services.pendingActions),
    provision(configToken, config),
    provision(preferencesToken, services.preferences),
    provision(readingListToken, services.readingList),
    provision(userKeysToken, services.userKeys),
    provision(workstationToken, services.workstation),
  ];
}

/** Checks the types of token and value, because the list of provisions can hold only `unknown`. */
function provision<T>(token: Token<T>, value: T): Provision {
  return [token as unknown as Token<unknown>, value];
}

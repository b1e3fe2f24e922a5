import { createStore } from 'zustand/vanilla';
import {
  type DevMode,
  openUrlFromArgvSchema,
  type PublicConfig,
  readExternalLink,
  scanError,
  scanServiceCrashedSchema,
  topics,
} from '#contracts';
import type { Navigation, PlatformServices, ReadonlyStore } from '#core';
import {
  type Clock,
  type Disposable,
  disposeAll,
  newId,
  Scope,
  systemClock,
  toDisposable,
} from '#foundation';
import { linkTexts } from '../texts/link-texts.ts';

/** This page as the window of a desktop. */
export interface DesktopWindow extends Disposable {
  /** Begins as the site has developer mode. The shell's log is verbose for as long as it is on. */
  readonly developerMode: ReadonlyStore<boolean>;
  setDeveloperMode(enabled: boolean): void;
}

export interface DesktopWindowOptions {
  readonly services: Pick<PlatformServices, 'live' | 'session' | 'notices'>;
  readonly navigation: Navigation;
  readonly config: Pick<PublicConfig, 'flags'>;
  readonly desktopId: string;
  /** Where the application is served, with a slash at its end. */
  readonly base: string;
  readonly clock?: Clock;
}

/**
 * Hears the shell while somebody is signed in who may: the scan service that died, and links that
 * the desktop was started with. The window speaks first, by `dev-mode`: before that the shell does
 * not know of which organization the person is.
 */
export function createDesktopWindow(options: DesktopWindowOptions): DesktopWindow {
  const { services, config, desktopId, clock = systemClock } = options;
  const { live, session } = services;
  const scope = new Scope('desktop');
  const developerMode = createStore<boolean>(() => config.flags.isDevModeUi);
  let subscriptions: readonly Disposable[] = [];
  const organizationId = (): string | null => {
    const { user } = session.store.getState();
    const isBlind = user?.roles.some(({ id }) => id === 'BLIND_ANNOTATOR');
    return user === null || isBlind ? null : user.organization.id;
  };
  const publishDevMode = async (): Promise<void> => {
    const organization = organizationId();
    if (organization === null || live.state.getState() !== 'online') return;
    const now = clock.now();
    const message: DevMode = {
      id: newId(),
      at: new Date(now).toISOString(),
      scanId: null,
      epoch: 0,
      seq: now,
      enabled: developerMode.getState(),
    };
    // One that is lost is said again when the link is back.
    await live.publish(topics.desktop(organization, desktopId, 'dev-mode'), message);
  };
  const resubscribe = (): void => {
    disposeAll(subscriptions);
    const organization = organizationId();
    subscriptions = organization === null ? [] : subscribeToShell(options, organization);
    void publishDevMode();
  };
  scope.own(toDisposable(() => disposeAll(subscriptions)));
  scope.own(
    toDisposable(
      session.store.subscribe((state, previous) => {
        if (state.user?.id !== previous.user?.id) resubscribe();
      }),
    ),
  );
  scope.own(toDisposable(live.state.subscribe(() => void publishDevMode())));
  resubscribe();
  return {
    developerMode,
    setDeveloperMode(enabled) {
      developerMode.setState(enabled, true);
      void publishDevMode();
    },
    dispose: () => scope.dispose(),
  };
}

function subscribeToShell(
  { services, navigation, desktopId, base }: DesktopWindowOptions,
  organizationId: string,
): readonly Disposable[] {
  const { live, notices } = services;
  const topic = (what: 'scan-service-crashed' | 'open-url-from-argv') =>
    topics.desktop(organizationId, desktopId, what);
  return [
    live.subscribe(topic('scan-service-crashed'), scanServiceCrashedSchema, () => {
      const { title, message } = scanError('ScanServiceNotAvailable');
      notices.show('user-error', `${title}. ${message}`);
    }),
    live.subscribe(topic('open-url-from-argv'), openUrlFromArgvSchema, ({ url }) => {
      const link = readExternalLink(url, base);
      // User name and password are of no use to who is signed in.
      if (link === null) notices.show('user-error', linkTexts.failed);
      else navigation.go(`/external-link?${link.query}`);
    }),
  ];
}

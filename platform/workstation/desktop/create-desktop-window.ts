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

/** Connection between the page and the desktop shell that shows it. */
export interface DesktopWindow extends Disposable {
  /** Whether the shell logs verbosely; initially the flag `isDevModeUi` of the site. */
  readonly developerMode: ReadonlyStore<boolean>;
  setDeveloperMode(enabled: boolean): void;
}

export interface DesktopWindowOptions {
  readonly services: Pick<PlatformServices, 'live' | 'session' | 'notices'>;
  readonly navigation: Navigation;
  readonly config: Pick<PublicConfig, 'flags'>;
  readonly desktopId: string;
  /** Address of the application, with a trailing slash. */
  readonly base: string;
  readonly clock?: Clock;
}

/**
 * Subscribes to the messages of the shell while a permitted user is signed in: crashes of the scan
 * service, and links passed to the desktop. Publishes `dev-mode` first, because the shell learns
 * the user's organization from that message.
 */
export function createDesktopWindow(options: DesktopWindowOptions): DesktopWindow {
  const { services, config, desktopId, clock = systemClock } = options;
  const { live, session } = services;
  const scope = new Scope('desktop');
  const developerMode = createStore<boolean>(() => config.flags.isDevModeUi);
  let subscriptions: readonly Disposable[] = [];
  // Null unless a permitted user is signed in.
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
    // A lost message is published again on reconnect.
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
  const topic = (name: 'scan-service-crashed' | 'open-url-from-argv') =>
    topics.desktop(organizationId, desktopId, name);
  return [
    live.subscribe(topic('scan-service-crashed'), scanServiceCrashedSchema, () => {
      const { title, message } = scanError('ScanServiceNotAvailable');
      notices.show('user-error', `${title}. ${message}`);
    }),
    live.subscribe(topic('open-url-from-argv'), openUrlFromArgvSchema, ({ url }) => {
      const link = readExternalLink(url, base);
      // Drops user name and password, because a user is already signed in.
      if (link === null) notices.show('user-error', linkTexts.failed);
      else navigation.go(`/external-link?${link.query}`);
    }),
  ];
}

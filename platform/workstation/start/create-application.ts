import { builtInExtensions } from 'clockface:extensions';
import { builtInModes } from 'clockface:modes';
import { installIssueTexts, publicConfigSchema } from '#contracts';
import {
  createExtensionHost,
  createPlatformServices,
  type ExtensionHost,
  extensionSources,
  isSafeStart,
  keyHintsToken,
} from '#core';
import { fail, ok, type Problem, problem, type Result, systemClock } from '#foundation';
import type { Application } from '../application/application.ts';
import { createCommandCenter } from '../application/command-center.ts';
import { createKeyHints } from '../commands/key-hints.ts';
import { createDesktopWindow, type DesktopWindow } from '../desktop/create-desktop-window.ts';
import { desktopIdOf, desktopScannerOf } from '../desktop/desktop-bridge.ts';
import { fetchOrPreloaded } from '../early/boot-preload.ts';
import { watchActivations } from '../errors/watch-activations.ts';
import { watchGlobalErrors } from '../errors/watch-global-errors.ts';
import { loadKeyLayout } from '../keyboard/key-text.ts';
import { hashNavigation } from '../navigation/hash-navigation.ts';
import { knownPage } from '../navigation/known-page.ts';
import { PRODUCT_PAGES } from '../navigation/product-pages.ts';
import { startTexts } from '../texts/start-texts.ts';
import { appBase } from './app-base.ts';
import { consoleLogger } from './console-logger.ts';

/** Connects the page to the desktop shell; null in any other browser. */
function desktopWindowOf(
  {
    config,
    services,
    navigation,
    host,
  }: Omit<Application, 'desktop' | 'commands' | 'signOut' | 'dispose'>,
  desktopId: string | undefined,
): DesktopWindow | null {
  if (desktopId === undefined) return null;
  const options = {
    services,
    navigation,
    config,
    desktopId,
    base: `${appBase(window.location.href)}/`,
  };
  return host.scope.own(createDesktopWindow(options));
}

/** Pages and ids of extensions, which fault reports may name. */
interface KnownExtensions {
  readonly pages: () => readonly string[];
  readonly ids: () => readonly string[];
}

const knownExtensionsOf = ({ routes, extensions }: ExtensionHost): KnownExtensions => ({
  pages: () => routes.declared().map(({ declaration }) => declaration.path),
  ids: () => extensions.getState().map(({ id }) => id),
});

function invalidConfig(issues: readonly { path: PropertyKey[]; message: string }[]): Problem {
  const lines = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return problem(
    'CONFIG_INVALID',
    startTexts.unusable,
    lines.slice(0, 5).join('; '),
    startTexts.contactAdministrator,
  );
}

/**
 * Creates services and extension host from the response of `/api/config`, without a session. Fails
 * when the configuration is invalid.
 */
export function createApplication(raw: unknown): Result<Application> {
  const parsed = publicConfigSchema.safeParse(raw);
  if (!parsed.success) return fail(invalidConfig(parsed.error.issues));
  installIssueTexts();
  const config = parsed.data;
  const navigation = hashNavigation(window);
  // Empty until the host exists, because faults can be reported earlier.
  let known: KnownExtensions = { pages: () => [], ids: () => [] };
  const desktopId = desktopIdOf(window);
  const services = createPlatformServices(config, {
    navigation,
    desktopId,
    scannerId: desktopScannerOf(window),
    origin: appBase(window.location.href),
    storage: window.localStorage,
    fetch: fetchOrPreloaded,
    events: window,
    log: consoleLogger,
    page: () => knownPage(window.location.hash, known.pages()),
    extensions: () => known.ids(),
    tabs: new BroadcastChannel('clockface'),
  });
  const host = createExtensionHost({
    sources: extensionSources({
      builtIn: builtInExtensions,
      config,
      baseUrl: window.location.href,
    }),
    modes: builtInModes,
    config,
    clock: systemClock,
    log: consoleLogger,
    safe: isSafeStart(window.location.hash),
    reservedPaths: PRODUCT_PAGES.map(({ path }) => path),
  });
  known = knownExtensionsOf(host);
  for (const [token, value] of services.provisions) {
    host.scope.own(host.services.provide(token, value));
  }
  host.scope.own(watchGlobalErrors(window, services.notices));
  host.scope.own(watchActivations(host.problems, services.notices));
  const layout = loadKeyLayout(undefined, (detail) =>
    consoleLogger.log('info', 'The keyboard layout is not known', { detail }),
  );
  const commands = createCommandCenter(layout);
  host.scope.own(
    host.services.provide(keyHintsToken, host.scope.own(createKeyHints(commands)).store),
  );
  const desktop = desktopWindowOf({ config, services, navigation, host }, desktopId);
  return ok({
    config,
    services,
    host,
    navigation,
    commands,
    desktop,
    async signOut() {
      const signOutNow = async (): Promise<void> => {
        await services.session.signOut();
        // A reload removes all data of the account from memory.
        navigation.go('/login', { replace: true });
        window.location.reload();
      };
      if (services.leaveGuard.warningFor('/login') === null) await signOutNow();
      else services.leaveGuard.ask('/login', { leave: () => void signOutNow() });
    },
    dispose() {
      host.dispose();
      services.dispose();
    },
  });
}

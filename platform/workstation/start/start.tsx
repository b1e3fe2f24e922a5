import type { Root } from 'react-dom/client';
import type { CallProblem } from '#core';
import { createTokenStore } from '#core/light';
import { fail, type Problem, problemOf, type Result } from '#foundation';
import type { Application } from '../application/application.ts';
import { registerShellLinks } from '../desktop/desktop-bridge.ts';
import { loadChunk } from '../errors/chunk-failure.ts';
import { parseLink } from '../links/parse-link.ts';
import { type AppPath, internalPath, loginPath, parseHash } from '../navigation/app-path.ts';
import { hashNavigation } from '../navigation/hash-navigation.ts';
import {
  clearDisallowedPrefill,
  stripCredentials,
  takePrefill,
} from '../navigation/link-credentials.ts';
import { pageTitle } from '../navigation/page-titles.ts';
import { productPage } from '../navigation/product-pages.ts';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { startTexts } from '../texts/start-texts.ts';
import {
  type HostOrganization,
  readConfig,
  readOrganization,
  type StartConfig,
} from './read-config.ts';
import { StartFailure } from './start-failure.tsx';

/** Module of the full application, as used by the light start code. */
type AppModule = typeof import('./open-application.tsx');

type AppLoader = () => Promise<
  Result<{ readonly module: AppModule; readonly application: Application }>
>;

/** Paths for which the light start code renders the sign-in form. */
const SIGN_IN_PATHS: readonly string[] = ['/', '/login'];
const ACTIVATION_PATH = '/activation';

/**
 * True for a page that the full application shows without a session: anonymous pages, a link that
 * names nothing to open, and unknown paths, which may also be pages of an extension.
 */
function needsApplication({ path, query }: AppPath): boolean {
  if (SIGN_IN_PATHS.includes(path)) return false;
  if (path === '/external-link') return parseLink(query) === null;
  const page = productPage(path);
  return page === undefined || page.access === 'anonymous';
}

/**
 * Selects what the page shows first. Without a stored session, shows the sign-in form at once,
 * without router, schemas and extension host, which load when the user starts typing.
 */
export async function start(root: Root): Promise<void> {
  // Runs before any request or rendering, so that no password stays visible in the address.
  stripCredentials(window);
  registerShellLinks(window, hashNavigation(window), hasToken);
  // With a session, the full application is needed whatever the configuration contains.
  if (hasToken()) import('./open-application.tsx').catch(() => undefined);
  const config = await readConfig();
  if (!config.ok) return showFailure(root, config.problem);
  await show(root, config.value, createAppLoader(config.value));
}

const hasToken = (): boolean => createTokenStore(window.localStorage).get() !== null;

/** Shows what the address and the stored session require; called again when either changes. */
async function show(root: Root, config: StartConfig, loadApp: AppLoader): Promise<void> {
  stripCredentials(window);
  clearDisallowedPrefill(window.location, config.linkCredentials);
  if (hasToken()) {
    // The organization of a session counts, not that of the host.
    await openApplicationNow(root, loadApp, async () => {
      if ((await organizationOfHost(config)).kind === 'none') goToActivation();
    });
    return;
  }
  // Loads while the organization is looked up.
  if (needsApplication(parseHash(window.location.hash))) void loadApp();
  const organization = await organizationOfHost(config);
  if (organization.kind === 'none') goToActivation();
  if (needsApplication(parseHash(window.location.hash))) await openApplicationNow(root, loadApp);
  else showSignIn(root, config, loadApp, organization);
}

const organizationOfHost = ({ apiKey }: StartConfig): Promise<HostOrganization> =>
  readOrganization(window.location.hostname, apiKey);

/** Opens the activation in place of the current page. */
function goToActivation(): void {
  const { path } = parseHash(window.location.hash);
  if (path !== ACTIVATION_PATH) hashNavigation(window).go(ACTIVATION_PATH, { replace: true });
}

function showFailure(root: Root, problem: Problem): void {
  root.render(<StartFailure problem={problem} onRetry={() => void start(root)} />);
}

async function openApplicationNow(
  root: Root,
  loadApp: AppLoader,
  whenSignedOut?: () => Promise<void>,
): Promise<void> {
  const ready = await loadApp();
  if (!ready.ok) return showFailure(root, ready.problem);
  await ready.value.module.openApplication(root, ready.value.application, whenSignedOut);
}

/**
 * Key of the sign-in form. Increased by a new link with credentials, to remount the form with
 * these; otherwise the typed text stays.
 */
let filledForms = 0;

function showSignIn(
  root: Root,
  config: StartConfig,
  loadApp: AppLoader,
  organization: HostOrganization,
): void {
  const navigation = hashNavigation(window);
  const appPath = parseHash(window.location.hash);
  if (!SIGN_IN_PATHS.includes(appPath.path)) {
    navigation.go(loginPath(window.location.hash.slice(1)), { replace: true });
  } else if (appPath.path !== '/login') {
    navigation.go('/login', { replace: true });
  }
  const redirect = internalPath(parseHash(window.location.hash).query.get('redirect'));
  const stopWatching = watchForExit(() => void show(root, config, loadApp));
  const prefill = takePrefill();
  if (prefill !== null) filledForms += 1;
  root.render(
    <SignInPage
      key={filledForms}
      version={config.version}
      organization={organization.kind === 'named' ? organization.name : null}
      returnsTo={redirect === null ? null : pageTitle(parseHash(redirect).path)}
      notice={null}
      prefill={prefill}
      onStartTyping={() => void loadApp()}
      signIn={async (email, password) => {
        const ready = await loadApp();
        if (!ready.ok) return fail(asCallProblem(ready.problem));
        const { application, module } = ready.value;
        const response = await application.services.session.signIn(email, password);
        if (!response.ok) return response;
        // From now on, the application follows the address and other tabs.
        stopWatching();
        await module.openApplication(root, application);
        return response;
      }}
    />,
  );
}

/**
 * Leaves the form when one of its links is followed or another tab signs in.
 * @returns function that stops watching
 */
function watchForExit(show: () => void): () => void {
  const tokens = createTokenStore(window.localStorage);
  const exit = (): void => {
    stop();
    show();
  };
  const onHash = (): void => {
    if (parseHash(window.location.hash).path !== '/login') exit();
  };
  const onStorage = (event: StorageEvent): void => {
    if (tokens.concerns(event) && tokens.get() !== null) exit();
  };
  const stop = (): void => {
    window.removeEventListener('hashchange', onHash);
    window.removeEventListener('storage', onStorage);
  };
  window.addEventListener('hashchange', onHash);
  window.addEventListener('storage', onStorage);
  return stop;
}

/** Loads the full application once; after a failure, the next call tries again. */
function createAppLoader(config: StartConfig): AppLoader {
  const fetchApp: AppLoader = async () => {
    try {
      const module = await loadChunk(() => import('./open-application.tsx'));
      const application = module.createApplication(config.raw);
      return application.ok
        ? { ok: true, value: { module, application: application.value } }
        : application;
    } catch (thrown) {
      return fail(startProblemOf(thrown));
    }
  };
  let pending: ReturnType<typeof fetchApp> | null = null;
  return async () => {
    pending ??= fetchApp();
    const ready = await pending;
    if (!ready.ok) pending = null;
    return ready;
  };
}

function startProblemOf(thrown: unknown): Problem {
  return problemOf(thrown, 'START_FAILED', startTexts.failed, startTexts.reload);
}

/** Converts a failed start; status −1 means that no call was sent, 0 an unreachable server. */
function asCallProblem(problem: Problem): CallProblem {
  return { ...problem, status: -1, errorType: null, fields: [], omittedErrors: 0, data: null };
}

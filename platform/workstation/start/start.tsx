import type { Root } from 'react-dom/client';
import type { CallProblem } from '#core';
import { createTokenStore } from '#core/light';
import { fail, type Problem, problemOf, type Result } from '#foundation';
import { takeLinksOfShell } from '../desktop/desktop-bridge.ts';
import { loadChunk } from '../errors/chunk-failure.ts';
import { dropUnlessAllowed, stripCredentials, takePrefill } from '../links/link-credentials.ts';
import { loginPath, ownPath, parseHash } from '../routing/app-path.ts';
import { pageTitle } from '../routing/page-titles.ts';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { startTexts } from '../texts/start-texts.ts';
import type { Application } from './application.ts';
import { hashNavigation } from './hash-navigation.ts';
import { readConfig, readOrganization, type StartConfig } from './read-config.ts';
import { StartFailure } from './start-failure.tsx';

/** What the heavy part of the program offers to the light one. */
type Heavy = typeof import('./open-application.tsx');

type HeavyPart = () => Promise<
  Result<{ readonly module: Heavy; readonly application: Application }>
>;

/** Pages that the light part forwards to the sign-in form, which it draws by itself. */
const SIGN_IN_PATHS: readonly string[] = ['/', '/login'];
/** Pages for people without a session that need the rest of the program. */
const ACCOUNT_PATHS: readonly string[] = [
  '/activation',
  '/reset-password',
  '/confirm-reset-password',
  '/create-account',
  '/confirm-account',
];

/**
 * Decides what the page shows first. Who has no kept session sees the sign-in form at once, without
 * the router, the schemas and the extension host: those come when somebody begins to type.
 */
export async function start(root: Root): Promise<void> {
  // Before anything is asked or drawn: nobody is to read a password in the address.
  stripCredentials(window);
  takeLinksOfShell(window, hashNavigation(window), hasToken);
  // Who has a session needs the rest of the program whatever the answer is.
  if (hasToken()) import('./open-application.tsx').catch(() => undefined);
  const config = await readConfig();
  if (!config.ok) return showFailure(root, config.problem);
  await show(root, config.value, heavyPart(config.value));
}

const hasToken = (): boolean => createTokenStore(window.localStorage).get() !== null;

/** What the address and a kept session ask for; asked again when either changes. */
async function show(root: Root, config: StartConfig, heavy: HeavyPart): Promise<void> {
  stripCredentials(window);
  dropUnlessAllowed(window.location, config.linkCredentials);
  if (hasToken() || ACCOUNT_PATHS.includes(parseHash(window.location.hash).path)) {
    await openNow(root, heavy);
  } else await showSignIn(root, config, heavy);
}

function showFailure(root: Root, problem: Problem): void {
  root.render(<StartFailure problem={problem} onRetry={() => void start(root)} />);
}

async function openNow(root: Root, heavy: HeavyPart): Promise<void> {
  const ready = await heavy();
  if (!ready.ok) return showFailure(root, ready.problem);
  await ready.value.module.openApplication(root, ready.value.application);
}

/** A link that comes while the form is open begins it anew; what was typed else stays. */
let filledForms = 0;

async function showSignIn(root: Root, config: StartConfig, heavy: HeavyPart): Promise<void> {
  const navigation = hashNavigation(window);
  const organization = await readOrganization(window.location.hostname, config.apiKey);
  if (organization.kind === 'none') {
    navigation.go('/activation', { replace: true });
    await openNow(root, heavy);
    return;
  }
  const place = parseHash(window.location.hash);
  if (!SIGN_IN_PATHS.includes(place.path)) {
    navigation.go(loginPath(window.location.hash.slice(1)), { replace: true });
  } else if (place.path !== '/login') {
    navigation.go('/login', { replace: true });
  }
  const redirect = ownPath(parseHash(window.location.hash).query.get('redirect'));
  const stay = leaveOnDemand(() => void show(root, config, heavy));
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
      onBegin={() => void heavy()}
      signIn={async (email, password) => {
        const ready = await heavy();
        if (!ready.ok) return fail(asCallProblem(ready.problem));
        const { application, module } = ready.value;
        const answer = await application.services.session.signIn(email, password);
        if (!answer.ok) return answer;
        // From here on the application follows the address and the other tabs.
        stay();
        await module.openApplication(root, application);
        return answer;
      }}
    />,
  );
}

/**
 * Leaves the form when its links are followed, and when another tab signs in.
 * @returns what makes it stay
 */
function leaveOnDemand(show: () => void): () => void {
  const tokens = createTokenStore(window.localStorage);
  const leave = (): void => {
    stop();
    show();
  };
  const onHash = (): void => {
    if (parseHash(window.location.hash).path !== '/login') leave();
  };
  const onStorage = (event: StorageEvent): void => {
    if (tokens.concerns(event) && tokens.get() !== null) leave();
  };
  const stop = (): void => {
    window.removeEventListener('hashchange', onHash);
    window.removeEventListener('storage', onStorage);
  };
  window.addEventListener('hashchange', onHash);
  window.addEventListener('storage', onStorage);
  return stop;
}

/** The heavy part, fetched once; after a failure the next call tries again. */
function heavyPart(config: StartConfig): HeavyPart {
  const fetchIt: HeavyPart = async () => {
    try {
      const module = await loadChunk(() => import('./open-application.tsx'));
      const application = module.createApplication(config.raw);
      return application.ok
        ? { ok: true, value: { module, application: application.value } }
        : application;
    } catch (thrown) {
      return fail(chunkOf(thrown));
    }
  };
  let coming: ReturnType<typeof fetchIt> | null = null;
  return async () => {
    coming ??= fetchIt();
    const ready = await coming;
    if (!ready.ok) coming = null;
    return ready;
  };
}

function chunkOf(thrown: unknown): Problem {
  return problemOf(thrown, 'START_FAILED', startTexts.failed, startTexts.reload);
}

function asCallProblem(problem: Problem): CallProblem {
  return { ...problem, status: -1, errorType: null, fields: [], data: null };
}

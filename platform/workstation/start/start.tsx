import type { Root } from 'react-dom/client';
import type { CallProblem } from '#core';
import { createTokenStore } from '#core/light';
import { fail, type Problem, problemOf, type Result } from '#foundation';
import { loadChunk } from '../errors/chunk-failure.ts';
import { loginPath, ownPath, parseHash } from '../routing/app-path.ts';
import { pageTitle } from '../routing/page-titles.ts';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import type { Application } from './application.ts';
import { hashNavigation } from './hash-navigation.ts';
import { NoOrganization } from './no-organization.tsx';
import { readConfig, readOrganization, type StartConfig } from './read-config.ts';
import { StartFailure } from './start-failure.tsx';

/** What the heavy part of the program offers to the light one. */
type Heavy = typeof import('./open-application.tsx');

/** Pages that the light part draws by itself. */
const SIGN_IN_PATHS: readonly string[] = ['/', '/login', '/activation'];

/**
 * Decides what the page shows first. Who has no kept session sees the sign-in form at once, without
 * the router, the schemas and the extension host: those come when somebody begins to type.
 */
export async function start(root: Root): Promise<void> {
  const config = await readConfig();
  if (!config.ok) return showFailure(root, config.problem);
  const kept = createTokenStore(window.localStorage).get() !== null;
  if (kept) await openNow(root, config.value);
  else await showSignIn(root, config.value);
}

function showFailure(root: Root, problem: Problem): void {
  root.render(<StartFailure problem={problem} onRetry={() => void start(root)} />);
}

async function openNow(root: Root, config: StartConfig): Promise<void> {
  try {
    const heavy = await loadChunk(() => import('./open-application.tsx'));
    const application = heavy.createApplication(config.raw);
    if (!application.ok) return showFailure(root, application.problem);
    await heavy.openApplication(root, application.value);
  } catch (thrown) {
    showFailure(root, chunkOf(thrown));
  }
}

async function showSignIn(root: Root, config: StartConfig): Promise<void> {
  const navigation = hashNavigation(window);
  const organization = await readOrganization(window.location.hostname, config.apiKey);
  if (organization.kind === 'none') {
    navigation.go('/activation', { replace: true });
    const host = window.location.hostname;
    root.render(<NoOrganization host={host} onRetry={() => void start(root)} />);
    return;
  }
  const place = parseHash(window.location.hash);
  if (!SIGN_IN_PATHS.includes(place.path)) {
    navigation.go(loginPath(window.location.hash.slice(1)), { replace: true });
  } else if (place.path !== '/login') {
    navigation.go('/login', { replace: true });
  }
  const redirect = ownPath(parseHash(window.location.hash).query.get('redirect'));
  const heavy = heavyPart(config);
  root.render(
    <SignInPage
      version={config.version}
      organization={organization.kind === 'named' ? organization.name : null}
      returnsTo={redirect === null ? null : pageTitle(parseHash(redirect).path)}
      notice={null}
      onBegin={() => void heavy()}
      signIn={async (email, password) => {
        const ready = await heavy();
        if (!ready.ok) return fail(asCallProblem(ready.problem));
        const { application, module } = ready.value;
        const answer = await application.services.session.signIn(email, password);
        if (answer.ok) await module.openApplication(root, application);
        return answer;
      }}
    />,
  );
}

/** The heavy part, fetched once; after a failure the next call tries again. */
function heavyPart(
  config: StartConfig,
): () => Promise<Result<{ readonly module: Heavy; readonly application: Application }>> {
  const fetchIt = async (): ReturnType<ReturnType<typeof heavyPart>> => {
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
  const next = 'Reload the page; if it stays, tell the administrator.';
  return problemOf(thrown, 'START_FAILED', 'The program could not be started', next);
}

function asCallProblem(problem: Problem): CallProblem {
  return { ...problem, status: -1, errorType: null, fields: [], data: null };
}

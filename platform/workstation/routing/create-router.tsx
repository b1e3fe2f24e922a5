import { type ReactNode, Suspense, useState } from 'react';
import {
  createHashRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
} from 'react-router-dom';
import { splitLinkCredentials } from '#contracts';
import { type Disposable, toDisposable } from '#foundation';
import { Spinner, useStore } from '#ui';
import type { Application } from '../application/application.ts';
import { useApplication } from '../application/application-context.ts';
import { ErrorBoundary } from '../errors/error-boundary.tsx';
import { addressOf, internalPath, loginPath, parseHash } from '../navigation/app-path.ts';
import { type GuardedRoute, guard } from '../navigation/guard.ts';
import { landingPath, landingPathOr } from '../navigation/landing-path.ts';
import {
  clearDisallowedPrefill,
  storePrefill,
  stripCredentials,
  takePrefill,
} from '../navigation/link-credentials.ts';
import { type HistoryNumbers, numberHistory } from '../navigation/number-history.ts';
import { productPage } from '../navigation/product-pages.ts';
import { errorTexts } from '../texts/error-texts.ts';
import { homeTexts } from '../texts/home-texts.ts';
import { type AppRoute, appRoutes, UNKNOWN_PATH } from './app-routes.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { PageFailure } from './page-failure.tsx';

/** Creates the hash router, which checks the user's access before every page. */
export function createAppRouter(application: Application): ReturnType<typeof createHashRouter> {
  const routes = appRoutes(application.host);
  const routeGuard = createRouteGuard(application, routes);
  const history = application.host.scope.own(numberHistory(window));
  const router = createHashRouter([
    {
      path: '/',
      loader: () => replace(routeGuard.landing()),
      element: null,
      hydrateFallbackElement: <Spinner label={homeTexts.loading} centered />,
    },
    ...routes.map(
      (route): RouteObject => ({
        path: route.path,
        loader: (args) => routeGuard.enter(route, args),
        element: <Page route={route} history={history} />,
        hydrateFallbackElement: <Spinner label={homeTexts.loading} centered />,
      }),
    ),
  ]);
  application.host.scope.own(syncRouteWithSession(application, router));
  application.host.scope.own(toDisposable(() => router.dispose()));
  return router;
}

/** Navigates when the session ends, starts or changes to another user, in any tab. */
function syncRouteWithSession(
  application: Application,
  router: ReturnType<typeof createHashRouter>,
): Disposable {
  const { session } = application.services;
  return toDisposable(
    session.store.subscribe((state, previous) => {
      const current = parseHash(window.location.hash);
      if (previous.status === 'signed-in' && state.status === 'signed-out') {
        if (productPage(current.path)?.access === 'anonymous') return;
        // An ended session returns to its page; signing out does not.
        void router.navigate(state.problem === null ? '/login' : loginPath(addressOf(current)));
      } else if (state.status === 'signed-in' && state.user?.id !== previous.user?.id) {
        // Drops the credentials of a link, which must not reach the next user.
        takePrefill();
        // A user who signed in from another tab may not be allowed to open the current page.
        if (current.path === '/login') void router.navigate(addressOf(current), { replace: true });
        else if (previous.status === 'signed-in') void router.navigate('/', { replace: true });
      }
    }),
  );
}

interface RouteGuard {
  /** Returns the page to open when the address requests none. */
  landing(): string;
  /** Returns null to open the route, or the redirect to another page. */
  enter(route: AppRoute, args: LoaderFunctionArgs): Response | null;
}

/** Creates the guard of all routes; a rejected navigation returns to the last opened page. */
function createRouteGuard(application: Application, routes: readonly AppRoute[]): RouteGuard {
  let lastOpenedPath: string | null = null;
  const session = (): Parameters<typeof guard>[1] => {
    const { user } = application.services.session.store.getState();
    return { signedIn: user !== null, features: user?.permissions ?? [] };
  };
  const mayOpen = (address: string): boolean => {
    const { path } = parseHash(`#${address}`);
    const access: GuardedRoute['access'] | undefined = routes.find(
      (route) => route.path === path,
    )?.access;
    return access !== undefined && guard({ access }, session(), path).kind === 'open';
  };
  const landing = (): string => {
    const { user } = application.services.session.store.getState();
    if (user === null) return '/login';
    const path = landingPath(user);
    return mayOpen(path) ? path : '/home';
  };
  return {
    landing,
    enter(route, { request }) {
      const { pathname, search } = new URL(request.url);
      const requestedPath = `${pathname}${search}`;
      if (route.path === '/external-link' || route.path === '/login') {
        const clean = withoutCredentials(application, pathname, new URLSearchParams(search));
        if (clean !== null) return replace(clean);
      }
      const decision = guard(route, session(), requestedPath);
      if (decision.kind === 'sign-in') return redirect(decision.to);
      const { user } = application.services.session.store.getState();
      // The server rejects other calls until the requested password change is done.
      const isPublic = route.access === 'anonymous' && route.path !== UNKNOWN_PATH;
      if (user?.askedForResetPassword === true && !isPublic) {
        return route.path === '/change-password' ? null : replace('/change-password');
      }
      if (decision.kind === 'cancel') {
        // The last page may belong to a previous user with other permissions.
        return replace(
          lastOpenedPath !== null && mayOpen(lastOpenedPath) ? lastOpenedPath : landing(),
        );
      }
      if (route.path === '/login' && user !== null) {
        const redirectPath = internalPath(new URLSearchParams(search).get('redirect'));
        // Redirects only to permitted pages; a cancelled target would cause an endless redirect.
        const next = landingPathOr(
          user,
          redirectPath !== null && mayOpen(redirectPath) ? redirectPath : null,
        );
        return replace(next === landingPath(user) ? landing() : next);
      }
      lastOpenedPath = requestedPath;
      return null;
    },
  };
}

/** Returns the address without user name and password; null when the address has none. */
function withoutCredentials(
  { config, services }: Application,
  path: string,
  params: URLSearchParams,
): string | null {
  const { query, credentials } = splitLinkCredentials(params);
  if (credentials === null) return null;
  // Also cleans the address of the window, which already contains a typed address.
  stripCredentials(window);
  storePrefill(credentials, true);
  clearDisallowedPrefill(window.location, config.links.credentials);
  // A signed-in user does not need the credentials.
  if (services.session.store.getState().user !== null) takePrefill();
  return addressOf({ path, query });
}

/** Returns the number of changes of user, as a key that remounts the page and clears its search. */
function useUserCount(): number {
  const { session } = useApplication().services;
  const id = useStore(session.store, ({ user }) => user?.id ?? null);
  const [last, setLast] = useState({ id, count: 0 });
  if (id !== null && id !== last.id) {
    setLast({ id, count: last.id === null ? last.count : last.count + 1 });
  }
  return last.count;
}

/** Renders the page of a route, or an error card labelled with its title. */
function Page(props: { readonly route: AppRoute; readonly history: HistoryNumbers }): ReactNode {
  const { route, history } = props;
  const Body = route.page;
  return (
    <ErrorBoundary
      key={useUserCount()}
      label={errorTexts.page(route.title ?? route.path)}
      wrapError={(card) => <PageFailure title={route.title}>{card}</PageFailure>}
    >
      <Suspense fallback={<Spinner label={homeTexts.loading} centered />}>
        <Body />
      </Suspense>
      <LeaveDialog history={history} />
    </ErrorBoundary>
  );
}
